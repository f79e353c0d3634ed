// Benchmarks of the pure core: CPU time, medians, each beside its floor or peer, measured in the same run.
// `npm run bench -- core`, or `tsx test/bench/core.bench.ts` alone; LENS_BENCH_MAX leaves larger sizes out.

import type { AbstractAgent } from '@ag-ui/client';
import { compactEvents, defaultApplyEvents, verifyEvents } from '@ag-ui/client';
import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import jsonpatch, { type Operation } from 'fast-json-patch';
import { from } from 'rxjs';
import { compactStock } from '@/lib/core/compact/stock';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Fold } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';
import { createRandom } from '../core/model/random';
import { sse } from '../support/logs';
import { collectGarbage } from '../support/memory';
import { cpuMs, measure, piecesOf } from './measure';
import { formatRows, type Row } from './table';
import {
  deltasOf,
  framesOf,
  generate,
  MANY,
  MEGABYTE,
  manyOf,
  SHAPES,
  type Shape,
  startOf,
} from './workload';

const MAX = Number(process.env['LENS_BENCH_MAX'] ?? 1_000_000);
const SIZES = [10_000, 100_000, 1_000_000].filter((size) => size <= MAX);
/** The client is quadratic: a hundred thousand events take it minutes, a million hours. */
const CLIENT_MAX = 10_000;
/** And with a megabyte of state, which it clones for every event, this many are all that can be waited for. */
const CLIENT_LARGE_MAX = 150;

function timesOf(length: number): number {
  return length >= 1_000_000 ? 1 : length >= 100_000 ? 3 : 7;
}

function perEvent(ms: number, length: number): number {
  return (ms * 1000) / length;
}

function ingest<S>(
  pieces: readonly string[],
  fold: Fold<S>,
): { log: Log; history: ReturnType<typeof createHistory<S>> } {
  const log = createLog();
  const history = createHistory(fold, log);
  const place = { url: 'http://x/', stream: 1 };
  const headers = { 'content-type': 'text/event-stream' };
  const take = (...records: Parameters<Log['append']>[0]['records']): void => {
    log.append({ doc: 'd', frameId: 0, records });
    history.advance();
  };
  take(
    { kind: 'navigation', t: 0, url: 'http://x/', timeOrigin: 0, top: true },
    { kind: 'open', t: 0, ...place, transport: 'fetch', method: 'POST', status: 200, headers },
  );
  for (const [t, text] of pieces.entries()) take({ kind: 'chunk', t, stream: 1, text });
  take({ kind: 'close', t: pieces.length, stream: 1, how: 'complete' });
  return { log, history };
}

function parseAll(pieces: readonly string[]): void {
  for (const frame of pieces.join('').split('\n\n')) if (frame !== '') JSON.parse(frame.slice(6));
}

function ingestRows(length: number): Row[] {
  const frames = framesOf(length);
  const pieces = piecesOf(frames);
  const times = timesOf(length);
  const unit = 'µs/event';
  const beside = 'split and JSON.parse';
  const other = perEvent(
    measure(times, () => parseAll(pieces)),
    length,
  );
  const row = (what: string, goal: string, work: () => void): Row => {
    const ours = perEvent(measure(times, work), length);
    return { what: `${what}, ${length} events`, beside, ours, other, unit, goal };
  };
  return [
    row('bytes to events', `≤ ${(2 * other).toPrecision(3)} ${unit}`, () => void ingest(pieces, NOTHING)),
    row('bytes to model', '≤ 4 µs/event', () => void ingest(pieces, modelFold)),
    row('bytes to model and findings', '≤ 4 µs/event', () => void ingest(pieces, lintFold)),
    row('the same, event by event', 'flat', () => void ingest(frames, lintFold)),
    row('the same, all in one batch', 'flat', () => void ingest([frames.join('')], lintFold)),
  ];
}

const NOTHING: Fold<null> = { name: 'nothing', init: () => null, step: () => null, fork: () => null };

