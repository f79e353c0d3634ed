// One event per line.

import { exactJson } from '@/lib/core/files/exact-text';
import { readTextBody } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import { headOf, textsOf } from '@/lib/core/files/input';
import { Elements } from '@/lib/core/files/json-elements';
import type { Format } from '@/lib/core/files/types';
import { isJsonObject, parseJson } from '@/lib/core/json/json';

const isWhole = (line: string): boolean => isJsonObject(parseJson(line));

/** True for objects that span lines, as jq prints them. */
function isSpread(start: string): boolean {
  if (!/^\ufeff?\s*\{(?:.*[[{])?\s*\n/.test(start)) return false;
  // The first line of NDJSON may be cut off after a bracket; whole objects follow it, without commas.
  const [, second = '', third = '{'] = start.split('\n').filter((line) => line.trim() !== '');
  return !(isWhole(second) && third.startsWith('{'));
}

function* elementLines(texts: Iterable<string>): Iterable<string> {
  const elements = new Elements(0);
  for (const text of texts) yield elements.read(text);
  yield elements.end();
}

export const ndjsonFile: Format = {
  ...factsOf('ndjson-file'),
  confidence({ name, start }) {
    if (!/^\ufeff?\s*\{/.test(start)) return 0;
    return /\.(jsonl|ndjson)$/.test(name) ? 0.7 : 0.5;
  },
  read(input) {
    const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(headOf(input));
    const texts = () => (isSpread(start) ? elementLines(textsOf(input)) : textsOf(input));
    return readTextBody(input.name, 'application/x-ndjson', texts);
  },
  *write(source) {
    for (const event of source.events()) yield `${exactJson(event)}\n`;
  },
};
