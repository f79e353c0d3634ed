// One event per line.
import { factsOf } from '@/lib/files/format-facts';
import { bodyBatch, textChunks, textInSteps, textOf } from '@/lib/files/input';
import type { FileHead, Format } from '@/lib/files/types';

function confidence({ name, start }: FileHead): number {
  if (!/^\ufeff?\s*\{/.test(start)) return 0;
  return /\.(jsonl|ndjson)$/.test(name) ? 0.7 : 0.5;
}

/** One event per line. */
export const ndjsonFile: Format = {
  ...factsOf('ndjson-file'),
  confidence,
  read: (input) => ({
    batches: [bodyBatch(input.name, 'application/x-ndjson', textChunks(textOf(input), 1, 0))],
  }),
  readInSteps: (file) => textInSteps(file, 'application/x-ndjson'),
  *write(source) {
    for (const event of source.events()) yield `${JSON.stringify(event)}\n`;
  },
};
