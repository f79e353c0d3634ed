// Compresses output in steps.
import { Gzip } from 'fflate';

export function* packed(parts: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let ready: Uint8Array[] = [];
  const gzip = new Gzip((bytes) => ready.push(bytes));
  const taken = (): readonly Uint8Array[] => {
    const bytes = ready;
    ready = [];
    return bytes;
  };
  for (const part of parts) {
    gzip.push(part);
    yield* taken();
  }
  gzip.push(new Uint8Array(0), true);
  yield* taken();
}
