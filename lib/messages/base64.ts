// Bytes as text: records are JSON.

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In blocks, because a call takes a limited number of arguments.
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

/** The bytes of several base64 texts, one after the other; undefined if one is invalid. */
export function parseSlices(texts: readonly string[]): Uint8Array<ArrayBuffer> | undefined {
  const parts = texts.map((text) => parseBase64(text) ?? []);
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.length === 0 && texts[index] !== '') return undefined;
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
