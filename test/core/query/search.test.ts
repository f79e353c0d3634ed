import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/core/json/json';
import { createLog, type Log } from '@/lib/core/log/log';
import { Rows } from '@/lib/core/log/rows';
import { createFacts } from '@/lib/core/query/facts';
import { createFilter } from '@/lib/core/query/filter';
import { sseRecords } from '../../support/logs';
import { PACKAGINGS, packedLogOf } from '../../support/packed';
import { createRandom, type Random } from '../model/random';

const LETTERS = ['a', 'b', 'ab', 'ba', 'bab', '', ' ', 'B', 'é'];

function words(random: Random): string {
  return Array.from({ length: random.below(4) }, () => random.pick(LETTERS)).join('');
}

/** More events than a block holds, most of them alike, with texts that run over their ends. */
function eventsOf(random: Random): JsonObject[] {
  const events: JsonObject[] = [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }];
  for (let message = 0; message < 6; message++) {
    const messageId = `m${message}`;
    events.push({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
    for (let left = 200; left > 0; left--) {
      const delta = random.chance(0.05) ? `x${words(random)}` : 'x';
      const metadata = random.chance(0.02) ? { metadata: { delta: words(random) } } : {};
      events.push({ type: 'TEXT_MESSAGE_CONTENT', messageId, ...metadata, delta });
    }
    events.push({ type: 'TEXT_MESSAGE_END', messageId });
    const toolCallId = `c${message}`;
    events.push({ type: 'TOOL_CALL_START', toolCallId, toolCallName: `zoo ${words(random)}` });
    for (const delta of ['{"', words(random), 'abx":"', `${words(random)}"`, '}'])
      events.push({ type: 'TOOL_CALL_ARGS', toolCallId, delta: delta === '' ? ' ' : delta });
    events.push({ type: 'TOOL_CALL_END', toolCallId });
    events.push({ type: 'STATE_SNAPSHOT', snapshot: { [`k${words(random)}`]: words(random) } });
  }
  return events;
}

function found(log: Log, query: string, skips: boolean): number[] {
  const filter = createFilter(query, createFacts(log, { findings: () => [], notes: () => new Map() }));
  const rows = new Rows(log, skips ? filter : { ...filter, skipsAll: () => false });
  rows.advance();
  return Array.from({ length: rows.length }, (_, index) => rows.at(index)).flatMap((row) =>
    row?.kind === 'event' ? [row.seq] : [],
  );
}

test('a search finds the same with skipped blocks and with any packing of the events', () => {
  let hits = 0;
  for (let seed = 1; seed <= 5; seed++) {
    const random = createRandom(seed);
    const events = eventsOf(random);
    const logs = PACKAGINGS.map((name) => [name, packedLogOf(events, name)] as const);
    const queries = Array.from({ length: 6 }, () =>
      `${words(random)}${random.pick(['ab', 'abxx', 'bx', 'éb'])}${words(random)}`.trim(),
    );
    for (const query of queries) {
      const [first] = logs;
      const expected = first === undefined ? [] : found(first[1], query, false);
      hits += expected.length;
      for (const [name, log] of logs) {
        expect.soft(found(log, query, false), `${name}, ${query}`).toEqual(expected);
        expect.soft(found(log, query, true), `${name}, skipping, ${query}`).toEqual(expected);
      }
    }
  }
  expect(hits).toBeGreaterThan(50);
});

test('a text that begins in the newest event is found where it ends, after an earlier search', () => {
  const delta = (text: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: text });
  const [navigation, open] = sseRecords([]);
  const started = { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' };
  const filler = Array.from({ length: 510 }, () => delta('x'));
  const deltas = [...filler, delta('snow'), delta('storm'), ...filler, delta('x')];
  const [, , ...chunks] = sseRecords([started, ...deltas]);
  const log = createLog();
  const rows = new Rows(
    log,
    createFilter('snowstorm', createFacts(log, { findings: () => [], notes: () => new Map() })),
  );
  log.append({ doc: 'd', frameId: 0, records: [navigation, open].filter((each) => each !== undefined) });
  // A whole block at a time.
  for (let at = 0; at < 1024; at += 512) {
    log.append({ doc: 'd', frameId: 0, records: chunks.slice(at, at + 512) });
    rows.advance();
  }
  expect(rows.events).toBe(1);
  expect(rows.positionOf(512, undefined)).toBeGreaterThan(-1);
});
