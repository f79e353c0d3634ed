// The pieces of a message: which event brought which, at any event; and what has none.
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { goesOn, isImplicit, messageSpans } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry } from '@/lib/core/model/types';
import { logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

const begin = (id: string) => `TEXT_MESSAGE_START {"messageId":"${id}"}`;
const end = (id: string) => `TEXT_MESSAGE_END {"messageId":"${id}"}`;

function setUp(text: string) {
  const log = logOf(events(text));
  const history = createHistory(modelFold, log);
  history.advance();
  const entryAt = (id: string, seq = log.length - 1): MessageEntry => {
    for (const entry of history.at(seq).threads.at(0)?.messages ?? [])
      if (entry.message.id === id) return entry;
    throw new Error(`There is no message '${id}'.`);
  };
  const piecesAt = (id: string, seq?: number) => {
    const entry = entryAt(id, seq);
    const { content } = entry.message as { content: string };
    return messageSpans(log, entry)?.spans.map(({ seq: at, start, end: to }) => [
      at,
      content.slice(start, to),
    ]);
  };
  return { log, entryAt, piecesAt };
}

test('pieces of interleaved messages are known at any event, in any order of queries', () => {
  const { log, entryAt, piecesAt } = setUp(
    `run · ${begin('a')} · say a "Hel" · ${begin('b')} · say b "Yes" · say a "lo" "" · ${end('b')} · say a "!" · ${end('a')}`,
  );
  expect(piecesAt('a')).toEqual([
    [2, 'Hel'],
    [5, 'lo'],
    [8, '!'],
  ]);
  expect(piecesAt('a', 5)).toEqual([
    [2, 'Hel'],
    [5, 'lo'],
  ]);
  expect(piecesAt('b', 4)).toEqual([[4, 'Yes']]);
  expect(messageSpans(log, entryAt('a'))?.startMs).toBe(log.timeMsOf(1));
  expect(goesOn(log, entryAt('a', 5))).toBe(true);
  expect(goesOn(log, entryAt('a'))).toBe(false);
});

test('texts of chunks and reasoning have pieces; those of other events have none', () => {
  const { log, entryAt, piecesAt } = setUp(`
    run · TEXT_MESSAGE_CHUNK {"messageId":"c","role":"assistant","delta":"One "} · TEXT_MESSAGE_CHUNK {"delta":"two"}
    think r "Hm." · messages [{"id":"c","role":"assistant","content":"Other"}] · tool x find
  `);
  expect(piecesAt('c', 7)).toEqual([
    [1, 'One '],
    [2, 'two'],
  ]);
  expect(piecesAt('r')).toEqual([[5, 'Hm.']]);
  expect(piecesAt('c')).toBeUndefined();
  expect(isImplicit(log, entryAt('x'))).toBe(true);
  expect(isImplicit(log, entryAt('c'))).toBe(false);
});
