import { expect, test } from 'vitest';
import { createShortIds, shortenIdsIn } from '@/lib/core/json/short-id';
import { batchOf, sampleRun, startSession } from '../support/sessions';
import { events } from '../support/stream-text';

const FOUR = 'a4503838-249b-4c3e-b9ad-35c820f2232e';

test('generated ids are shortened, chosen ones are not', () => {
  const short = createShortIds();
  expect(short(FOUR)).toBe('a4503838');
  expect(short(`run-${FOUR.replace('a4', 'b4')}`)).toBe('run-b4503838');
  expect(short('chatcmpl-6jLBIVyivewhFSVl')).toBe('chatcmpl-…whFSVl');
  for (const id of ['r1', 'thread-5-run-1-show', 'the-agent-that-plans-the-trip', ''])
    expect(short(id)).toBe(id);
});

test('different ids stay different: UUIDs of version 7 begin with the same time', () => {
  const short = createShortIds();
  const seven = (end: string) => `01a1f96a-a2cb-710d-9c3e-ecb4b598${end}`;
  expect([short(seven('f26c')), short(seven('f26d'))]).toEqual(['…98f26c', '…98f26d']);
  expect([short(FOUR), short(FOUR.replace('2232e', '2232f')), short(FOUR)]).toEqual([
    'a4503838',
    '…f2232f',
    'a4503838',
  ]);
  const shown = new Set<string>();
  for (let at = 0; at < 500; at++)
    shown.add(short(`${FOUR.slice(0, -6)}${String(at % 50).padStart(6, '0')}`));
  expect(shown.size).toBe(50);
});

test('ids within a sentence are shortened like the others', () => {
  const short = createShortIds();
  expect(shortenIdsIn(`Run '${FOUR}' was never finished.`, short)).toBe("Run 'a4503838' was never finished.");
  expect(shortenIdsIn('Run r1 was never finished.', short)).toBe('Run r1 was never finished.');
});

function sessionOf(messages: readonly object[], more: object = {}) {
  const request = { threadId: FOUR, runId: FOUR, messages, ...more };
  const { session } = startSession(batchOf(events(`run ${FOUR} on ${FOUR} · end`), 0, request));
  const model = session.models.current.value;
  const [run, thread] = [model.runs.at(0), model.threads.at(0)];
  if (run === undefined || thread === undefined) throw new Error('A run makes a thread.');
  return { session, run: session.names.run(run), thread: session.names.thread(thread) };
}

test('a run is named by its number and prompt, a thread by its first prompt', () => {
  const first = { id: '1', role: 'user', content: 'What  is\nthe weather?' };
  expect(sessionOf([first])).toMatchObject({
    run: '#1 “What is the weather?”',
    thread: '“What is the weather?”',
  });
  const answered = [first, { id: '2', role: 'tool', toolCallId: 'c', content: '12°' }];
  expect(sessionOf(answered).run).toBe('#1 “What is the weather?” continued');
  const parts = [{ id: '1', role: 'user', content: [{ type: 'text', text: 'Look:' }, { type: 'image' }] }];
  expect(sessionOf(parts).run).toBe('#1 “Look:”');
  expect(sessionOf([{ ...first, content: 'x'.repeat(500) }]).run).toHaveLength(54);
  expect(sessionOf([])).toMatchObject({ run: '#1 a4503838', thread: 'a4503838' });
});

test('prompts of any shape make a name', () => {
  for (const messages of [[null], [7], [{ role: 'user' }], [{ role: 'user', content: { a: 1 } }], [[]]])
    expect(sessionOf(messages as object[]).run).toMatch(/^#1/);
});

test('a stream is named by its path, with the host if there are several', () => {
  const { session } = startSession(batchOf(sampleRun()));
  expect(session.names.url('http://localhost/agent?a=1')).toBe('/agent?a=1');
  expect(session.names.url('a file')).toBe('a file');
});

test('an id is found in a very long word', () => {
  const words = `${'r'.repeat(200_000)}-${FOUR}`;
  expect(shortenIdsIn(`no ${words} and ${FOUR}${FOUR}`, (id) => `${id.length}`)).toBe('no 200037 and 3636');
  // A pattern that begins anew at every letter takes a minute here.
  expect(shortenIdsIn('r-'.repeat(100_000), () => '')).toHaveLength(200_000);
});
