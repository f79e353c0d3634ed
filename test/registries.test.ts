// Every implementation is listed in its registry, under its own name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/agui/events';
import { decoders } from '@/lib/decode/decoders';
import { framers } from '@/lib/decode/framers';
import { formats } from '@/lib/files/formats';
import { clientRules } from '@/lib/lint/client-rules';
import { rules } from '@/lib/lint/rules';
import { reducers } from '@/lib/model/reducers';

const LIB = join(import.meta.dirname, '../lib');

/** Files of a folder whose text matches, without their extension. */
function implementing(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(LIB, folder))
    .filter((name) => name.endsWith('.ts') && pattern.test(readFileSync(join(LIB, folder, name), 'utf8')))
    .map((name) => name.slice(0, -3))
    .sort();
}

test.each([
  ['framers', 'decode', /^export const \w+: Framer\b/m, framers.map((framer) => framer.name)],
  [
    'decoders',
    'decode',
    /^export const \w+(: Decoder|: Translator)? = (envelopeDecoder|lookAlike|\{ dialect|\{\n {2}dialect)/m,
    decoders.map((decoder) => decoder.dialect),
  ],
  ['formats', 'files', /^export const \w+: Format\b/m, formats.map((format) => format.id)],
  [
    'rules',
    'lint',
    /^export const \w+: Rule\b/m,
    // Those of the client are one table, complete by its type.
    rules.filter((rule) => !clientRules.some(({ id }) => id === rule.id)).map((rule) => rule.id),
  ],
] as const)('%s', (_registry, folder, pattern, listed) => {
  expect([...listed].sort()).toEqual(implementing(folder, pattern));
  expect(new Set(listed).size).toBe(listed.length);
});

test('every rule has a stream that fires it', () => {
  const fixtures = readdirSync(join(import.meta.dirname, 'fixtures/lint')).sort();
  expect(fixtures).toEqual(rules.map((rule) => rule.id).sort());
});

test('every event type has a reducer, and no other has', () => {
  expect(Object.keys(reducers).sort()).toEqual([...EVENT_TYPES].sort());
});
