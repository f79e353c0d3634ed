// Bytes and text in any mixture → text, and the base64 that JSON needs for bytes.

/** Reads chunks as UTF-8 text; a character cut by a chunk is kept until the rest comes. The BOM is kept. */
export function createTextReader(): { read(chunk: string | Uint8Array): string; end(): string } {
  let decoder: TextDecoder | undefined;
  const flush = (): string => {
    const rest = decoder === undefined ? '' : decoder.decode();
    decoder = undefined;
    return rest;
  };
  return {
    read(chunk) {
      if (typeof chunk === 'string') return decoder === undefined ? chunk : flush() + chunk;
      decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
      return decoder.decode(chunk, { stream: true });
    },
    end: flush,
  };
}

/** Base64 of bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In steps, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary);
}

/** Bytes of base64; undefined where it is none. */
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
