// Turns any mixture of bytes and text into text, and bytes into the base64 that JSON needs.

/** Reads chunks as UTF-8 text. A character split between chunks is held until it is complete. The BOM is kept. */
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

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In blocks, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary);
}

/** Decodes base64; undefined if invalid. */
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
