// One event per line.
import { bodyBatch, textChunks, textInSteps, textOf } from '@/lib/files/input';
import type { FileHead, Format } from '@/lib/files/types';

function confidence({ name, start }: FileHead): number {
  if (!/^\ufeff?\s*\{/.test(start)) return 0;
  return /\.(jsonl|ndjson)$/.test(name) ? 0.7 : 0.5;
}

/** One event per line. */
export const ndjsonFile: Format = {
  id: 'ndjson-file',
  label: 'Events (one per line)',
  extension: '.ndjson',
  mime: 'application/x-ndjson',
  confidence,
  read: (input) => ({
    batches: [bodyBatch(input.name, 'application/x-ndjson', textChunks(textOf(input), 1, 0))],
  }),
  readInSteps: (file) => textInSteps(file, 'application/x-ndjson'),
  isPackable: true,
  *write(source) {
    for (const event of source.events()) yield `${JSON.stringify(event)}\n`;
  },
};
