// A JSON array of events: what compaction writes, and a common way to save a run.
import { nestsTooDeep, TOO_DEEP } from '@/lib/agui/depth';
import type { Json } from '@/lib/agui/json';
import { bodyBatch, lineOf, reasonOf, textChunks, textOf } from '@/lib/files/input';
import type { FileInput, Format, ReadResult } from '@/lib/files/types';

/** The text of a JSON array, one element per line. */
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
  if (nestsTooDeep(text)) return { error: `${input.name} ${TOO_DEEP}.` };
  let values: Json;
  try {
    values = JSON.parse(text);
  } catch (error) {
    const line = lineOf(text, error);
    return {
      error: `${input.name} is invalid JSON${line === undefined ? '' : ` at line ${line}`}: ${reasonOf(error)}.`,
    };
  }
  if (!Array.isArray(values)) return { error: `${input.name} is valid JSON, but not an array of events.` };
  // As lines, so that every element is one frame and array indexes are seqs.
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
