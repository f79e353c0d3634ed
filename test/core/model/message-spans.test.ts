// The pieces of a message: which event brought which, at any event; and what has none.
import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { goesOn, isImplicit, messageSpans } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry } from '@/lib/core/model/types';
import { logOf } from '../../support/logs';

const START = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
const begin = (messageId: string) => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
const delta = (messageId: string, text: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text });
const end = (messageId: string) => ({ type: 'TEXT_MESSAGE_END', messageId });

function setUp(events: readonly object[]) {
  const log = logOf(events);
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

test('pieces of interleaved messages, at any event, whichever is asked for first', () => {
  const { log, entryAt, piecesAt } = setUp([
    START,
    begin('a'),
    delta('a', 'Hel'),
    begin('b'),
    delta('b', 'Yes'),
    delta('a', 'lo'),
    delta('a', ''),
    end('b'),
    delta('a', '!'),
    end('a'),
  ]);
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

test('chunks and reasoning have pieces; a text that something else wrote has none', () => {
  const { log, entryAt, piecesAt } = setUp([
    START,
    { type: 'TEXT_MESSAGE_CHUNK', messageId: 'c', role: 'assistant', delta: 'One ' },
    { type: 'TEXT_MESSAGE_CHUNK', delta: 'two' },
    { type: 'REASONING_START', messageId: 'r' },
    { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
    { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'Hm.' },
    { type: 'REASONING_MESSAGE_END', messageId: 'r' },
    { type: 'REASONING_END', messageId: 'r' },
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'c', role: 'assistant', content: 'Other' }] },
    { type: 'TOOL_CALL_START', toolCallId: 'x', toolCallName: 'find' },
  ]);
  expect(piecesAt('c', 7)).toEqual([
    [1, 'One '],
    [2, 'two'],
  ]);
  expect(piecesAt('r')).toEqual([[5, 'Hm.']]);
  expect(piecesAt('c')).toBeUndefined();
  expect(isImplicit(log, entryAt('x'))).toBe(true);
  expect(isImplicit(log, entryAt('c'))).toBe(false);
});
