// The bridge's side by itself: what it hands to a line that the test holds, and what it does when that answers,
// stays silent, or breaks.
import { expect, test } from 'vitest';
import type { Port } from '@/lib/background/relay/port';
import { createSender } from '@/lib/background/relay/sender';
import { BATCH_LENGTH_MAX, LEAVE_MAX, PAYLOAD_MAX, WINDOW_MAX } from '@/lib/messages/limits';
import type { BatchMessage, FromBridge } from '@/lib/messages/messages';
import { parseBatch } from '@/lib/messages/parse-batch';

/** A sender whose lines, clock and waiting the test has in its hand. */
function world({ backlogMax }: { backlogMax?: number } = {}) {
  const sent: BatchMessage[] = [];
  const closings: FromBridge[] = [];
  let lines = 0;
  const waits: number[] = [];
  const later: (() => void)[] = [];
  let listeners: { message?: (message: unknown) => void; close?: () => void } = {};
  let clockMs = 5_000;
  let isDown = false;
  const connect = (): Port => {
    const mine: typeof listeners = {};
    lines++;
    listeners = mine;
    return {
      post(message) {
        if (isDown) throw new Error('The port is closed.');
        const from = message as FromBridge;
        if (from.kind === 'batch') sent.push(from);
        else closings.push(from);
      },
      onMessage: (listener) => void (mine.message = listener),
      onClose: (listener) => void (mine.close = listener),
      close: () => undefined,
    };
  };
  const sender = createSender({
    doc: 'd',
    connect,
    after: (ms, work) => {
      waits.push(ms);
      later.push(work);
    },
    now: () => clockMs,
    ...(backlogMax !== undefined && { backlogMax }),
  });
  return {
    ...sender,
    leave: (mayContinue?: boolean) => {
      sender.flushed();
      sender.leave(mayContinue);
    },
    leaveFirst: sender.leave,
    sent,
    closings,
    waits,
    lines: () => lines,
    numbers: () => sent.map(({ n }) => n),
    answer: (message: unknown) => listeners.message?.(message),
    stored: (n: number) => listeners.message?.({ kind: 'stored', doc: 'd', n }),
    breakLine: () => listeners.close?.(),
    down: (down: boolean) => void (isDown = down),
    wait: () => later.shift()?.(),
    pass: (ms: number) => void (clockMs += ms),
  };
}

const gapIn = (message: BatchMessage | undefined): unknown => parseBatch(message?.body)?.[0];

test('a flooding page loses what exceeds its rate, and the next second reports how much', () => {
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
    detail: 'captured faster than stored',
  });
  expect(sent[1001]).toEqual({ kind: 'batch', doc: 'd', n: 1001, body: '[2]' });
  // Each loss is reported once.
  for (let n = 0; n < 1000; n++) offer('[34]');
  pass(1000);
  offer('[5]');
  expect(sent).toHaveLength(2003);
  expect(gapIn(sent[2001])).toMatchObject({ bytes: 4, detail: 'captured faster than stored' });
});

test.each([
  ['nothing', undefined],
  ['another document’s', { kind: 'stored', doc: 'e', n: 0 }],
  ['another kind', { kind: 'batch', doc: 'd', n: 0 }],
  ['no number', { kind: 'stored', doc: 'd' }],
])('an invalid answer (%s) acknowledges nothing', (_name, answer) => {
  const { offer, numbers, wait, ...line } = world();
  offer('[1]');
  line.answer(answer);
  line.breakLine();
  wait();
  expect(numbers()).toEqual([0, 0]);
});

test('after a disconnect, unstored batches are sent again, in order; stored ones are not', () => {
  const { offer, numbers, stored, breakLine, wait } = world();
  for (let n = 0; n < 4; n++) offer('[1]');
  stored(1);
  breakLine();
  expect(numbers()).toEqual([0, 1, 2, 3, 2, 3]);
  // The line that has just replaced another breaks too, so the next one waits.
  breakLine();
  offer('[1]');
  expect(numbers()).toEqual([0, 1, 2, 3, 2, 3]);
  wait();
  expect(numbers()).toEqual([0, 1, 2, 3, 2, 3, 2, 3, 4]);
  stored(4);
  breakLine();
  wait();
  expect(numbers()).toHaveLength(9);
});

