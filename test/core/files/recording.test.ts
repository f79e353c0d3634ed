// Damaged recordings: the readable parts are read, and a gap describes the others.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLog } from '@/lib/core/files/read-log';
import { recording } from '@/lib/core/files/recording';
import type { FileBatch, ReadResult } from '@/lib/core/files/types';
import { PAYLOAD_MAX } from '@/lib/messages/limits';
import { exported } from '../../support/exported';
import { findingsOf, gapsIn, openRecord, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const EVENTS = events('run · state {"a":"Grüße"} · end');
const BATCHES: readonly FileBatch[] = sseRecords(EVENTS).map((record, n) => ({
  doc: 'd',
  frameId: 0,
  n,
  records: [record],
}));
const TEXT = exported(recording, BATCHES);
const LINES = TEXT.trimEnd().split('\n');

function opened(text: string): ReadResult {
  return recording.read?.({ name: 'x.agui.jsonl', text }) ?? { error: 'It reads nothing.' };
}

function read(text: string): readonly FileBatch[] {
  const result = opened(text);
  if ('error' in result) throw new Error(result.error);
  return [...result.batches];
}

test('a recording that is cut anywhere after its header is read up to the cut', () => {
  const first = LINES.slice(0, 2).join('\n').length;
  fc.assert(
    fc.property(fc.integer({ min: first, max: TEXT.length - 2 }), (at) => {
      const batches = read(TEXT.slice(0, at));
      const whole = TEXT.slice(0, at).split('\n').length - 2;
      expect(batches.slice(0, whole)).toEqual(BATCHES.slice(0, whole));
      const rest = batches.slice(whole);
      // A cut between lines leaves no trace.
      if (TEXT[at - 1] !== '\n' && TEXT[at] !== '\n') {
        const records = rest.flatMap((batch) => batch.records);
        expect(records.pop()).toMatchObject({ kind: 'gap', reason: 'refused' });
        const sent = BATCHES[whole]?.records ?? [];
        for (const [index, record] of records.entries()) {
          // Of the bytes of a chunk some may be there; everything else is there whole, or not at all.
          const kept = sent[index];
          if (record.kind !== 'chunk' || kept?.kind !== 'chunk') expect(record).toEqual(kept);
          else expect({ ...kept, text: kept.text?.slice(0, record.text?.length) }).toEqual(record);
        }
      }
    }),
  );
});

test('unreadable lines in the middle are one gap, without a cause', () => {
  const damaged = LINES.map((line, at) => (at === 3 || at === 4 ? `${line.slice(0, 20)}` : line));
  const log = readLog(read(damaged.join('\n')));
  expect(gapsIn(log)).toEqual([
    expect.stringMatching(/^Line 4 is invalid JSON.*Lines 4 to 5 are left out\.$/),
  ]);
  expect(log.length).toBeGreaterThan(0);
  const findings = findingsOf(log);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('recordings joined in one file are all read, although their documents and numbers are the same', () => {
  const log = readLog(read(TEXT.repeat(3)));
  expect(log.streams).toHaveLength(3);
  expect(log.length).toBe(3 * EVENTS.length);
  expect(gapsIn(log)).toEqual([]);
  expect(read(TEXT + TEXT).slice(0, BATCHES.length)).toEqual(BATCHES);
  const newer = readLog(read(`${TEXT}${TEXT.replace(/"version":\d+/, '"version":99')}`));
  expect(gapsIn(newer)).toEqual([expect.stringMatching(/^The recording has version 99/)]);
  expect(gapsIn(readLog(read(`${TEXT}${LINES[0]}\n{"doc"\n${TEXT}`)))).toEqual([
    expect.stringMatching(new RegExp(`^Line ${LINES.length + 2} is invalid JSON`)),
  ]);
});

test('a file without anything readable is an error', () => {
  expect(opened(`${LINES[0]}\n{"doc"\n`)).toEqual({
    error: expect.stringContaining('Line 2 is invalid JSON'),
  });
});

test('a read or message above the limit of a record is reported as too long', () => {
  const chunk = (text: string) => ({ kind: 'chunk', t: 1, stream: 1, text });
  const line = (text: string) =>
    JSON.stringify({ doc: 'd', frame: 0, n: LINES.length, records: [chunk(text)] });
  const gapOf = (text: string) =>
    read(`${TEXT}${line(text)}\n${line('')}\n`).flatMap(({ records }) => records);
  expect(gapOf('x'.repeat(PAYLOAD_MAX + 1))).toContainEqual(
    expect.objectContaining({
      kind: 'gap',
      detail: `Line ${LINES.length + 1}: record 0 holds more than 16 MiB at once.`,
    }),
  );
});

test('kinds that version 1 wrote as ranges of numbers are read, and written as fields', () => {
  const line = (n: number, made?: string) => JSON.stringify({ doc: 'd', frame: 0, n, made, records: [] });
  const old = [
    '{"format":"ag-ui-lens","version":1}',
    line(7),
    line(2 ** 40 + 7),
    line(2 ** 41 + 2 ** 38 + 8),
  ];
  const batches = read(old.join('\n'));
  expect(batches.map(({ n, made }) => [n, made])).toEqual([
    [7, undefined],
    [7, 'preamble'],
    [8, 'moved'],
  ]);
  const text = exported(recording, batches);
  expect(text.split('\n').slice(0, 3)).toEqual([
    expect.stringContaining('"version":3'),
    '{"doc":"d","n":7,"frame":0,"records":[]}',
    '{"doc":"d","n":7,"made":"preamble","frame":0,"records":[]}',
  ]);
  expect(read(text)).toEqual(batches);
});

test('the source of an answer that was made in the browser is kept; a file of version 2 has none', () => {
  const open = openRecord({ t: 0, url: 'http://localhost/' });
  const line = (record: object) => JSON.stringify({ doc: 'd', frame: 0, n: 0, records: [record] });
  const made = { ...open, origin: 'served from demo #1' };
  const batches = read(['{"format":"ag-ui-lens","version":3}', line(made)].join('\n'));
  expect(batches[0]?.records).toEqual([made]);
  expect(readLog(batches).streams[0]?.origin).toBe(made.origin);
  expect(read(exported(recording, batches))).toEqual(batches);
  expect(read(['{"format":"ag-ui-lens","version":2}', line(open)].join('\n'))[0]?.records).toEqual([open]);
});
