// The bridge's side by itself: what it hands to a line that the test holds, and what it does when that answers,
// stays silent, or breaks.
import { expect, test } from 'vitest';
import type { Port } from '@/lib/relay/port';
import { createSender } from '@/lib/relay/sender';
import { BATCH_LENGTH_MAX, PAYLOAD_MAX, WINDOW_MAX } from '@/lib/wire/limits';
import type { BatchMessage } from '@/lib/wire/messages';
import { parseBatch } from '@/lib/wire/parse-batch';

/** A sender whose lines, clock and waiting the test has in its hand. */
function world({ backlogMax }: { backlogMax?: number } = {}) {
  const sent: BatchMessage[] = [];
  const waits: number[] = [];
  const later: (() => void)[] = [];
  let listeners: { message?: (message: unknown) => void; close?: () => void } = {};
  let clockMs = 5_000;
  let isDown = false;
  const connect = (): Port => {
    const mine: typeof listeners = {};
    listeners = mine;
    return {
      post(message) {
        if (isDown) throw new Error('The port is closed.');
        sent.push(message as BatchMessage);
      },
      onMessage: (listener) => {
        mine.message = listener;
      },
      onClose: (listener) => {
        mine.close = listener;
      },
      close: () => undefined,
    };
  };
  const offer = createSender({
    doc: 'd',
    connect,
    after: (ms, work) => {
      waits.push(ms);
      later.push(work);
    },
    now: () => clockMs,
    ...(backlogMax !== undefined && { backlogMax }),
  }).offer;
  return {
    offer,
    sent,
    waits,
    numbers: () => sent.map(({ n }) => n),
    answer: (message: unknown) => listeners.message?.(message),
    stored: (n: number) => listeners.message?.({ kind: 'stored', doc: 'd', n }),
    breakLine: () => listeners.close?.(),
    down: (down: boolean) => {
      isDown = down;
    },
    wait: () => later.shift()?.(),
    pass: (ms: number) => {
      clockMs += ms;
    },
  };
}

const gapIn = (message: BatchMessage | undefined): unknown => parseBatch(message?.body)?.[0];

test('a page that floods loses what is too much of a second, and the next second says how much', () => {
  const { offer, sent, pass } = world();
  for (let n = 0; n < 1002; n++) offer('[1]');
  expect(sent).toHaveLength(1000);
  // Still the same second.
  pass(999);
  offer('[1]');
  expect(sent).toHaveLength(1000);
  pass(1);
  offer('[2]');
  expect(sent).toHaveLength(1002);
  expect(gapIn(sent[1000])).toMatchObject({
    kind: 'gap',
    t: 6_000,
    reason: 'overflow',
    bytes: 9,
    detail: '3 batches',
  });
  expect(sent[1001]).toEqual({ kind: 'batch', doc: 'd', n: 1001, body: '[2]' });
  // What was told is not told again.
  for (let n = 0; n < 1000; n++) offer('[34]');
  pass(1000);
  offer('[5]');
  expect(sent).toHaveLength(2003);
  expect(gapIn(sent[2001])).toMatchObject({ bytes: 4, detail: '1 batches' });
});

test.each([
  ['nothing', undefined],
  ['another document’s', { kind: 'stored', doc: 'e', n: 0 }],
  ['another kind', { kind: 'batch', doc: 'd', n: 0 }],
  ['no number', { kind: 'stored', doc: 'd' }],
])('an answer that is none (%s) makes nothing safe', (_name, answer) => {
  const { offer, numbers, wait, ...line } = world();
  offer('[1]');
  line.answer(answer);
  line.breakLine();
  wait();
  expect(numbers()).toEqual([0, 0]);
});

test('after the line broke, what is not stored is sent again, in order; what is, is not', () => {
  const { offer, numbers, stored, breakLine, wait } = world();
  for (let n = 0; n < 4; n++) offer('[1]');
  stored(1);
  breakLine();
  offer('[1]');
  expect(numbers()).toEqual([0, 1, 2, 3]);
  wait();
  expect(numbers()).toEqual([0, 1, 2, 3, 2, 3, 4]);
  stored(4);
  breakLine();
  wait();
  expect(numbers()).toHaveLength(7);
});

test('what a background holds in memory only is wanted again by the next one', () => {
  const { offer, numbers, answer, stored, breakLine, wait } = world();
  offer('[1]');
  offer('[2]');
  answer({ kind: 'kept', doc: 'd', n: 1 });
  offer('[3]');
  breakLine();
  wait();
  expect(numbers()).toEqual([0, 1, 2, 0, 1, 2]);
  stored(2);
  breakLine();
  wait();
  expect(numbers()).toHaveLength(6);
});

test('it waits longer each time that a line breaks at once, up to ten seconds, until one answers', () => {
  const { offer, waits, stored, down, wait } = world();
  down(true);
  offer('[1]');
  for (let n = 0; n < 8; n++) wait();
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  down(false);
  wait();
  stored(-1);
  down(true);
  offer('[2]');
  expect(waits.at(-1)).toBe(100);
});

test('where timers never come, a write that finds an attempt overdue makes it', () => {
  const { offer, numbers, breakLine, pass } = world();
  offer('[1]');
  breakLine();
  offer('[2]');
  expect(numbers()).toEqual([0]);
  pass(101);
  offer('[3]');
  expect(numbers()).toEqual([0, 0, 1, 2]);
});

test('no more is on its way than the window holds; an answer lets the rest go', () => {
  const { offer, numbers, stored } = world();
  const body = 'x'.repeat(BATCH_LENGTH_MAX);
  const fit = Math.ceil(WINDOW_MAX / (body.length + 64));
  for (let n = 0; n < fit + 3; n++) offer(body);
  expect(numbers()).toHaveLength(fit);
  stored(0);
  expect(numbers()).toHaveLength(fit + 1);
  stored(fit);
  expect(numbers()).toHaveLength(fit + 3);
});

test('the longest body goes as it is; a longer one, or none, is a gap in its place', () => {
  const { offer, sent, stored } = world();
  const longest = 'x'.repeat(PAYLOAD_MAX + 2);
  offer(longest);
  offer(`${longest}x`);
  offer({ not: 'text' });
  stored(0);
  expect(sent[0]?.body).toHaveLength(PAYLOAD_MAX + 2);
  expect(gapIn(sent[1])).toEqual({ kind: 'gap', t: 5_000, reason: 'refused', bytes: PAYLOAD_MAX + 3 });
  expect(gapIn(sent[2])).toEqual({ kind: 'gap', t: 5_000, reason: 'refused', bytes: 0 });
  expect(sent.map(({ n }) => n)).toEqual([0, 1, 2]);
});

test('the last place of the backlog can be taken, and one unit more is lost and told', () => {
  const one = 'x'.repeat(136);
  const { offer, sent, stored } = world({ backlogMax: 400 });
  offer(one);
  offer(one);
  offer('');
  expect(sent.map(({ body }) => body)).toEqual([one, one]);
  stored(1);
  expect(gapIn(sent[2])).toMatchObject({ reason: 'overflow', bytes: 0, detail: '1 batches' });
  expect(sent).toHaveLength(3);
});
