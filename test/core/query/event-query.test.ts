// A query of a single event passes what the filter of the list passes.
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/core/json/json';
import { createEventQuery } from '@/lib/core/query/event-query';

const START = { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'weather' };
const DELTA = { type: 'STATE_DELTA', delta: [{ op: 'move', from: '/cart/old', path: '/total' }] };
const SNAPSHOT = { type: 'STATE_SNAPSHOT', snapshot: { cart: { new: 1 } } };
const TEXT = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Grüße aus "Rom"' };

const passes = (query: string, event: JsonObject, tool = '') =>
  createEventQuery(query).passes({ type: String(event['type']), tool, text: JSON.stringify(event), event });

test.each<[string, JsonObject, string, boolean]>([
  ['', TEXT, '', true],
  ['type:TOOL_*', START, 'weather', true],
  ['type:TOOL_*', TEXT, '', false],
  ['type:RUN_STARTED,TEXT_*', TEXT, '', true],
  ['type:RUN_STARTED type:TEXT_*', TEXT, '', true],
  ['-type:TEXT_*', TEXT, '', false],
  ['tool:weather', START, 'weather', true],
  ['tool:weather', START, 'search', false],
  ['type:TOOL_* -tool:weather', START, 'weather', false],
  ['tool:"weather"', START, 'weather', true],
  ['tool:"weather"', START, 'weather_now', false],
  ['tool:"weather*"', START, 'weather_now', true],
  ['id:c1', START, 'weather', true],
  ['id:m1', START, 'weather', false],
  ['path:/cart', DELTA, '', true],
  ['path:/total', DELTA, '', true],
  ['path:/tot', DELTA, '', false],
  ['path:/cart/new', SNAPSHOT, '', true],
  ['path:/total', SNAPSHOT, '', false],
  ['path:/total', TEXT, '', false],
  ['grüsse', TEXT, '', false],
  ['GRÜSSE', { ...TEXT, delta: 'grüsse' }, '', true],
  ['Grüße rom', TEXT, '', true],
  ['Grüße Paris', TEXT, '', false],
  ['"aus "', TEXT, '', true],
  ['-Rom', TEXT, '', false],
  ['text_message', TEXT, '', true],
  // Not a field here, as in a panel that does not provide it.
  ['gap:>2s', TEXT, '', false],
])('the query %s matches as in the panel', (query, event, tool, isWanted) =>
  expect(passes(query, event, tool)).toBe(isWanted),
);

test('a frame that is not JSON has words, and neither ids nor paths', () => {
  const event = { type: '', tool: '', text: 'data that is no event' };
  expect(createEventQuery('NO event').passes(event)).toBe(true);
  expect(createEventQuery('path:').passes(event)).toBe(true);
  expect(createEventQuery('path:/a').passes(event)).toBe(false);
  expect(createEventQuery('id:a').passes(event)).toBe(false);
});

test('a query that is too long for a pattern is a problem, as in the filter of the list', () => {
  const query = createEventQuery('ü'.repeat(8000));
  expect(query.problems).toEqual([expect.stringContaining('at most')]);
  expect(query.passes({ type: 'x', tool: '', text: 'ü'.repeat(8000) })).toBe(false);
});

test('terms that need more than one event are named, and nothing matches', () => {
  const query = createEventQuery('/a+/ run:x path:a', (name) => name === 'run');
  expect(query.problems).toEqual([
    '/a+/ is a regular expression. Rules match words.',
    'run: needs the whole log. Rules match type:, tool:, id:, path: and words.',
    "path: 'a' is not a JSON Pointer: it must start with /, as in /cart/total.",
  ]);
  expect(query.passes({ type: 'x', tool: '', text: 'a' })).toBe(false);
});
