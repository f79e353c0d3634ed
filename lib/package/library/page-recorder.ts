// Runs in pages of a test, before their own scripts: the taps of the extension, and a way out to the test.

import { asText } from '../../messages/raw-batch';
import { installCapture } from '../../page/install';
import { BINDING_NAME } from './binding-name';

type Binding = (batch: { readonly doc: string; readonly n: number; readonly body: string }) => Promise<void>;

function isBinding(value: unknown): value is Binding {
  return typeof value === 'function';
}

function record(page: Window & typeof globalThis): void {
  const send: unknown = Reflect.get(page, BINDING_NAME);
  if (!isBinding(send)) return;
  // The page need not see it.
  Reflect.deleteProperty(page, BINDING_NAME);
  const doc = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
  let n = 0;
  installCapture(page, (body, bytes) => {
    // What leaves the page is JSON. A page that is closed takes no answer.
    send({ doc, n: n++, ...asText({ body, bytes }) }).catch(() => {});
    return true;
  });
}

record(window);
