// The time of folding makes no difference: live, record by record; late, with all records known; and from the exported
// recording. A fold that looks at later events would give different results.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { sourceOf } from '@/lib/core/files/log-source';
import { recording } from '@/lib/core/files/recording';
import type { FileBatch } from '@/lib/core/files/types';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Fold } from '@/lib/core/log/types';
import type { CapturedRecord, CloseHow, OpenRecord } from '@/lib/messages/records';
import { batchesOf } from '../../support/exported';
import { openRecord, plain } from '../../support/logs';
import { sampleSize } from '../../support/sample-size';
import { createRandom, type Random } from './random';
import { randomStream } from './random-stream';

interface Batch {
  readonly doc: string;
  readonly frameId: number;
  readonly n: number;
  readonly records: readonly CapturedRecord[];
}

type Seen = readonly string[];

/** Objects without the records' own objects, which grow while they are read. */
function shown(value: unknown): string {
  return JSON.stringify(value, (key, each) => {
    if (key === 'stream' && typeof each === 'object') return each.index;
    if (key === 'streams') return undefined;
    // Internal fields of a log.
    if (key === 'clients' || key === 'timings' || key === 'before' || key === 'owner' || key === 'inner')
      return undefined;
    if (each !== null && typeof each === 'object' && Symbol.iterator in each) return [...each];
    return each;
  });
}

function seenBy<S>(fold: Fold<S>, batches: readonly Batch[], isLive: boolean): Seen {
  const log: Log = createLog();
  // A checkpoint at every event: live, each is made when nothing more is known.
  const history = createHistory(fold, log, { interval: 1 });
  for (const batch of batches) {
    for (const [from, record] of isLive ? batch.records.entries() : []) {
      log.append({ ...batch, from, records: [record] });
      history.advance();
    }
    if (!isLive) log.append(batch);
  }
  log.finish();
  // States share journals, which grow while more is folded.
  history.advance();
  const events = Array.from({ length: log.length }, (_, seq) => shown(history.at(seq)));
  return [...events, shown(history.head())];
}

const numbered = (batches: readonly FileBatch[]) => batches.map((batch, n) => ({ ...batch, n }));

function exported(batches: readonly Batch[]): readonly Batch[] {
  const written = recording.write?.(sourceOf(createLog(), () => batches));
  if (written === undefined || 'refused' in written) throw new Error('A recording can be written.');
  return numbered(batchesOf({ name: 'x.agui.jsonl', text: [...written].join('') }));
}

const FOLDS: readonly Fold<unknown>[] = [
  lintFold,
  appFold(),
  appFold(CLIENT_1_0),
] as readonly Fold<unknown>[];

function compare(batches: readonly Batch[], what: string): number {
  let compared = 0;
  for (const fold of FOLDS) {
    const live = seenBy(fold, batches, true);
    for (const late of [seenBy(fold, batches, false), seenBy(fold, exported(batches), false)]) {
      const seq = live.findIndex((text, at) => text !== late[at]);
      const place = `${what}, ${fold.name}, event ${seq}`;
      expect(seq < 0 ? {} : JSON.parse(late[seq] ?? '{}'), place).toEqual(
        seq < 0 ? {} : JSON.parse(live[seq] ?? '{}'),
      );
      compared += late.length;
    }
  }
  return compared;
}

const FOLDER = join(import.meta.dirname, '../../fixtures/recordings');

test.each(readdirSync(FOLDER).filter((name) => name.endsWith('.agui.jsonl')))(
  '%s: the time of folding makes no difference',
  (name) => {
    const batches = batchesOf({ name, bytes: readFileSync(join(FOLDER, name)) });
    expect(compare(numbered(batches), name)).toBeGreaterThan(0);
  },
);

const HOWS: readonly CloseHow[] = ['complete', 'aborted', 'network-error', 'page-gone'];

/** A stream of some kind, with the records that it would leave. */
function streamRecords(random: Random, stream: number, seed: number): CapturedRecord[] {
  const runId = random.pick(['r1', 'r2', 'r3']);
  const request = {
    threadId: random.pick(['t', 't', 'u']),
    runId,
    ...(random.chance(0.4) && { protocolVersion: '1.0' }),
    state: random.chance(0.3) ? { n: stream } : {},
    messages: random.chance(0.7) ? [{ id: `u${random.below(3)}`, role: 'user', content: 'Hi.' }] : [],
    ...(random.chance(0.2) && { forwardedProps: {}, data: {} }),
  };
  const transport = random.pick(['fetch', 'fetch', 'fetch', 'event-source', 'web-socket'] as const);
  const isFed = transport !== 'fetch' || random.chance(0.15);
  const open: OpenRecord = openRecord({
    t: stream,
    stream,
    transport,
    url: random.pick([
      'http://localhost/agent',
      'http://localhost/agent/default/run',
      'http://localhost/agent/default/connect',
      'http://localhost/cpk-debug-events',
      `http://localhost/agent?offset=-1&runId=${runId}`,
    ]),
    method: isFed ? 'GET' : 'POST',
    status: random.pick([200, 200, 200, 202, 500]),
    headers: { 'content-type': random.chance(0.85) ? 'text/event-stream' : 'application/json' },
    ...(!isFed && { requestBody: JSON.stringify(request) }),
  });
  const events = randomStream(seed, 4 + random.below(10)).map((event) =>
    'runId' in event && random.chance(0.8) ? { ...event, runId, threadId: request.threadId } : event,
  );
  const kept = events.slice(random.chance(0.25) ? random.below(events.length) : 0);
  const frames = kept.map((event, at): CapturedRecord => {
    const text = JSON.stringify(event);
    const t = stream + at;
    return transport === 'fetch'
      ? { kind: 'chunk', t, stream, text: `data: ${text}\n\n` }
      : { kind: 'frame', t, stream, dir: 'in', text };
  });
  if (transport === 'web-socket' && random.chance(0.7)) {
    const text = JSON.stringify(request);
    frames.splice(random.below(frames.length + 1), 0, { kind: 'frame', t: stream, stream, dir: 'out', text });
  }
  const end: CapturedRecord[] = random.chance(0.8)
    ? [{ kind: 'close', t: stream + 99, stream, how: random.pick(HOWS) }]
    : [];
  return [open, ...frames, ...end];
}

/** Streams of two documents, their records mixed. */
function mixed(seed: number): readonly Batch[] {
  const random = createRandom(seed * 31);
  const docs = random.chance(0.5) ? ['d'] : ['d', 'd2'];
  return docs.flatMap((doc, place) => {
    const waiting = Array.from({ length: 2 + random.below(4) }, (_, at) =>
      streamRecords(random, at + 1, seed * 10 + at + place * 5),
    );
    const records: CapturedRecord[] = [
      {
        kind: 'navigation',
        t: 0,
        url: 'http://localhost/',
        timeOrigin: 1_700_000_000_000 + place * 1e6,
        top: true,
      },
    ];
    while (waiting.length > 0) {
      const queue = random.pick(waiting);
      const next = queue.shift();
      if (next === undefined) waiting.splice(waiting.indexOf(queue), 1);
      else records.push(next);
    }
    return [{ doc, frameId: 0, n: place, records }];
  });
}

test('random mixed streams: the time of folding makes no difference', () => {
  let compared = 0;
  const count = sampleSize(1_000, 'LENS_ORDERS', 80);
  for (let seed = 1; seed <= count; seed++) compared += compare(mixed(seed), `seed ${seed}`);
  expect(plain(compared)).toBeGreaterThan(count);
});
