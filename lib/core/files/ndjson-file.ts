// One event per line.
import { Elements } from '@/lib/core/files/elements';
import { exactJson } from '@/lib/core/files/exact';
import { factsOf } from '@/lib/core/files/format-facts';
import { bodyBatch, textChunks, textInSteps, textOf } from '@/lib/core/files/input';
import type { FileHead, Format } from '@/lib/core/files/types';

/** Units of the beginning that is looked at. */
const HEAD = 4096;

function confidence({ name, start }: FileHead): number {
  if (!/^\ufeff?\s*\{/.test(start)) return 0;
  return /\.(jsonl|ndjson)$/.test(name) ? 0.7 : 0.5;
}

/** Whether each event is spread out over lines, as jq prints them: one ends at the margin, the next begins there. */
function isSpread(start: string): boolean {
  return /^\ufeff?\{\s*\n/.test(start) && /\n\},?\s*\n\{/.test(start);
}

function* linesOf(texts: Iterable<string>): Iterable<string> {
  const elements = new Elements(0);
  for (const text of texts) yield elements.read(text);
  yield elements.end();
}

function startOf(texts: Iterable<string>): string {
  let start = '';
  for (const text of texts) {
    start += text.slice(0, HEAD);
    if (start.length >= HEAD) break;
  }
  return start;
}

/** The text with a line for each event, whatever it was. */
function asLines(texts: () => Iterable<string>): Iterable<string> {
  return isSpread(startOf(texts())) ? linesOf(texts()) : texts();
}

/** One event per line. */
export const ndjsonFile: Format = {
  ...factsOf('ndjson-file'),
  confidence,
  read: (input) => ({
    batches: [
      bodyBatch(
        input.name,
        'application/x-ndjson',
        textChunks([...asLines(() => [textOf(input)])].join(''), 1, 0),
      ),
    ],
  }),
  readInSteps: ({ texts, ...file }) =>
    textInSteps({ ...file, texts: () => asLines(texts) }, 'application/x-ndjson'),
  *write(source) {
    for (const event of source.events()) yield `${exactJson(event)}\n`;
  },
};
