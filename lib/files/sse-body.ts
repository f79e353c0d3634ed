// The raw body of an event stream, as saved by curl.
import { bodyBatch, byteChunks, textChunks } from '@/lib/files/input';
import type { FileHead, Format } from '@/lib/files/types';

function confidence({ name, start }: FileHead): number {
  const looksRight = /^\ufeff?[\s]*(data|event|id|retry)?:/.test(start);
  if (name.endsWith('.sse')) return looksRight ? 0.95 : 0.6;
  return looksRight ? 0.75 : 0;
}

/** The raw body of an event stream. */
export const sseBody: Format = {
  id: 'sse-body',
  label: 'Server-sent events (body)',
  extension: '.sse',
  mime: 'text/event-stream',
  confidence,
  read({ name, text, bytes }) {
    const chunks = text === undefined ? byteChunks(bytes ?? new Uint8Array(0), 1, 0) : textChunks(text, 1, 0);
    return { batches: [bodyBatch(name, 'text/event-stream', chunks)] };
  },
  *write(source) {
    for (const event of source.events()) yield `data: ${JSON.stringify(event)}\n\n`;
  },
};
