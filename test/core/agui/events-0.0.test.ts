// The schemas of client 0.0.59, against those of the installed package: what they take, and in which words they refuse.
import * as old from 'ag-ui-client-0.0';
import { expect, test } from 'vitest';
import { parseOldEvent } from '@/lib/core/agui/events-0.0';
import { amount } from '../../support/amount';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';

function theirs(value: unknown): unknown {
  const parsed = old.EventSchemas.safeParse(value);
  return parsed.success ? { event: parsed.data } : { error: parsed.error.message };
}

const ODD: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1.5,
  Infinity,
  '',
  'x',
  true,
  [],
  [null],
  {},
  { type: 'x' },
];
const PART = { type: 'image', source: { type: 'data', value: 'x', mimeType: 'image/png' } };
const FULL: readonly object[] = [
  {
    type: 'RUN_STARTED',
    threadId: 't',
    runId: 'r',
    input: {
      threadId: 't',
      runId: 'r',
      state: null,
      messages: [{ id: 'u', role: 'user', content: [PART, { type: 'binary', mimeType: 'a/b', url: 'x' }] }],
      tools: [{ name: 'f', description: '' }],
      context: [{ description: '', value: '' }],
      resume: [{ interruptId: 'i', status: 'resolved' }],
    },
  },
  ...events(`
    RUN_FINISHED {"threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"}]}}
    RUN_FINISHED {"threadId":"t","runId":"r","usage":[{"inputTokens":1,"outputTokens":2}]}
    SUBAGENT_FINISHED {"subagentRunId":"s","outcome":{"type":"suspended","interruptIds":["i"]}}
    messages [{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]},{"id":"b","role":"tool","toolCallId":"c","content":"x"},{"id":"d","role":"activity","activityType":"A","content":{}},{"id":"e","role":"reasoning","content":""},{"id":"g","role":"system","content":""}]
    STATE_SNAPSHOT {"snapshot":null,"timestamp":1}
  `),
];

type Holder = Record<string | number, unknown>;

function places(value: unknown, found: (readonly [Holder, string])[] = []): (readonly [Holder, string])[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push([value as Holder, key]);
    places(inner, found);
  }
  return found;
}

test('every value of every property, replaced by an odd one or left out', () => {
  for (const event of FULL) {
    const count = places(event).length;
    for (let at = 0; at < count; at++) {
      for (const odd of [...ODD, 'left out']) {
        const changed: unknown = structuredClone(event);
        const [holder, key] = places(changed)[at] ?? [];
        if (holder === undefined || key === undefined) continue;
        if (odd === 'left out') delete holder[key];
        else holder[key] = odd;
        expect(parseOldEvent(changed), JSON.stringify(changed)).toEqual(theirs(changed));
      }
    }
  }
});

test.each(ODD)('a frame that is not an event: %j', (odd) => {
  expect(parseOldEvent(odd)).toEqual(theirs(odd));
  expect(parseOldEvent({ type: odd })).toEqual(theirs({ type: odd }));
});

test('events of random streams with an odd value', () => {
  const random = createRandom(7);
  for (let seed = 1; seed <= amount(60); seed++) {
    for (const event of randomStream(seed)) {
      const changed: unknown = structuredClone(event);
      const all = places(changed);
      const [holder, key] = all[random.below(all.length)] ?? [];
      if (holder !== undefined && key !== undefined) holder[key] = ODD[random.below(ODD.length)];
      expect(parseOldEvent(changed), JSON.stringify(changed)).toEqual(theirs(changed));
    }
  }
});
