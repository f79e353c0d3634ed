// The order of messages after the client's merge of a snapshot: it keeps its own, and appends new ids.
import { expect, test } from 'vitest';
import { findingsOf } from '../../support/logs';
import { type Played, play, type Sender } from '../../support/played';

const TURN =
  'run · text m1 "Looking. " · tool a find {"n":1} · result a "ok" · text m2 "All is ok." · messages ';
const CALL = { id: 'a', type: 'function', function: { name: 'find', arguments: '{"n":1}' } };
const USER = { id: 'u', role: 'user', content: 'Hello?' };
const TEXT = { id: 'm1', role: 'assistant', content: 'Looking. ' };
const CALLED = { id: 'a', role: 'assistant', toolCalls: [CALL] };
const RESULT = { id: 'a-result', role: 'tool', content: 'ok', toolCallId: 'a' };
const ANSWER = { id: 'm2', role: 'assistant', content: 'All is ok.' };

function found(messages: readonly object[], sender?: Sender): readonly string[] {
  const findings = findingsOf(
    play({ ...(sender && { sender }), text: `${TURN}${JSON.stringify(messages)} · end` }),
  );
  return findings
    .filter(({ rule }) => rule === 'snapshot-reorders')
    .map(({ severity, message }) => `${severity} ${message}`);
}

const MOVED =
  "The snapshot moves call 'a' from message 'a' to the new message 'n', which the stock client appends after the call's result 'a-result': model providers reject the next request with HTTP 400.";

test('a call that a snapshot moves to a new message lands behind its result', () => {
  const snapshot = [USER, TEXT, { ...CALLED, id: 'n' }, RESULT, ANSWER];
  for (const sender of ['client-1.0', 'client-0.0'] as const)
    expect(found(snapshot, sender)).toEqual([`warning ${MOVED}`]);
  expect(found(snapshot, 'own')).toEqual([`info Against AG-UI 1.0: ${MOVED}`]);
  expect(found(snapshot, 'tanstack')).toEqual([]);
});

test('a result that a snapshot gives a new id lands behind the answer', () => {
  expect(found([USER, TEXT, CALLED, { ...RESULT, id: 'n' }, ANSWER], 'client-1.0')).toEqual([
    "warning The snapshot has the result of call 'a' in the new message 'n', which the stock client appends after 'm2' and not after the call: model providers reject the next request with HTTP 400.",
  ]);
});

test('snapshots with the same order, or with new ids for all messages, separate nothing', () => {
  expect(found([USER, TEXT, CALLED, RESULT, ANSWER], 'client-1.0')).toEqual([]);
  expect(found([USER, TEXT, { ...CALLED, id: 'x' }, { ...RESULT, id: 'y' }], 'client-1.0')).toEqual([]);
  expect(found([USER, TEXT, CALLED, RESULT, ANSWER, { ...ANSWER, id: 'n' }], 'client-1.0')).toEqual([]);
});

test('a snapshot that clients reject has no effect on the messages', () => {
  const text = `${TURN}${JSON.stringify([USER, { ...TEXT, content: 7 }])} · end`;
  const rules = findingsOf(play({ sender: 'client-1.0', text })).map(({ rule }) => rule);
  expect(rules.filter((rule) => rule !== 'hidden-events')).toEqual(['malformed-event']);
});

test('a missing request may have brought the result of an earlier call', () => {
  const first = 'run · tool a find {"n":1} · end';
  const text = `run r2 · text m2 "All is ok." · messages ${JSON.stringify([USER, CALLED, RESULT, ANSWER])} · end`;
  const rules = (...played: readonly Played[]) => findingsOf(play(...played)).map(({ rule }) => rule);
  expect(rules({ text: `${first}\n${text}` })).not.toContain('snapshot-reorders');
  expect(rules({ text: first }, { text })).not.toContain('snapshot-reorders');
  const request = { runId: 'r2', messages: [USER, { ...CALLED, content: '' }] };
  expect(rules({ sender: 'client-1.0', text: first }, { sender: 'client-1.0', request, text })).toContain(
    'snapshot-reorders',
  );
});
