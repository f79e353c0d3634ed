export function gzipped(file: Blob, signal?: AbortSignal): Response {
  return new Response(
    file.stream().pipeThrough(new CompressionStream('gzip'), signal === undefined ? {} : { signal }),
  );
}
