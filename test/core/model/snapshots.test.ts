// After any snapshots, messages and calls are found where they are first, and results stand behind their calls.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { findCall, findMessage } from '@/lib/core/model/conversation';
import { modelFold } from '@/lib/core/model/model';
import { nodeOf, type ThreadNode } from '@/lib/core/model/nodes';
import { logOf, STARTED as START } from '../../support/logs';

function threadOf(events: readonly object[]): ThreadNode {
  const history = createHistory(modelFold, logOf([START, ...events]));
  return nodeOf(history.head()).threads.at(0) ?? expect.fail();
}

const activity = (at: number) => ({
  type: 'ACTIVITY_SNAPSHOT',
  messageId: `a${at}`,
  activityType: 'x',
  content: { at },
});
const snapshot = (messages: readonly object[]) => ({ type: 'MESSAGES_SNAPSHOT', messages });
const user = (content: string) => ({ id: 'u', role: 'user', content });

const IDS = ['m1', 'm2', 'm3', 'm4', 'a0', 'a1'];
const CALLS = ['c1', 'c2', 'c3'];
const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });

const answer = (call: string, at: number) => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `r${at}`,
  toolCallId: call,
  content: 'x',
});

function placeIn({ messages }: ThreadNode, toolCallId: string): number {
  const all = [...messages];
  const has = (node: (typeof all)[number]) =>
    'toolCalls' in node.message && (node.message.toolCalls ?? []).some(({ id }) => id === toolCallId);
  const at = all.findIndex(has);
  if (at < 0) return all.length;
  const next = all.findIndex((node, index) => index > at && node.message.role !== 'tool');
  return next < 0 ? all.length : next;
}

test('very many results are placed behind their call', () => {
  const reported = (id: string, calls: readonly string[]) => ({
    id,
    role: 'assistant',
    content: '',
    toolCalls: calls.map(call),
  });
  const tool = (at: number) => ({ id: `r${at}`, role: 'tool', toolCallId: 'c1', content: 'y' });
  const shapes = [
    [reported('m1', ['c1', 'c2']), reported('m2', ['c3'])],
    [reported('m1', ['c1', 'c2']), tool(3), user('between'), tool(5), reported('m2', ['c3'])],
    [reported('m1', ['c1', 'c2']), { ...tool(3), role: 'user' }, tool(5), reported('m2', ['c3'])],
  ];
  // The same messages, with another role for one of the results.
  const changed = ({ messages }: ThreadNode) => {
    const all = [...messages].map((node): object => node.message);
    const results = [...messages].flatMap((node, at) => (node.message.role === 'tool' ? [at] : []));
    const middle = results[results.length >> 1] ?? -1;
    return snapshot(all.map((each, at) => (at === middle ? { ...each, role: 'user' } : each)));
  };
  const kinds = fc.constantFrom(
    ...Array.from({ length: 120 }, () => 'result'),
    ...['snapshot', 'changed', 'changed', 'replacing', 'replacing'],
  );
  const steps = fc.array(fc.tuple(kinds, fc.constantFrom(...CALLS), fc.nat(2)), {
    minLength: 150,
    maxLength: 250,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (chosen) => {
      const events: object[] = [snapshot(shapes[0] ?? [])];
      for (const [at, [kind, id, shape]] of chosen.entries()) {
        if (kind === 'result') events.push(answer(id, at));
        else if (kind === 'replacing') events.push({ ...activity(at), messageId: `r${at - 10}` });
        else if (kind === 'changed') events.push(changed(threadOf(events)));
        else events.push(snapshot(shapes[shape] ?? []));
      }
      const history = createHistory(modelFold, logOf([START, ...events]));
      let before = nodeOf(history.at(1)).threads.at(0) ?? expect.fail();
      for (const [at, [kind, id]] of chosen.entries()) {
        const after = nodeOf(history.at(at + 2)).threads.at(0) ?? expect.fail();
        if (kind === 'result') expect(after.messages.at(placeIn(before, id))?.message.id).toBe(`r${at}`);
        before = after;
      }
    }),
    { numRuns: 10 },
  );
});

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

test('messages and calls are found at their first position', () => {
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
