// A delay that no page can end. The ids of `setTimeout` are shared by the page and the bridge, and a page may clear all
// of them (`let id = setTimeout(f); while (id) clearTimeout(id--)`). A signal that times out has no id.
import { apply, listen } from './natives';

const { AbortSignal: NativeSignal } = globalThis;
const { timeout } = NativeSignal;

export function after(ms: number, work: () => void): void {
  listen(apply(timeout, NativeSignal, [ms]), 'abort', work);
}
