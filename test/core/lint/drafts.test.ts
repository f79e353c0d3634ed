// Spellings that stock clients reject, by the client that reads them.
import { expect, test } from 'vitest';
import { check } from '@/lib/package/library/functions';
import { read } from '@/lib/package/library/read';
import { FINISHED, findingsOf, STARTED, sse } from '../../support/logs';
import { type Played, play } from '../../support/played';

const SNAKE = [
  { type: 'RUN_STARTED', thread_id: 't', run_id: 'r' },
  { type: 'TEXT_MESSAGE_START', message_id: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', message_id: 'm', delta: 'Hi.' },
  { type: 'TEXT_MESSAGE_END', message_id: 'm' },
  { type: 'RUN_FINISHED', thread_id: 't', run_id: 'r' },
];
const OUTCOME = [STARTED, { ...FINISHED, outcome: 'interrupt', interrupt: { id: 'i', reason: 'ask' } }];

function found(events: readonly object[], played: Partial<Played>): readonly string[] {
  const raw = events.map((event) => sse(event));
  const findings = findingsOf(play({ ...played, raw }));
  return findings
    .filter(({ rule }) => rule !== 'hidden-events')
    .map(({ seq, severity, message }) => `${seq} ${severity} ${message}`);
}

const STARTED_SNAKE = 'RUN_STARTED has snake_case keys (thread_id, run_id): the stock client rejects it';
const FINISHED_DRAFT = "RUN_FINISHED has the draft's 'outcome': the stock client rejects it";

test.each(['client-1.0', 'client-0.0'] as const)('%s rejects drafts: one error, where it stops', (sender) => {
  expect(found(SNAKE, { sender })).toEqual([`0 error ${STARTED_SNAKE} and stops here.`]);
  expect(found(OUTCOME, { sender })).toEqual([`1 error ${FINISHED_DRAFT} and stops here.`]);
});

test('a draft is an error for an unknown client, which may be a stock one', () => {
  expect(found(SNAKE, { sender: 'own' })).toEqual([`0 error ${STARTED_SNAKE}.`]);
  expect(found(OUTCOME, { sender: 'own' })).toEqual([`1 error ${FINISHED_DRAFT}.`]);
});

test("an app's own code and TanStack AI may read drafts", () => {
  for (const by of [{ transport: 'event-source' }, { sender: 'tanstack' }] as const) {
    const severities = found(OUTCOME, by).map((each) => each.split(' ')[1]);
    expect(severities).toEqual(['info']);
  }
  const own = check(read(sse(...SNAKE), { name: 'x.sse' }), { consumer: 'own' });
  expect(own.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
});

test('another violation at the same event is not hidden by its spelling', () => {
  const interrupted = { ...FINISHED, interrupt: { id: 'i', reason: 'ask' } };
  const open = { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' };
  expect(found([STARTED, open, interrupted], { sender: 'client-1.0' })).toEqual([
    expect.stringMatching(/^2 warning RUN_FINISHED uses the spelling of a draft/),
    expect.stringMatching(/^2 error .*text messages are still active: m/),
  ]);
});

test('META is an unknown type for client 0.0.x, and dropped by 1.0', () => {
  const meta = { type: 'META', metaType: 'thumbs', payload: {} };
  expect(found([STARTED, meta], { sender: 'client-0.0' })[0]).toBe(
    '1 error META is an event of a draft. The stock client 0.0.x does not know it and stops here: send CUSTOM instead.',
  );
  expect(found([STARTED, meta], { sender: 'client-1.0' })[0]).toMatch(
    /^1 warning META is an event of the draft/,
  );
});
