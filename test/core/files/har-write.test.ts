// HAR as we write it: whole by the format's own words, and with who asked, how it ended and when its events came.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { har } from '@/lib/core/files/har';
import type { Log } from '@/lib/core/log/log';
import { batchesOf, exported, logOfBatches } from '../../support/exported';

const FOLDER = join(import.meta.dirname, '../../fixtures/recordings');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.agui.jsonl'));

const recorded = (name: string) => batchesOf({ name, bytes: readFileSync(join(FOLDER, name)) });
const written = (name: string) => exported(har, recorded(name));

function factsOf(log: Log): unknown {
  return log.streams.map(({ transport, url, method, status, input, accept, close }) => {
    // HAR knows no page that has gone.
    const how = close?.how === 'page-gone' ? 'aborted' : (close?.how ?? 'complete');
    const shown = status ?? (transport === 'web-socket' ? 101 : undefined);
    return { transport, url, method: method || 'GET', status: shown, input, accept, how };
  });
}

test.each(NAMES)('%s: who asked, how it ended and when its events came', (name) => {
  const before = logOfBatches(recorded(name));
  const after = logOfBatches(batchesOf({ name: 'a.har', bytes: new TextEncoder().encode(written(name)) }));
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

/** Everything that HAR 1.2 asks for, by the path of its object. */
const REQUIRED = {
  '': ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
  request: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  response: [
    ...['status', 'statusText', 'httpVersion', 'cookies', 'headers'],
    ...['content', 'redirectURL', 'headersSize', 'bodySize'],
  ],
  timings: ['send', 'wait', 'receive'],
};

test.each(NAMES)('%s: every field that HAR 1.2 asks for', (name) => {
  const { log } = JSON.parse(written(name));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'AG-UI Lens', version: expect.any(String) } });
  expect(log.entries.length).toBeGreaterThan(0);
  for (const entry of log.entries) {
    for (const [path, fields] of Object.entries(REQUIRED)) {
      expect(Object.keys(path === '' ? entry : entry[path])).toEqual(expect.arrayContaining(fields));
    }
    const { send, wait, receive } = entry.timings;
    expect(send + wait + receive).toBeCloseTo(entry.time, 2);
    expect(Number.isNaN(Date.parse(entry.startedDateTime))).toBe(false);
  }
});
