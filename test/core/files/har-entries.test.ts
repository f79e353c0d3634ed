// HAR files entry by entry: the same as at once, whatever stands in them and wherever their bytes are cut into parts; what
// is not as browsers write it is read at once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harEntries } from '@/lib/core/files/har-entries';
import { HAR_CREATOR } from '@/lib/core/files/har-write';
import type { Json } from '@/lib/core/json/json';
import { batchesOf } from '../../support/exported';
import { sse } from '../../support/logs';

const NASTY = 'a"b\\"entries":[{}] \\\\" [{ }] \u2028 \ud83d\ude00 </x> {"log":{"entries":[';
const body = (id: string): string => sse({ type: 'RUN_STARTED', threadId: NASTY, runId: id });

function entry(at: number, over: object = {}): object {
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 100) * 1000).toISOString(),
    time: 5,
    of: { entries: [[{ entries: [] }]] },
    request: { method: 'POST', url: `http://localhost/${at}`, headers: [{ name: NASTY, value: NASTY }] },
    response: { status: 200, headers: [], content: { mimeType: 'text/event-stream', text: body(`r${at}`) } },
    ...over,
  };
}

const page = { response: { status: 200, headers: [], content: { mimeType: 'text/html', text: NASTY } } };
const creator = { name: 'WebInspector', version: NASTY };
const MIXED = [entry(0), entry(1, page), entry(2), 7, null, entry(3, page), entry(4)].filter(
  (each) => typeof each === 'object' && each !== null,
);

const AS_BROWSERS_WRITE: readonly string[] = [
  JSON.stringify({ log: { version: '1.2', creator, pages: [{ id: NASTY }], entries: MIXED } }),
  JSON.stringify({ log: { version: '1.2', creator, entries: MIXED, comment: NASTY } }, undefined, 2),
  `\ufeff\n ${JSON.stringify({ log: { creator, entries: MIXED } }, undefined, '\t')}\n`,
  JSON.stringify({ log: { creator, entries: [] } }),
  JSON.stringify({ log: { creator: { name: HAR_CREATOR, version: '1' }, entries: MIXED } }),
];

const WHOLE = AS_BROWSERS_WRITE[0] ?? '';
const OTHERWISE: readonly string[] = [
  WHOLE.slice(0, WHOLE.length / 2),
  WHOLE.slice(0, -2),
  `${WHOLE}]`,
  WHOLE.replace('}},{', '}},,{'),
  WHOLE.replace('}},{', '}} {'),
  WHOLE.replace('"time":5', '"time":oops'),
  JSON.stringify({ log: { entries: [7, ...MIXED] } }),
  JSON.stringify({ log: { entries: {} } }),
  JSON.stringify({ log: { inner: { entries: MIXED } } }),
  JSON.stringify({ other: { entries: MIXED }, log: { entries: MIXED } }),
  WHOLE.replace('"pages"', '"entries"'),
];

function inSteps(text: string, cuts: readonly number[]) {
  const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
  const parts = places.slice(1).map((end, at) => text.slice(places[at], end));
  const entries: Json[] = [];
  const log = harEntries(parts, (entry) => entries.push(entry));
  return log && { ...log, entries };
}

test('HAR as browsers write it is read in parts of any length with the same result', () => {
  for (const text of AS_BROWSERS_WRITE) {
    const { log } = JSON.parse(text.replace('\ufeff', ''));
    fc.assert(
      fc.property(
        fc.array(fc.nat(), { maxLength: 40 }),
        (cuts) => void expect(inSteps(text, cuts)).toEqual(log),
      ),
      { numRuns: 20 },
    );
    expect(
      inSteps(
        text,
        Array.from(text, (_unit, at) => at),
      ),
    ).toEqual(log);
  }
});

test('other JSON is read at once', () => {
  for (const text of OTHERWISE)
    expect([text.slice(0, 200), inSteps(text, [100, 1000])]).toEqual([text.slice(0, 200), undefined]);
});

test('if the creator follows the entries, every entry of our own files is a stream', () => {
  const text = JSON.stringify({ log: { entries: MIXED, creator: { name: HAR_CREATOR, version: '1' } } });
  const records = batchesOf({ name: 'a.har', text }).flatMap((batch) => batch.records);
  expect(records.filter(({ kind }) => kind === 'open')).toHaveLength(MIXED.length);
});

test('a file with many entries holds only one entry and its surroundings in memory', () => {
  const many = JSON.stringify({
    log: { creator, entries: Array.from({ length: 200 }, (_none, at) => entry(at)) },
  });
  const taken: number[] = [];
  const log = harEntries([many], (value, frame) => {
    taken.push(frame.length);
    expect(value).toHaveProperty('request');
  });
  expect(taken).toHaveLength(200);
  expect(Math.max(...taken)).toBeLessThan(many.length / 100);
  expect(log).toEqual({ creator, entries: [] });
});
