import { expect, test } from 'vitest';
import type { FromPanel, StoredBatch, StoredSession, ToPanel } from '@/lib/messages/messages';
import type { PanelPort } from '@/lib/panel/panel-port';
import { createPortChannel } from '@/lib/panel/port-channel';

const session = (name: string) => ({ session: name }) as StoredSession;
const batch = (id: number) => ({ id, body: '[]' }) as StoredBatch;

function harness() {
  const ports: { sent: FromPanel[]; receive: (message: ToPanel) => void; die: () => void }[] = [];
  let refuse = false;
  const timers = new Set<() => void>();
  /** Time passes until the next timer. */
  const wait = () => {
    const [run] = timers;
    if (run === undefined) throw new Error('No timer runs.');
    timers.delete(run);
    run();
  };
  const seen: string[] = [];
  const channel = createPortChannel({
    tab: 7,
    later: (_, run) => {
      timers.add(run);
      return () => timers.delete(run);
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
    connection: (state) => seen.push(state),
    failed: (sentence) => seen.push(sentence),
    waiting: (sentence) => seen.push(`waiting ${sentence}`),
  });
  return { channel, close, ports, timers, wait, seen, refuse: (on: boolean) => (refuse = on) };
}

test('after a reconnect only what is lacking is asked for, and nothing comes twice', () => {
  const { ports, wait, seen } = harness();
  expect(ports[0]?.sent).toEqual([{ kind: 'hello', tab: 7, after: -1 }]);
  ports[0]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[0]?.receive({ kind: 'batches', session: 'a', batches: [batch(1), batch(4)], more: false });
  ports[0]?.die();
  wait();
  expect(ports[1]?.sent).toEqual([{ kind: 'hello', tab: 7, after: 4, session: 'a' }]);
  ports[1]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  ports[1]?.receive({ kind: 'batches', session: 'a', batches: [batch(4), batch(5)], more: false });
  expect(seen.filter((line) => line.startsWith('batches'))).toEqual(['batches 1,4', 'batches 5']);
});

test('it keeps trying while there is no background', () => {
  const { ports, wait, seen, refuse } = harness();
  refuse(true);
  ports[0]?.die();
  wait();
  wait();
  refuse(false);
  wait();
  expect(ports).toHaveLength(2);
  expect(seen).toEqual(['lost', 'lost', 'lost']);
});

test('a background that takes the port and stays silent is lost, and greeted again', () => {
  const { ports, timers, wait, seen } = harness();
  wait();
  expect(seen).toEqual(['lost']);
  wait();
  ports[0]?.die();
  expect(ports.map(({ sent }) => sent.length)).toEqual([1, 1]);
  ports[1]?.receive({ kind: 'session', tab: 7, session: session('a'), recording: true });
  expect(seen).toEqual(['lost', 'connected', 'session a true']);
  expect(timers.size).toBe(0);
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

test('what was read is read again on a port of its own, from where the reader is', async () => {
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
