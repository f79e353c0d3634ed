// Bytes as base64, for records in JSON.

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In blocks: the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary);
}

export function parseBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Bytes as base64 texts of about `length` units, at least one. */
export function* base64Slices(bytes: Uint8Array, length: number): Iterable<string> {
  const step = Math.ceil(length / 4) * 3;
  for (let at = 0; at === 0 || at < bytes.length; at += step) yield toBase64(bytes.subarray(at, at + step));
}

/** The bytes of several base64 texts, concatenated; undefined if one is invalid. */
export function parseSlices(texts: readonly string[]): Uint8Array<ArrayBuffer> | undefined {
  const parts = texts.map(parseBase64);
  return parts.every((part) => part !== undefined) ? joinBytes(parts) : undefined;
}

/** A protobuf message with its length prefix: four bytes, big-endian. */
export function lengthPrefixed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 + message.length);
  new DataView(bytes.buffer).setUint32(0, message.length);
  bytes.set(message, 4);
  return bytes;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
