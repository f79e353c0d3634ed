// Data that a page sends over a WebSocket, as it was at that moment.

/** Bytes are copied: the page may change them. What is neither bytes nor a Blob becomes text, as in the browser. */
export function readSent(data: unknown): Uint8Array<ArrayBuffer> | Blob | string {
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0));
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
  return data instanceof Blob ? data : String(data);
}
