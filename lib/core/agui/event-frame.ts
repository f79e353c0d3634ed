// Frames of events, as servers write them.

export type TextFormat = 'sse' | 'ndjson';
export type EventFormat = TextFormat | 'proto';

export const splitLines = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

export function frameOf(format: TextFormat, text: string): string {
  return format === 'ndjson'
    ? `${splitLines(text).join(' ')}\n`
    : `data: ${splitLines(text).join('\ndata: ')}\n\n`;
}
