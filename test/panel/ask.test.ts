import { expect, test } from 'vitest';
import type { FromPanel, StoredBatch, ToPanel } from '@/lib/messages/messages';
import { createBackground, type PanelPort } from '@/lib/panel/background-requests';

/** A background that answers each question with some messages, or dies. */
function background(answers: (question: FromPanel) => readonly ToPanel[] | 'dies') {
  const asked: FromPanel[] = [];
  let open = 0;
  const made = createBackground((): PanelPort => {
    open++;
    let receive: (message: ToPanel) => void = () => {};
    let closed = () => {};
    return {
      postMessage(question) {
        asked.push(question);
        const messages = answers(question);
        if (messages === 'dies') closed();
        else for (const message of messages) receive(message);
      },
      disconnect: () => void open--,
      onMessage: { addListener: (listener) => (receive = listener) },
      onDisconnect: { addListener: (listener) => (closed = listener) },
    };
  });
  return { made, asked, open: () => open };
}

const batch = (id: number) => ({ id }) as StoredBatch;

test('a stored session is read slice by slice, and the port is closed after it', async () => {
  const { made, open } = background(() => [
    { kind: 'session', tab: 1, recording: false },
    { kind: 'batches', session: 'a', batches: [batch(1), batch(2)], more: true },
    { kind: 'batches', session: 'a', batches: [batch(5)], more: false },
  ]);
  expect((await made.read('a', -1)).map(({ id }) => id)).toEqual([1, 2, 5]);
  expect(open()).toBe(0);
});

test('a background that dies or fails is a sentence', async () => {
  await expect(background(() => 'dies').made.sessions()).rejects.toThrow('did not answer');
  const failing = background(() => [{ kind: 'failed', sentence: 'The disk is full.' }]);
  await expect(failing.made.sessions()).rejects.toThrow('The disk is full.');
});

test('forgetting answers once it is done', async () => {
  const { made, asked } = background(() => [{ kind: 'sessions', sessions: [] }]);
  expect(await made.forget('a', true)).toBeUndefined();
  expect(asked).toEqual([{ kind: 'forget', session: 'a', isForgotten: true }]);
});
