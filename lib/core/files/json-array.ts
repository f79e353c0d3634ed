// JSON array of events, as compaction writes it.

import { arrayText } from '@/lib/core/files/array-text';
import { withDamage } from '@/lib/core/files/damaged';
import { exactJson } from '@/lib/core/files/exact-text';
import { readTextBody } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import { textsOf } from '@/lib/core/files/input';
import { Elements } from '@/lib/core/files/json-elements';
import type { FileInput, Format } from '@/lib/core/files/types';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import { reasonOf } from '@/lib/core/json/reason';

/** Reads up to the first element; later ones are checked as events. */
function problemOf(input: FileInput): string | undefined {
  const elements = new Elements();
  let lines = '';
  for (const text of textsOf(input)) {
    lines = elements.read(text);
    if (lines !== '') break;
  }
  const first = (lines || elements.end()).split('\n', 1)[0] ?? '';
  const isCut = lines === '' && elements.isCut;
  if (first === '') return isCut ? 'is JSON that is cut off' : undefined;
  if (nestsTooDeep(first)) return TOO_DEEP;
  try {
    JSON.parse(first);
    return undefined;
  } catch (error) {
    return isCut ? 'is JSON that is cut off' : `is invalid JSON: ${reasonOf(error)}`;
  }
}

export const jsonArray: Format = {
  ...factsOf('json-array'),
  confidence: ({ start }) => (/^\ufeff?\s*\[/.test(start) ? 0.8 : 0),
  /** Elements as lines: each becomes one frame, and its index a seq. */
  read(input) {
    const { name } = input;
    const problem = problemOf(input);
    if (problem !== undefined) return { error: `${name} ${problem}.` };
    let isCut = false;
    const lines = function* (): Iterable<string> {
      const elements = new Elements();
      for (const text of textsOf(input)) yield elements.read(text);
      yield elements.end();
      ({ isCut } = elements);
    };
    const body = readTextBody(name, 'application/x-ndjson', lines);
    if ('error' in body) return body;
    const sentence = () => (isCut ? `${name} is JSON that is cut off` : undefined);
    return { ...body, batches: withDamage(body.batches, sentence) };
  },
  write: (source) => arrayText(source.events(), 'lines', exactJson),
};
