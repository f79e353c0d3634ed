import { gzipped } from '../files/gzip';

/** Compressed if possible. Readers detect the compression. */
export async function packed(plain: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === 'undefined') return new Uint8Array(await plain.arrayBuffer());
  return new Uint8Array(await gzipped(plain).arrayBuffer());
}
