// Searches that go in turns: who wrote a place, and its values over time.
import { expect, test } from 'vitest';
import { createWatcher } from '@/lib/panel/watcher';
import { createWriterFinder } from '@/lib/panel/writer-finder';
import { batchOf, startSession } from '../support/sessions';
import { events } from '../support/stream-text';

function sessionOf(count: number) {
  const patches = Array.from({ length: count }, (_, at) => `patch /n = ${at + 1}`);
  return startSession(batchOf(events(['run', 'state {"n":0,"rare":true}', ...patches].join('\n'))));
}

test('the newest writers are found at once, older ones on request', () => {
  const { session, turns } = sessionOf(20);
  const finder = createWriterFinder(session, { threadId: 't', pointer: '/n', seq: 21 }, 1);
  expect(finder.view.value.writers[0]).toMatchObject({ seq: 21, before: 19, after: 20 });
  finder.more(4);
  turns.run();
  expect(finder.view.value.writers).toHaveLength(5);
  finder.more(100);
  turns.run();
  expect(finder.view.value).toMatchObject({ isDone: true, isSearching: false });
  expect(finder.view.value.writers).toHaveLength(21);
});

test('of several writers of an object each shows its change', () => {
  const { session, turns } = sessionOf(3);
  const finder = createWriterFinder(session, { threadId: 't', pointer: '', seq: 4 }, 2);
  turns.run();
  const [newest] = finder.view.value.writers;
  expect(newest?.changes).toEqual([{ pointer: '/n', kind: 'changed', before: 2, after: 3 }]);
  const single = createWriterFinder(session, { threadId: 't', pointer: '', seq: 4 }, 1);
  expect(single.view.value.writers[0]?.changes).toBeUndefined();
});

test('a long search yields in turns and can be stopped', () => {
  const { session, turns } = sessionOf(6_000);
  const finder = createWriterFinder(session, { threadId: 't', pointer: '/rare', seq: 6_001 }, 1);
  expect(finder.view.value).toMatchObject({ isSearching: true, writers: [] });
  turns.once();
  finder.cancel();
  expect(finder.view.value.isSearching).toBe(false);
  const { searchedTo } = finder.view.value;
  turns.run();
  expect(finder.view.value.searchedTo).toBe(searchedTo);
  finder.more(1);
  turns.run();
  expect(finder.view.value.writers).toMatchObject([{ seq: 1, via: 'snapshot' }]);
});

test('values over time are read in turns, and later ones are added', () => {
  const { session, turns } = sessionOf(40);
  const watcher = createWatcher(session, 't', ['/n']);
  watcher.advance();
  turns.run();
  expect(watcher.samples.valuesOf('/n')).toHaveLength(41);
  session.reading.append([batchOf(events('run r2 · state {"n":-1}'), 1)]);
  turns.run();
  watcher.advance();
  turns.run();
  expect(watcher.samples.valuesOf('/n').at(-1)).toBe(-1);
  watcher.dispose();
});
