// Time in which rules of the user held events back is in no duration, no gap and no finding about silence.
import { expect, test } from 'vitest';
import { createLintFold } from '@/lib/core/lint/lint';
import { figuresOf } from '@/lib/core/metrics/run-figures';
import { RunCounter } from '@/lib/core/metrics/run-metrics';
import { delayedBy, editedNote, forwardedNote, heldNote, sentNote } from '@/lib/messages/edit-notes';
import type { CapturedRecord } from '@/lib/messages/records';
import { question, requestOf } from '../../support/exchanges';
import { FINISHED, headOf, logOfRecords, openOf, STARTED, sse } from '../../support/logs';

const text = (part: string, more = {}) => ({ type: `TEXT_MESSAGE_${part}`, messageId: 'm', ...more });
const START = text('START', { role: 'assistant' });
const WAIT_MS = 20_000;

const event = (t: number, each: object): CapturedRecord => ({
  kind: 'chunk',
  t,
  stream: 1,
  text: sse(each),
});
const note = (t: number, detail: string): CapturedRecord => ({
  kind: 'gap',
  t,
  stream: 1,
  reason: 'changed',
  detail,
});

function read(records: readonly CapturedRecord[]) {
  const page = { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_000, top: true } as const;
  const open = { ...openOf(requestOf('r', [question('u')])), t: 0, headT: 10 };
  const log = logOfRecords([page, open, ...records]);
  const { model, findings } = headOf(log, createLintFold());
  const run = model.runs.at(0);
  return {
    numbers: new RunCounter(log, 0).read(model),
    figures: run && figuresOf(run, { tools: 0, findings: 0 }),
    rules: [...findings].map(({ rule }) => rule),
  };
}

const WAITS: Readonly<Record<string, readonly CapturedRecord[]>> = {
  'a hold': [
    note(200, heldNote('TEXT_MESSAGE_START', 1)),
    note(200 + WAIT_MS, forwardedNote('TEXT_MESSAGE_START', 'went on', WAIT_MS, '')),
  ],
  'a hold that the rules being switched off ended': [
    note(200, heldNote('TEXT_MESSAGE_START', 1)),
    note(200 + WAIT_MS, forwardedNote('TEXT_MESSAGE_START', 'went on', WAIT_MS, ', because of something')),
  ],
  'a delay': [note(200 + WAIT_MS, editedNote('TEXT_MESSAGE_START', delayedBy(WAIT_MS), 2))],
};

test.each(Object.entries(WAITS))('%s is not counted', (_, notes) => {
  const { numbers, figures, rules } = read([
    event(100, STARTED),
    ...notes,
    event(200 + WAIT_MS, START),
    event(300 + WAIT_MS, text('CONTENT', { delta: 'Hi' })),
    event(310 + WAIT_MS, text('END')),
    event(400 + WAIT_MS, FINISHED),
  ]);
  expect(numbers).toMatchObject({ durationMs: 400, heldMs: WAIT_MS, firstTokenMs: 300, stalls: [] });
  expect(numbers?.gaps.max).toBeLessThanOrEqual(110);
  expect(figures).toMatchObject({ duration: 400, firstToken: 300 });
  expect(rules).not.toContain('silence');
});

test('the same wait without a rule counts as a silence', () => {
  const { numbers, rules } = read([event(100, STARTED), event(200 + WAIT_MS, START)]);
  expect(numbers?.gaps.max).toBe(100 + WAIT_MS);
  expect(numbers).toMatchObject({ heldMs: 0 });
  expect(rules).toContain('silence');
});

test('a held message of the page is no hold of the answer', () => {
  const { numbers, rules } = read([
    event(100, STARTED),
    note(200, sentNote(heldNote('ASK', 1))),
    note(200 + WAIT_MS, sentNote(forwardedNote('ASK', 'went on', WAIT_MS, ''))),
    event(200 + WAIT_MS, START),
  ]);
  expect(numbers).toMatchObject({ heldMs: 0 });
  expect(rules).toContain('silence');
});

test('the part of a wait that the server causes counts', () => {
  const { rules } = read([
    event(100, STARTED),
    note(100 + WAIT_MS, heldNote('TEXT_MESSAGE_START', 1)),
    note(5_100 + WAIT_MS, forwardedNote('TEXT_MESSAGE_START', 'went on', 5_000, '')),
    event(5_100 + WAIT_MS, START),
  ]);
  expect(rules).toContain('silence');
});

test('a hold during which the connection breaks ends with it', () => {
  const { rules } = read([
    event(100, STARTED),
    note(200, heldNote('TEXT_MESSAGE_START', 1)),
    { kind: 'close', t: 200 + WAIT_MS, stream: 1, how: 'network-error' },
  ]);
  expect(rules).not.toContain('silence');
});

test('other edits take no time', () => {
  const { numbers } = read([
    event(100, STARTED),
    note(5_000, editedNote('CUSTOM', 'dropped', 1)),
    event(6_000, START),
    event(6_000, FINISHED),
  ]);
  expect(numbers).toMatchObject({ durationMs: 6_000, heldMs: 0 });
});