function largeRows(length: number): Row {
  const pieces = piecesOf(framesOf(length, MEGABYTE));
  const times = timesOf(length);
  const ours = perEvent(
    measure(times, () => void ingest(pieces, lintFold)),
    length,
  );
  const other = perEvent(
    measure(times, () => parseAll(pieces)),
    length,
  );
  const what = `1 MB state, bytes to model and findings, ${length} events`;
  return { what, beside: 'split and JSON.parse', ours, other, unit: 'µs/event', goal: 'flat' };
}

async function stockMs(events: readonly unknown[]): Promise<number> {
  const agent = { messages: [], pendingInterrupts: [] } as unknown as AbstractAgent;
  const source = from(events as readonly BaseEvent[] as BaseEvent[]);
  const start = process.cpuUsage();
  await new Promise<void>((done, failed) => {
    const applied = defaultApplyEvents(
      { state: {} } as RunAgentInput,
      source.pipe(verifyEvents()),
      agent,
      [],
    );
    applied.subscribe({ complete: () => done(), error: failed });
  });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function clientRow(length: number): Promise<Row> {
  const what = `bytes to model, ${length} events`;
  const pieces = piecesOf(framesOf(length));
  const ours = perEvent(
    measure(timesOf(length), () => void ingest(pieces, modelFold)),
    length,
  );
  const goal = length >= 100_000 ? '≤ 0.01 of the client' : '';
  if (length > CLIENT_MAX) {
    const beside = '@ag-ui/client, not waited for: it is quadratic';
    return { what, beside, ours, unit: 'µs/event', goal };
  }
  const beside = '@ag-ui/client verify + apply, events parsed already';
  const other = perEvent(await stockMs([...generate(length)]), length);
  return { what, beside, ours, other, unit: 'µs/event', goal };
}

const LARGE_DELTAS = 20_000;

async function largeClientRow(): Promise<Row> {
  const deltas = [...generate(10_000, MEGABYTE)].filter(({ type }) => type === 'STATE_DELTA');
  const [started, snapshot] = generate(2, MEGABYTE);
  const events = [started, snapshot, ...deltas].slice(0, CLIENT_LARGE_MAX);
  // Ours are so cheap that the few that the client can be waited for would be lost in what the snapshot costs.
  const many = Array.from({ length: LARGE_DELTAS }, (_, at) => deltas[at % deltas.length]);
  const framed = (list: readonly unknown[]) => list.map((event) => sse(event));
  const pieces = piecesOf(framed([started, snapshot, ...many]));
  const once = piecesOf(framed([started, snapshot]));
  const count = events.length - 2;
  const ours =
    (measure(5, () => void ingest(pieces, lintFold)) - measure(5, () => void ingest(once, lintFold))) /
    LARGE_DELTAS;
  const other = (await stockMs(events)) - (await stockMs([started, snapshot]));
  const what = `one delta of a 1 MB state, of ${LARGE_DELTAS}; of ${count} for the client`;
  const beside = '@ag-ui/client verify + apply, events parsed already';
  return { what, beside, ours: ours * 1000, other: (other * 1000) / count, unit: 'µs', goal: '' };
}

const SHAPED_DELTAS = 50_000;

/** Deltas of a large state, above the reading of them; and what all of its versions take. */
function shapeRows(shape: Shape): Row[] {
  const ids = { threadId: 't', runId: 'r' };
  const head = [
    sse({ type: 'RUN_STARTED', ...ids }),
    sse({ type: 'STATE_SNAPSHOT', snapshot: startOf(shape) }),
  ];
  const operations = [...deltasOf(shape, SHAPED_DELTAS)];
  const deltas = operations.map((operation) => sse({ type: 'STATE_DELTA', delta: [operation] }));
  const pieces = piecesOf([...head, ...deltas]);
  const read = measure(3, () => void ingest(pieces, NOTHING));
  const ours = ((measure(3, () => void ingest(pieces, modelFold)) - read) * 1000) / SHAPED_DELTAS;
  const document = startOf(shape);
  const other =
    (measure(1, () => void jsonpatch.applyPatch(document, operations as unknown as Operation[])) * 1000) /
    SHAPED_DELTAS;
  const before = heapUsed();
  const kept = ingest(pieces, modelFold);
  const bytes = heapUsed() - before;
  const raw = pieces.reduce((sum, { length }) => sum + length, 0);
  const what = `one delta of a ${shape}, of ${SHAPED_DELTAS}`;
  const beside = 'fast-json-patch in place';
  return [
    { what, beside, ours, other, unit: 'µs', goal: '≤ 3 µs' },
    {
      what: `memory of a ${shape} and ${kept.log.length} events`,
      beside: 'their text',
      ours: bytes / 1e6,
      other: raw / 1e6,
      unit: 'MB',
      goal: '≤ 4 times',
    },
  ];
}

const MANY_COUNT = 100_000;

/** A conversation of very many messages, calls or runs: what an event costs, and what all of it takes. */
function manyRows(what: (typeof MANY)[number]): Row[] {
  const pieces = piecesOf(Array.from(manyOf(what, MANY_COUNT), (event) => sse(event)));
  const raw = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const before = heapUsed();
  const start = process.cpuUsage();
  const kept = ingest(pieces, lintFold);
  const { user, system } = process.cpuUsage(start);
  const bytes = heapUsed() - before;
  const { length } = kept.log;
  const other = measure(3, () => parseAll(pieces));
  return [
    {
      what: `bytes to model and findings, ${MANY_COUNT} ${what}`,
      beside: 'split and JSON.parse',
      ours: (user + system) / length,
      other: perEvent(other, length),
      unit: 'µs/event',
      goal: 'flat',
    },
    {
      what: `memory of ${MANY_COUNT} ${what}, ${length} events`,
      beside: 'their text',
      ours: bytes / 1e6,
      other: raw / 1e6,
      unit: 'MB',
      goal: '≤ 6 times',
    },
  ];
}

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function seekRows(length: number): Row[] {
  const { log, history } = ingest(piecesOf(framesOf(length, MEGABYTE)), modelFold);
  const random = createRandom(5);
  const times = Array.from({ length: 1500 }, () => {
    const seq = random.below(log.length);
    return cpuMs(() => void history.at(seq));
  }).sort((a, b) => a - b);
  const state = JSON.stringify(history.head().threads.at(0)?.state);
  const other = measure(5, () => void JSON.parse(state));
  const beside = `one JSON.parse of the ${(state.length / 1e6).toFixed(1)} MB state`;
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  const row = (what: string, ours: number, goal: string): Row => {
    return { what: `seek among ${length}, ${what}`, beside, ours, other, unit: 'ms', goal };
  };
  return [row('median', at(0.5), '≤ 1 ms'), row('p99', at(0.99), '≤ 4 ms')];
}

function compactRow(length: number): Row {
  const events = [...generate(length, 20)];
  const ours = measure(timesOf(length), () => void compactStock(events));
  const goal = length >= 1_000_000 ? '≤ 200 ms' : '';
  const other = measure(1, () => void compactEvents(structuredClone(events) as unknown as BaseEvent[]));
  return { what: `compaction of ${length}`, beside: 'compactEvents', ours, other, unit: 'ms', goal };
}

export async function coreBench(): Promise<readonly Row[]> {
  const warm = piecesOf(framesOf(20_000));
  for (let i = 0; i < 3; i++) ingest(warm, lintFold);
  const rows: Row[] = SIZES.flatMap(ingestRows);
  rows.push(...SIZES.map(largeRows));
  for (const size of SIZES) rows.push(await clientRow(size));
  rows.push(await largeClientRow(), ...SHAPES.flatMap(shapeRows), ...MANY.flatMap(manyRows));
  rows.push(...SIZES.slice(1).flatMap(seekRows), ...SIZES.map(compactRow));
  return rows;
}

if (process.argv[1]?.endsWith('core.bench.ts')) console.log(formatRows(await coreBench()));
