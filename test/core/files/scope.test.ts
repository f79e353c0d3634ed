// A part of a session: the events that are wanted come out of the batches that are left, and no others.
import { expect, test } from 'vitest';
import { runIdsOf, scopeBatches } from '@/lib/core/files/scope';
import { batchesOf, batchOf, logOfBatches } from '../../support/exported';
import { eventsIn, sse } from '../../support/logs';
import { events } from '../../support/stream-text';

const RUNS = [1, 2, 3].flatMap((n) => events(`run r${n} · text m${n} "some words of ${n}" · end`));

const BODIES: readonly (readonly [string, string])[] = [
  ['run.sse', sse(...RUNS)],
  ['run.sse', RUNS.map((event) => `: beat\r\nid: 7\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join('')],
  ['run.ndjson', RUNS.map((event) => `${JSON.stringify(event)}\n`).join('')],
  ['run.json', JSON.stringify(RUNS)],
  [
    'no-end.ndjson',
    RUNS.slice(0, 10)
      .map((event) => JSON.stringify(event))
      .join('\n'),
  ],
];

test.each(BODIES)('one of three runs is selected, in %s %#', (name, text) => {
  const batches = batchesOf({ name, text });
  const log = logOfBatches(batches);
  const runIdOf = runIdsOf(log);
  const part = logOfBatches(scopeBatches(log, batches, (seq) => runIdOf(seq) === 'r2'));
  expect(eventsIn(part)).toEqual(eventsIn(log).filter((_, seq) => runIdOf(seq) === 'r2'));
  expect(part.length).toBeGreaterThan(4);
  expect(JSON.stringify(eventsIn(part))).not.toMatch(/words of [13]/);
});

test('empty messages of a socket are kept', () => {
  const messages = ['', '{"type":"CUSTOM","name":"a","value":1}', '', 'ping'];
  const open = {
    kind: 'open',
    t: 0,
    stream: 1,
    transport: 'web-socket',
    url: 'ws://x/',
    method: '',
  } as const;
  const frames = messages.map((text, t) => ({ kind: 'frame', t, stream: 1, dir: 'in', text }) as const);
  const batches = [batchOf([open, ...frames])];
  const log = logOfBatches(batches);
  const part = scopeBatches(log, batches, (seq) => seq > 0);
  const texts = part.flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'frame' ? record.text : [])),
  );
  expect(texts).toEqual(messages.slice(1));
});

test('an empty selection leaves nothing of a stream', () => {
  const batches = batchesOf({ name: 'run.sse', text: BODIES[0]?.[1] ?? '' });
  const log = logOfBatches(batches);
  const part = scopeBatches(log, batches, () => false);
  expect(part.flatMap(({ records }) => records.map(({ kind }) => kind))).toEqual(['navigation']);
});

test('all events of a file in one piece are selected in linear time', () => {
  const long = Array.from({ length: 150_000 }, (_, n) => ({ type: 'CUSTOM', name: 'n', value: n }));
  const batches = batchesOf({
    name: 'run.ndjson',
    text: long.map((event) => JSON.stringify(event)).join('\n'),
  });
  const log = logOfBatches(batches);
  const part = logOfBatches(scopeBatches(log, batches, (seq) => seq % 2 === 1));
  expect(part.length).toBe(75_000);
  expect(part.at(74_999)?.event).toEqual({ type: 'CUSTOM', name: 'n', value: 149_999 });
});
