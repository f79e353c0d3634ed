// HAR as we write it: whole by the format's own words, and with who asked, how it ended and when its events came.
import { expect, test } from 'vitest';
import { har } from '@/lib/core/files/har';
import type { Log } from '@/lib/core/log/log';
import { batchesOf, batchOf, exported, logOfBatches } from '../../support/exported';
import { RECORDINGS, recorded } from '../../support/fixture-records';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const written = (name: string) => exported(har, recorded(name));

function factsOf(log: Log): unknown {
  return log.streams.map(({ transport, url, method, status, input, accept, close }) => {
    // HAR knows no page that has gone.
    const how = close?.how === 'page-gone' ? 'aborted' : (close?.how ?? 'complete');
    const shown = status ?? (transport === 'web-socket' ? 101 : undefined);
    return { transport, url, method: method || 'GET', status: shown, input, accept, how };
  });
}

test.each(RECORDINGS)('%s: initiator, end and times of events are kept', (name) => {
  const before = logOfBatches(recorded(name));
  const after = logOfBatches(batchesOf({ name: 'a.har', text: written(name) }));
  expect(factsOf(after)).toEqual(factsOf(before));
  for (const { index, framing } of before.streams) {
    if (framing !== 'sse' && framing !== 'message') continue;
    const times = (log: Log) =>
      Array.from({ length: log.length }, (_, seq) => seq)
        .filter((seq) => log.streamOf(seq)?.index === index)
        .map((seq) => log.timeMsOf(seq));
    const [was, is] = [times(before), times(after)];
    expect(is).toHaveLength(was.length);
    for (const [at, time] of is.entries()) expect(Math.abs(time - (was[at] ?? 0))).toBeLessThan(0.01);
  }
});

// published-schemas.test.ts checks the required fields of HAR 1.2.
test.each(RECORDINGS)('%s: the creator is our name, and the times add up', (name) => {
  const { log } = JSON.parse(written(name));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'AG-UI Lens', version: expect.any(String) } });
  expect(log.entries.length).toBeGreaterThan(0);
  for (const { time, timings, startedDateTime } of log.entries) {
    expect(timings.send + timings.wait + timings.receive).toBeCloseTo(time, 2);
    expect(Number.isNaN(Date.parse(startedDateTime))).toBe(false);
  }
});

test.each(['aborted', 'Request was cancelled by the proxy', 'socket hang up'])(
  'a network error stays one: %s',
  (detail) => {
    const records = sseRecords([]).map((record) =>
      record.kind === 'close' ? ({ ...record, how: 'network-error', detail } as const) : record,
    );
    const text = exported(har, [{ doc: 'd', frameId: 0, n: 0, records }]);
    const [stream] = logOfBatches(batchesOf({ name: 'a.har', text })).streams;
    expect(stream?.close?.how).toBe('network-error');
  },
);

test('pages and frames of a session are those of the file, and of the session that is opened from it', () => {
  const batches = ['a', 'b'].map((doc, n) => {
    const start = {
      kind: 'navigation',
      t: 0,
      url: `http://x/${doc}`,
      timeOrigin: n * 1000,
      top: n === 0,
    } as const;
    return { ...batchOf([start, ...sseRecords(events('run · end')).slice(1)]), doc };
  });
  const again = logOfBatches(batchesOf({ name: 'a.har', text: exported(har, batches) }));
  expect(
    again.boundaries.flatMap((fact) => (fact.kind === 'navigation' ? [[fact.url, fact.top]] : [])),
  ).toEqual([
    ['http://x/a', true],
    ['http://x/b', false],
  ]);
  expect(new Set(again.streams.map(({ doc }) => doc)).size).toBe(2);
});
