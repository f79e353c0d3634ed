// A JSON array of events: what compaction writes, and a common way to save a run.

import { arrayText } from '@/lib/core/files/array-text';
import { withDamage } from '@/lib/core/files/damaged';
import { Elements } from '@/lib/core/files/elements';
import { exactJson } from '@/lib/core/files/exact';
import { factsOf } from '@/lib/core/files/format-facts';
import { bodyBatch, bodyInSteps, parseJsonFile, textChunks, textOf } from '@/lib/core/files/input';
import type { FileInput, FileSteps, Format, ReadResult, ReadSteps } from '@/lib/core/files/types';
import { inexactNumber } from '@/lib/core/json/exact-number';
import type { Json } from '@/lib/core/json/json';

function read(input: FileInput): ReadResult {
  const parsed = parseJsonFile(input, 1);
  if ('error' in parsed) return parsed;
  const { value: values, cut } = parsed;
  if (!Array.isArray(values)) return { error: `${input.name} is valid JSON, but not an array of events.` };
  if (cut !== undefined && values.length === 0) return { error: `${cut}.` };
  // As lines, so that every element is one frame and array indexes are seqs.
  const isKept = cut === undefined && inexactNumber(textOf(input)) === undefined;
  const lines = isKept ? values.map((value: Json) => `${JSON.stringify(value)}\n`).join('') : cutLines(input);
  const body = bodyBatch(input.name, 'application/x-ndjson', textChunks(lines, 1, 0));
  return { batches: [...withDamage([body], () => cut)] };
}

function cutLines(input: FileInput): string {
  const elements = new Elements();
  return elements.read(textOf(input)) + elements.end();
}

/**
 * The elements of an array as lines. Text that is no such array comes as it is from there on: it is frames that cannot
 * be read, with what stands there.
 */
function readInSteps({ name, texts }: FileSteps): ReadSteps {
  let isCut = false;
  const steps = bodyInSteps(name, 'application/x-ndjson', function* () {
    const elements = new Elements();
    for (const text of texts()) yield textChunks(elements.read(text), 1, 0);
    yield textChunks(elements.end(), 1, 0);
    ({ isCut } = elements);
  });
  if ('error' in steps) return steps;
  const sentence = () => (isCut ? `${name} is JSON that is cut off` : undefined);
  return { ...steps, batches: withDamage(steps.batches, sentence) };
}

/** A JSON array of events. */
export const jsonArray: Format = {
  ...factsOf('json-array'),
  confidence: ({ start }) => (/^\ufeff?\s*\[/.test(start) ? 0.8 : 0),
  read,
  readInSteps,
  write: (source) => arrayText(source.events(), 'lines', exactJson),
};