test('batches that a background held only in memory are requested again by the next one', () => {
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

test('the bridge waits longer after each failed connection, up to ten seconds', () => {
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

test('where timers never fire, a write makes an overdue attempt', () => {
  const { offer, numbers, breakLine, pass } = world();
  offer('[1]');
  breakLine();
  breakLine();
  offer('[2]');
  expect(numbers()).toEqual([0, 0]);
  pass(101);
  offer('[3]');
  expect(numbers()).toEqual([0, 0, 0, 1, 2]);
});

test('unacknowledged messages are limited by the window; an answer sends the rest', () => {
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

test('a body up to the limit is sent unchanged; a longer one, or none, is replaced by a gap', () => {
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

test('a backlog up to its limit is kept; one unit more is lost and reported', () => {
  const one = 'x'.repeat(136);
  const { offer, sent, stored } = world({ backlogMax: 400 });
  offer(one);
  offer(one);
  offer('');
  offer('[1]');
  expect(sent.map(({ body }) => body)).toEqual([one, one]);
  stored(1);
  offer('[2]');
  expect(gapIn(sent[2])).toMatchObject({
    reason: 'overflow',
    bytes: 3,
    detail: 'captured faster than stored',
  });
  expect(sent.slice(3)).toEqual([{ kind: 'batch', doc: 'd', n: 3, body: '[2]' }]);
});

test('a leaving document sends what is not stored over a new port, without waiting', () => {
  const { offer, leave, numbers, closings, stored, breakLine, lines, waits } = world();
  for (let n = 0; n < 3; n++) offer('[1]');
  stored(0);
  breakLine();
  breakLine();
  expect(lines()).toBe(2);
  expect(waits).toHaveLength(1);
  leave();
  expect(lines()).toBe(3);
  expect(numbers().slice(-2)).toEqual([1, 2]);
  expect(closings).toEqual([{ kind: 'closing', doc: 'd', n: 3, lost: 0 }]);
  // Batches sent while leaving go out at once, each with a newer closing message.
  offer('[2]');
  expect(numbers().at(-1)).toBe(3);
  expect(closings.at(-1)).toEqual({ kind: 'closing', doc: 'd', n: 4, lost: 0 });
});

test('a leaving document reports how much it could not deliver', () => {
  const { offer, leave, sent, closings } = world();
  const long = 'x'.repeat(BATCH_LENGTH_MAX);
  const count = 2 * Math.ceil(LEAVE_MAX / BATCH_LENGTH_MAX);
  for (let n = 0; n < count; n++) offer(long);
  sent.length = 0;
  leave();
  expect(sent.length).toBeLessThan(count);
  expect(closings).toEqual([
    { kind: 'closing', doc: 'd', n: count, lost: (count - sent.length) * long.length },
  ]);
});

test('a document that leaves and is frozen repeats its unacknowledged messages; one that is only frozen sends nothing', () => {
  const { offer, leave, freeze, numbers, closings } = world();
  offer('[1]');
  freeze();
  expect(closings).toEqual([]);
  leave();
  offer('[2]');
  freeze();
  expect(numbers()).toEqual([0, 0, 1, 0, 1]);
  expect(closings.at(-1)).toEqual({ kind: 'closing', doc: 'd', n: 2, lost: 0 });
});

test('a document that reads until it is frozen announces that it may end without a closing message', () => {
  const { offer, leave, freeze, numbers, closings } = world();
  offer('[1]');
  leave(true);
  offer('[2]');
  expect(numbers()).toEqual([0, 0, 1]);
  freeze();
  // Batches may also arrive while the page is frozen.
  offer('[3]');
  expect(closings).toEqual([
    { kind: 'closing', doc: 'd', n: 1, lost: 0, mayContinue: true },
    { kind: 'closing', doc: 'd', n: 2, lost: 0, mayContinue: true },
    { kind: 'closing', doc: 'd', n: 2, lost: 0 },
    { kind: 'closing', doc: 'd', n: 3, lost: 0 },
  ]);
});

test('a missed batch leaves a gap in its place', () => {
  const { offer, missed, sent } = world();
  offer('[1]');
  missed();
  offer('[2]');
  expect(sent.map((message) => gapIn(message) ?? message.body)).toEqual([
    '[1]',
    expect.objectContaining({ kind: 'gap', detail: expect.stringContaining('stopped a script') }),
    '[2]',
  ]);
});

test('a closing message is final once the page script has sent the rest, before or after the bridge sees the end', () => {
  const { offer, leaveFirst, flushed, back, closings } = world();
  // Nothing is known of a document without batches.
  leaveFirst();
  flushed();
  back();
  offer('[1]');
  leaveFirst();
  offer('[2]');
  flushed();
  back();
  // It comes back, and leaves again.
  leaveFirst();
  back();
  flushed();
  leaveFirst();
  expect(closings.map(({ kind, ...rest }) => rest)).toEqual([
    { doc: 'd', n: 1, lost: 0, mayContinue: true },
    { doc: 'd', n: 2, lost: 0, mayContinue: true },
    { doc: 'd', n: 2, lost: 0 },
    { doc: 'd', n: 2, lost: 0, mayContinue: true },
    { doc: 'd', n: 2, lost: 0 },
  ]);
});

test('a document that comes back sends unacknowledged messages again and continues', () => {
  const { offer, leave, back, numbers, stored, lines } = world();
  offer('[1]');
  leave();
  back();
  expect(numbers()).toEqual([0, 0, 0]);
  stored(0);
  leave();
  back();
  expect(numbers()).toHaveLength(3);
  const before = lines();
  offer('[2]');
  // The line from before it left may be dead without an event.
  expect(lines()).toBe(before + 1);
  expect(numbers()).toEqual([0, 0, 0, 1]);
});

test('a leaving document sends its closing message after its first records', () => {
  const { offer, leave, numbers, closings } = world();
  leave();
  offer('[1]');
  offer('[2]');
  expect(numbers()).toEqual([0, 1]);
  expect(closings).toEqual([
    { kind: 'closing', doc: 'd', n: 1, lost: 0 },
    { kind: 'closing', doc: 'd', n: 2, lost: 0 },
  ]);
});

test('a document whose port disconnects as it leaves opens another one for its last messages', () => {
  const { offer, leave, breakLine, numbers, closings, lines } = world();
  offer('[1]');
  leave();
  breakLine();
  const before = lines();
  offer('[2]');
  expect(lines()).toBe(before + 1);
  expect(numbers()).toEqual([0, 0, 0, 1]);
  expect(closings.at(-1)).toEqual({ kind: 'closing', doc: 'd', n: 2, lost: 0 });
});

test('a document without records opens no port when it leaves', () => {
  const { leave, here, lines } = world();
  leave();
  here();
  expect(lines()).toBe(0);
});

test('a document opens a port to answer a probe', () => {
  const { offer, here, stored, breakLine, closings, lines } = world();
  offer('[1]');
  stored(0);
  here();
  expect(closings).toEqual([]);
  breakLine();
  here();
  expect(lines()).toBe(2);
  expect(closings).toEqual([{ kind: 'here', doc: 'd' }]);
});

test('bytes are sent as text until the background has shown that it takes bytes', () => {
  const { offer, sent, answer, breakLine } = world();
  const body = JSON.stringify([{ kind: 'chunk', t: 1, stream: 1, size: 3 }]);
  const bytes = new TextEncoder().encode('abc');
  const text = JSON.stringify([{ kind: 'chunk', t: 1, stream: 1, text: 'abc' }]);
  offer(body, bytes);
  expect(sent.at(-1)).toEqual({ kind: 'batch', doc: 'd', n: 0, body: text });
  // Bytes as JSON, in some browsers.
  answer({ kind: 'stored', doc: 'd', n: 0, probe: { 0: 0 } });
  offer(body, bytes);
  expect(sent.at(-1)).toEqual({ kind: 'batch', doc: 'd', n: 1, body: text });
  answer({ kind: 'stored', doc: 'd', n: 1, probe: new Uint8Array(1) });
  offer(body, bytes);
  expect(sent.at(-1)).toEqual({ kind: 'batch', doc: 'd', n: 2, body, bytes });
  // It is the same browser behind the next line.
  breakLine();
  expect(sent.slice(3)).toEqual([{ kind: 'batch', doc: 'd', n: 2, body, bytes }]);
});

test.each(['a second later', 'as it leaves'])(
  'records over the rate are reported although nothing follows them: %s',
  (when) => {
    const { offer, leave, sent, closings, stored, pass, wait } = world();
    for (let n = 0; n < 1000; n++) offer('[1]');
    stored(999);
    offer('[1]');
    if (when === 'as it leaves') leave();
    else {
      pass(1000);
      wait();
    }
    expect(sent).toHaveLength(1001);
    expect(gapIn(sent[1000])).toMatchObject({
      reason: 'overflow',
      bytes: 3,
      detail: 'captured faster than stored',
    });
    if (when === 'as it leaves') expect(closings).toEqual([{ kind: 'closing', doc: 'd', n: 1001, lost: 0 }]);
    // Once.
    pass(1000);
    offer('[2]');
    expect(sent[1001]).toMatchObject({ n: 1001, body: '[2]' });
  },
);

const DATA = { kind: 'chunk', t: 1, stream: 7, text: 'x'.repeat(300) };
const OPENED = { kind: 'open', t: 1, stream: 7, transport: 'fetch', url: '/', method: 'POST' };
const LONG_REQUEST = { ...OPENED, stream: 8, requestBody: 'x'.repeat(5000) };
const CLOSED = { kind: 'close', t: 2, stream: 7, how: 'complete' };
const OTHER_GAP = { kind: 'gap', t: 2, reason: 'too-large', stream: 8 };
const FLOOD = JSON.stringify([OPENED, LONG_REQUEST, DATA, CLOSED, OTHER_GAP]);

test.each(['it does not fit', 'it comes too fast', 'only memory has it'])(
  'a batch is dropped because %s: its streams still begin and end, around a gap',
  (why) => {
    const { offer, sent, answer, stored, breakLine, pass } = world({ backlogMax: 100_000 });
    if (why === 'it does not fit') offer('x'.repeat(99_000));
    if (why === 'it comes too fast') for (let n = 0; n < 1000; n++) offer('[1]');
    offer(FLOOD);
    if (why === 'only memory has it') {
      answer({ kind: 'kept', doc: 'd', n: 0 });
      offer('x'.repeat(99_500));
      sent.length = 0;
      breakLine();
    }
    pass(1000);
    if (why === 'it does not fit') stored(0);
    offer('[2]');
    const { requestBody: _, ...bare } = LONG_REQUEST;
    const gap = sent.flatMap(({ body }) => parseBatch(body) ?? []).find(({ kind }) => kind === 'gap');
    expect(gap).toMatchObject({ reason: 'overflow', bytes: FLOOD.length });
    const standIn = sent.find(({ body }) => body.includes('overflow'));
    expect(parseBatch(standIn?.body)).toEqual([
      OPENED,
      { ...bare, requestBodyLength: 5000 },
      gap,
      CLOSED,
      OTHER_GAP,
    ]);
  },
);

test('gaps for dropped batches are limited in number, and ends of streams are kept longest', () => {
  const { offer, sent, pass } = world();
  for (let n = 0; n < 1000; n++) offer('[1]');
  for (let stream = 1; stream <= 1000; stream++)
    offer(JSON.stringify([{ ...OPENED, stream, url: 'x'.repeat(1000) }]));
  for (let stream = 1; stream <= 3000; stream++) offer(JSON.stringify([{ ...CLOSED, stream }]));
  pass(1000);
  offer('[2]');
  const body = sent[1000]?.body ?? '';
  expect(body.length).toBeLessThan(BATCH_LENGTH_MAX);
  expect(parseBatch(body)?.filter(({ kind }) => kind === 'close')).toHaveLength(3000);
});
