// Script for the pages of a test: the taps of the extension, which pass batches to the test.

import { asText } from '../../messages/raw-batch';
import { FLUSHED } from '../../page/handover';
import { installCapture } from '../../page/install';
import { randomId } from '../../page/random-id';
import { BINDING_NAME } from './binding-name';

type Binding = (batch: { readonly doc: string; readonly n: number; readonly body: string }) => Promise<void>;

function isBinding(value: unknown): value is Binding {
  return typeof value === 'function';
}

function record(page: Window & typeof globalThis): void {
  const binding: unknown = Reflect.get(page, BINDING_NAME);
  if (!isBinding(binding)) return;
  Reflect.deleteProperty(page, BINDING_NAME);
  const doc = randomId();
  let n = 0;
  installCapture(page, (body, bytes) => {
    // The test knows which documents ended while they were reading.
    if (body === FLUSHED) return true;
    // Bindings take JSON. A page that is closed takes no answer.
    binding({ doc, n: n++, ...asText({ body, bytes }) }).catch(() => {});
    return true;
  });
}

record(window);
