import { expect, test } from 'vitest';
import type { FromPanel, StoredBatch, StoredSession, ToPanel } from '@/lib/messages/messages';
import type { PanelPort } from '@/lib/panel/background-requests';
import { createPortChannel } from '@/lib/panel/port-channel';

const session = (name: string) => ({ session: name }) as StoredSession;
const batch = (id: number) => ({ id, body: '[]' }) as StoredBatch;

function harness() {
  const ports: { sent: FromPanel[]; receive: (message: ToPanel) => void; die: () => void }[] = [];
  let refuse = false;
  const timers: { ms: number; run: () => void }[] = [];
  /** The newest timer of so many milliseconds ends. */
  const wait = (ms: number) => {
    const at = timers.findLastIndex((timer) => timer.ms === ms);
    const [timer] = timers.splice(at, 1);
    if (at < 0 || timer === undefined) throw new Error(`No timer of ${ms} ms runs.`);
    timer.run();
  };
  const seen: string[] = [];
  const channel = createPortChannel({
    tab: 7,
    later: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
    connect(): PanelPort {
      if (refuse) throw new Error('no background');
      const sent: FromPanel[] = [];
      let onMessage: (message: ToPanel) => void = () => {};
      let onDisconnect = () => {};
      ports.push({ sent, receive: (message) => onMessage(message), die: () => onDisconnect() });
      return {
        postMessage: (message) => sent.push(message),
        disconnect: () => {},
        onMessage: { addListener: (listener) => (onMessage = listener) },
        onDisconnect: { addListener: (listener) => (onDisconnect = listener) },
      };
    },
  });
  const close = channel.open({
    session: (stored, recording) => seen.push(`session ${stored?.session} ${recording}`),
    batches: (_, batches) => seen.push(`batches ${batches.map(({ id }) => id).join(',')}`),
    newest: (batches) => seen.push(`newest ${batches.map(({ id }) => id).join(',')}`),
    connection: (state) => seen.push(state),
    failed: (sentence) => seen.push(sentence),
    waiting: (sentence) => seen.push(`waiting ${sentence}`),
  });
  return { channel, close, ports, timers, wait, seen, refuse: (on: boolean) => (refuse = on) };
}

test('after a reconnect only missing batches are requested, and none twice', () => {
  const { ports, wait, seen } = harness();
  expect(ports[0]?.sent).toEqual([{ kind: 'hello', tab: 7, after: -1 }]);
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[0]?.receive({ kind: 'batches', session: 'a', batches: [batch(1), batch(4)], more: false });
  ports[0]?.die();
  wait(50);
  expect(ports[1]?.sent).toEqual([{ kind: 'hello', tab: 7, after: 4, session: 'a' }]);
  ports[1]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[1]?.receive({ kind: 'batches', session: 'a', batches: [batch(4), batch(5)], more: false });
  expect(seen.filter((line) => line.startsWith('batches'))).toEqual(['batches 1,4', 'batches 5']);
});

test('the newest batches arrive before all others, those of another session are ignored', () => {
  const { ports, seen } = harness();
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[0]?.receive({ kind: 'newest', session: 'b', batches: [batch(8)] });
  ports[0]?.receive({ kind: 'newest', session: 'a', batches: [batch(9)] });
  ports[0]?.receive({ kind: 'batches', session: 'a', batches: [batch(1), batch(9)], more: false });
  expect(seen.filter((line) => /^(newest|batches)/.test(line))).toEqual(['newest 9', 'batches 1,9']);
});

test('the channel keeps trying without a background, and reports that after a delay', () => {
  const { ports, wait, seen, refuse } = harness();
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  refuse(true);
  ports[0]?.die();
  wait(50);
  wait(200);
  expect(seen.slice(2)).toEqual([]);
  wait(4000);
  wait(1000);
  refuse(false);
  wait(3000);
  expect(ports).toHaveLength(2);
  expect(seen.slice(2)).toEqual(['lost']);
  ports[1]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  expect(seen.slice(3)).toEqual(['connected', 'session a true']);
});

test('a background that accepts the port and stays silent counts as lost', () => {
  const { ports, timers, wait, seen } = harness();
  wait(4000);
  expect(seen).toEqual(['lost']);
  ports[0]?.receive({ kind: 'waiting', sentence: 'The disk is full.' });
  expect(seen).toEqual(['lost', 'connected', 'waiting The disk is full.']);
  expect(timers).toEqual([]);
});

test('a restart of the background is not reported', () => {
  const { ports, timers, wait, seen } = harness();
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[0]?.die();
  wait(50);
  ports[1]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  expect(seen).not.toContain('lost');
  expect(timers).toEqual([]);
});

test('another session starts from its first batch', () => {
  const { ports, seen } = harness();
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[0]?.receive({ kind: 'batches', session: 'a', batches: [batch(9)], more: false });
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('b'), recording: true });
  ports[0]?.receive({ kind: 'batches', session: 'a', batches: [batch(10)], more: false });
  ports[0]?.receive({ kind: 'batches', session: 'b', batches: [batch(3)], more: false });
  expect(seen.filter((line) => line.startsWith('batches'))).toEqual(['batches 9', 'batches 3']);
});

test('earlier batches are read again on a port of their own, from the reader’s position', async () => {
  const { channel, ports } = harness();
  const reading = channel.read('a', 4);
  expect(ports[1]?.sent).toEqual([{ kind: 'open', session: 'a', after: 4 }]);
  ports[1]?.receive({ kind: 'batches', session: 'a', batches: [batch(5)], more: true });
  ports[1]?.receive({ kind: 'batches', session: 'a', batches: [batch(7)], more: false });
  expect((await reading).map(({ id }) => id)).toEqual([5, 7]);
  const refused = channel.read('gone', -1);
  ports[2]?.receive({ kind: 'failed', sentence: 'The disk is full.' });
  await expect(refused).rejects.toThrow('The disk is full.');
});
