// A delay that the page cannot cancel. The ids of `setTimeout` are shared by the page and the bridge, and a page may
// clear all of them (`let id = setTimeout(f); while (id) clearTimeout(id--)`). The timeout of an AbortSignal has no
// id.
import { apply, listen } from './natives';

const { AbortSignal: NativeSignal } = globalThis;
const { timeout } = NativeSignal;

export function after(ms: number, work: () => void): void {
  listen(apply(timeout, NativeSignal, [ms]), 'abort', work);
}
