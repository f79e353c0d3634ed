// A snapshot that replaces some messages and leaves the others where they are touches only these, and what finds
// messages and calls stays true.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/log/history';
import { findCall, findMessage } from '@/lib/model/conversation';
import { modelFold } from '@/lib/model/model';
import { nodeOf, type ThreadNode } from '@/lib/model/nodes';
import { logOf } from '../support/logs';

const START = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };

function threadOf(events: readonly object[], at = events.length): ThreadNode {
  const history = createHistory(modelFold, logOf([START, ...events]));
  return nodeOf(history.at(at)).threads.at(0) ?? expect.fail();
}

const activity = (at: number) => ({
  type: 'ACTIVITY_SNAPSHOT',
  messageId: `a${at}`,
  activityType: 'x',
  content: { at },
});
const snapshot = (messages: readonly object[]) => ({ type: 'MESSAGES_SNAPSHOT', messages });
const user = (content: string) => ({ id: 'u', role: 'user', content });

test('one message among many is replaced', () => {
  const activities = Array.from({ length: 2_000 }, (_none, at) => activity(at));
  const events = [snapshot([user('first')]), ...activities, snapshot([user('second')])];
  const history = createHistory(modelFold, logOf([START, ...events]));
  const [before, after] = [events.length - 1, events.length].map(
    (at) => nodeOf(history.at(at)).threads.at(0) ?? expect.fail(),
  );
  const old = new Set<unknown>(before?.messages.chunks);
  expect(after?.messages.chunks.filter((chunk) => !old.has(chunk))).toHaveLength(1);
  expect(after?.messages.at(0)?.message).toEqual(user('second'));
});

const IDS = ['m1', 'm2', 'm3', 'm4', 'a0', 'a1'];
const CALLS = ['c1', 'c2', 'c3'];
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
const message = fc.record({
  id: fc.constantFrom(...IDS),
  role: fc.constant('assistant'),
  content: fc.constantFrom('x', 'y'),
  toolCalls: fc.array(fc.constantFrom(...CALLS).map(call), { maxLength: 3 }),
});
const step = fc.oneof(
  fc.array(message, { maxLength: 5 }).map(snapshot),
  fc.constantFrom(0, 1, 2, 3).map(activity),
);

test('messages and calls are found where they are first', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12, size: 'max' }), (events) => {
      const thread = threadOf(events);
      const all = [...thread.messages];
      for (const id of [...IDS, 'a2', 'a3'])
        expect(findMessage(thread, id)?.index ?? -1).toBe(all.findIndex((node) => node.message.id === id));
      const calls = all.flatMap(({ message: each }, at) =>
        'toolCalls' in each ? (each.toolCalls ?? []).map(({ id }, index) => ({ id, at, index })) : [],
      );
      for (const id of CALLS) {
        const found = findCall(thread, id);
        const first = calls.find((each) => each.id === id);
        expect(found && { at: found.index, index: found.call }).toEqual(
          first && { at: first.at, index: first.index },
        );
      }
    }),
    { numRuns: 300 },
  );
});
