// A JSON array of events: what compaction writes, and what people keep of a run.
import type { Json } from '@/lib/agui/json';
import { bodyBatch, lineOf, reasonOf, textChunks, textOf } from '@/lib/files/input';
import type { FileInput, Format, ReadResult } from '@/lib/files/types';

/** Text of a JSON array, an element per line. */
export function* arrayText(items: Iterable<unknown>): Iterable<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function read(input: FileInput): ReadResult {
  const text = textOf(input).replace(/^\ufeff/, '');
  let values: Json;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const line = lineOf(text, error);
    return {
      error: `${input.name} is no JSON${line === undefined ? '' : ` in line ${line}`}: ${reasonOf(error)}.`,
    };
  }
  if (!Array.isArray(values)) return { error: `${input.name} holds JSON, but no array of events.` };
  // As lines: one element is one frame, whatever it holds, so that positions in the array are seqs.
  const lines = values.map((value: Json) => `${JSON.stringify(value)}\n`).join('');
  return { batches: [bodyBatch(input.name, 'application/x-ndjson', textChunks(lines, 1, 0))] };
}

/** A JSON array of events. */
export const jsonArray: Format = {
  id: 'json-array',
  label: 'Events (JSON array)',
  extension: '.json',
  mime: 'application/json',
  confidence: ({ start }) => (/^\ufeff?\s*\[/.test(start) ? 0.8 : 0),
  read,
  write: (source) => arrayText(source.events()),
};
