import { expect, test } from 'vitest';
import { SPEC } from '@/lib/core/consumers/profile';
import { createLintFold, lintFold } from '@/lib/core/lint/lint';
import type { CapturedRecord } from '@/lib/messages/records';
import { findingsOf, logOf, logOfRecords, openRecord } from '../../support/logs';
import { events } from '../../support/stream-text';

const RUN = events('run · end');
const USER = { id: 'u', role: 'user', content: 'Hi.' };

function calling(...ids: readonly string[]): object {
  const toolCalls = ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }));
  return { id: `a-${ids.join('-')}`, role: 'assistant', toolCalls };
}

const answer = (id: string): object => ({ id: `t-${id}`, role: 'tool', toolCallId: id, content: 'done' });

function found(messages: readonly object[], more: object = {}): string[] {
  const request = { threadId: 't', runId: 'r', messages, ...more };
  return findingsOf(logOf(RUN, request)).map(({ rule, message }) => `${rule}: ${message}`);
}

test('calls without a result in their request are reported', () => {
  expect(found([USER, calling('a', 'b'), answer('a'), answer('b'), USER])).toEqual([]);
  expect(found([USER, calling('a', 'b'), answer('b'), { ...USER, id: 'v' }])).toEqual([
    "call-unanswered: Call 'a' has no result, neither in the stream nor in this request.",
  ]);
  // The interrupt came before capture began.
  expect(found([calling('a')], { resume: [{ interruptId: 'i', status: 'resolved' }] })).toEqual([]);
});

test('results that do not follow their call are reported', () => {
  expect(found([answer('a'), USER])).toEqual([
    "message-order: Tool message 't-a' is the result of call 'a', which no earlier message contains.",
  ]);
  expect(found([calling('a'), USER, answer('a')])).toEqual([
    "message-order: Tool message 't-a' is the result of call 'a', but does not directly follow it.",
  ]);
});

test('both ends of a run are on the thread of its request, by the specification', () => {
  const log = logOf(events('run · RUN_FINISHED {"threadId":"x","runId":"r"}'), {
    threadId: 't',
    runId: 'r',
    messages: [],
  });
  const rules = (fold: typeof lintFold) =>
    findingsOf(log, fold).map(({ rule, message }) => `${rule}: ${message}`);
  expect(rules(lintFold)).toEqual([]);
  expect(rules(createLintFold(SPEC))).toEqual([
    "run-ids-disagree: RUN_FINISHED names thread 'x', but the run belongs to thread 't'.",
  ]);
});

test('of several requests on one socket, each run is compared with its own', () => {
  const frame = (dir: 'in' | 'out', value: object): CapturedRecord => {
    return { kind: 'frame', t: 2, stream: 1, dir, text: JSON.stringify(value) };
  };
  const asked = (runId: string) => frame('out', { threadId: 't', runId, messages: [] });
  const run = (runId: string) => RUN.map((event) => frame('in', { ...event, runId }));
  const records = [asked('r1'), ...run('r1'), asked('r2'), ...run('r2'), asked('r3'), ...run('other')];
  const open = openRecord({ transport: 'web-socket', url: 'ws://localhost/ws', method: 'GET' });
  const findings = findingsOf(logOfRecords([open, ...records]));
  expect(findings.map(({ message }) => message)).toEqual([
    "The request asked for run 'r3', but run 'other' is started.",
  ]);
});
