// Turns any mixture of bytes and text into text.

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
