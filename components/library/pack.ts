// A recording as it is stored: compressed, where the browser can.
import { gzipped } from '../files/gzip';

/** The bytes of a recording. Whoever reads them finds out by themselves whether they are compressed. */
export async function packed(plain: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === 'undefined') return new Uint8Array(await plain.arrayBuffer());
  return new Uint8Array(await gzipped(plain).arrayBuffer());
}
