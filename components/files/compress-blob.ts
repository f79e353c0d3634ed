export function gzipped(file: Blob, signal?: AbortSignal): Response {
  return new Response(
    file.stream().pipeThrough(new CompressionStream('gzip'), signal === undefined ? {} : { signal }),
  );
}

/** Compressed if possible. Readers detect the compression. */
export async function compressed(plain: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof CompressionStream === 'undefined') return new Uint8Array(await plain.arrayBuffer());
  return new Uint8Array(await gzipped(plain).arrayBuffer());
}
