// Runs in pages of a test, before their own scripts: the taps of the extension, and a way out to the test.

import { asText } from '../../messages/offered';
import { installCapture } from '../../page/install';
import { OUTLET } from './outlet';

type Outlet = (batch: { readonly doc: string; readonly n: number; readonly body: string }) => Promise<void>;

function isOutlet(value: unknown): value is Outlet {
  return typeof value === 'function';
}

function record(page: Window & typeof globalThis): void {
  const outlet: unknown = Reflect.get(page, OUTLET);
  if (!isOutlet(outlet)) return;
  // The page need not see it.
  Reflect.deleteProperty(page, OUTLET);
  const doc = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
  let n = 0;
  installCapture(page, (body, bytes) => {
    // What leaves the page is JSON. A page that is closed takes no answer.
    outlet({ doc, n: n++, ...asText({ body, bytes }) }).catch(() => {});
    return true;
  });
}

record(window);
