// Benchmarks of the pure core: CPU time, medians, each beside its floor or peer, measured in the same run.
// `tsx test/bench/core.bench.ts` alone; `LENS_BENCH_FULL=1` adds a million events.

import type { AbstractAgent } from '@ag-ui/client';
import { compactEvents, defaultApplyEvents, verifyEvents } from '@ag-ui/client';
import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import { from } from 'rxjs';
import type { JsonObject } from '@/lib/agui/json';
import { compactStock } from '@/lib/compact/stock';
import { lintFold } from '@/lib/lint/lint';
import { createHistory } from '@/lib/log/history';
import { createLog, type Log } from '@/lib/log/log';
import type { Fold } from '@/lib/log/types';
import { modelFold } from '@/lib/model/model';
import { createRandom } from '../model/random';
import { formatRows, median, type Row } from './table';

/** Runs of 200 text deltas, a tool call and 11 state deltas, about 130 bytes an event. */
export function* generate(length: number, keys = 0): Iterable<JsonObject> {
  const random = createRandom(42);
  let count = 0;
  for (let run = 0; count < length; run++) {
    const events = runOf(run, random, keys);
    for (const event of events) {
      if (count++ >= length) return;
      yield event;
    }
  }
}

function runOf(run: number, random: ReturnType<typeof createRandom>, keys: number): JsonObject[] {
  const ids = { threadId: 'thread-bench', runId: `run-${run}` };
  const messageId = `message-${run}-0123456789abcdef`;
  const toolCallId = `call-${run}-0123456789abcdef`;
  const events: Record<string, unknown>[] = [{ type: 'RUN_STARTED', ...ids }];
  if (run === 0) events.push({ type: 'STATE_SNAPSHOT', snapshot: stateOf(keys) });
  events.push({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
  for (let i = 0; i < 200; i++) {
    events.push({
      type: 'TEXT_MESSAGE_CONTENT',
      messageId,
      delta: `some words of text ${i} `,
      timestamp: 1_700_000_000_000 + i,
    });
  }
  events.push({ type: 'TEXT_MESSAGE_END', messageId });
  events.push({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search', parentMessageId: messageId });
  for (let i = 0; i < 10; i++) events.push({ type: 'TOOL_CALL_ARGS', toolCallId, delta: `{"part":${i}}` });
  events.push({ type: 'TOOL_CALL_END', toolCallId });
  events.push({ type: 'TOOL_CALL_RESULT', toolCallId, messageId: `result-${run}`, content: 'found it' });
  for (let i = 0; i < 11; i++) {
    const path = keys > 0 ? `/sections/${random.below(keys)}/rows/${random.below(20)}/n` : '/n';
    events.push({ type: 'STATE_DELTA', delta: [{ op: keys > 0 ? 'replace' : 'add', path, value: i }] });
  }
  events.push({ type: 'RUN_FINISHED', ...ids });
  return events as JsonObject[];
}

/** A state of about a megabyte where `keys` is 550. */
function stateOf(keys: number): unknown {
  const row = (n: number): unknown => ({ n, label: `row number ${n}`, tags: ['a', 'b'], done: false });
  const section = (): unknown => ({ rows: Array.from({ length: 20 }, (_, n) => row(n)), title: 'A section' });
  return { n: 0, sections: Array.from({ length: keys }, section) };
}

function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function measure(times: number, work: () => void): number {
  return median(Array.from({ length: times }, () => cpuMs(work)));
}

const CHUNK = 64 * 1024;

function bodyOf(length: number, keys = 0): string {
  let body = '';
  for (const event of generate(length, keys)) body += `data: ${JSON.stringify(event)}\n\n`;
  return body;
}

function ingest<S>(body: string, fold: Fold<S>): { log: Log; history: ReturnType<typeof createHistory<S>> } {
  const log = createLog();
  const history = createHistory(fold, log);
  const headers = { 'content-type': 'text/event-stream' };
  log.append({
    doc: 'd',
    frame: 0,
    records: [
      { kind: 'navigation', t: 0, url: 'http://x/', timeOrigin: 0, top: true },
      {
        kind: 'open',
        t: 0,
        stream: 1,
        transport: 'fetch',
        url: 'http://x/',
        method: 'POST',
        status: 200,
        headers,
      },
    ],
  });
  for (let at = 0; at < body.length; at += CHUNK) {
    const text = body.slice(at, at + CHUNK);
    log.append({ doc: 'd', frame: 0, records: [{ kind: 'chunk', t: at, stream: 1, text }] });
    history.advance();
  }
  log.append({
    doc: 'd',
    frame: 0,
    records: [{ kind: 'close', t: body.length, stream: 1, how: 'complete' }],
  });
  history.advance();
  return { log, history };
}

function parseAll(body: string): void {
  for (const frame of body.split('\n\n')) if (frame !== '') JSON.parse(frame.slice(6));
}

async function stockMs(length: number): Promise<number> {
  const events = [...generate(length)] as unknown as BaseEvent[];
  const agent = { messages: [], pendingInterrupts: [] } as unknown as AbstractAgent;
  const start = process.cpuUsage();
  await new Promise<void>((done, failed) => {
    const applied = defaultApplyEvents(
      { state: {} } as RunAgentInput,
      from(events).pipe(verifyEvents()),
      agent,
      [],
    );
    applied.subscribe({ complete: () => done(), error: failed });
  });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function perEvent(ms: number, length: number): number {
  return (ms * 1000) / length;
}

function ingestRows(sizes: readonly number[]): Row[] {
  return sizes.flatMap((length): Row[] => {
    const body = bodyOf(length);
    const times = length > 200_000 ? 3 : 5;
    const floor = perEvent(
      measure(times, () => parseAll(body)),
      length,
    );
    const model = perEvent(
      measure(times, () => void ingest(body, modelFold)),
      length,
    );
    const lint = perEvent(
      measure(times, () => void ingest(body, lintFold)),
      length,
    );
    const beside = 'split and JSON.parse';
    return [
      { what: `bytes to model, ${length} events`, beside, ours: model, other: floor, unit: 'µs/event' },
      {
        what: `bytes to model and findings, ${length} events`,
        beside,
        ours: lint,
        other: floor,
        unit: 'µs/event',
      },
    ];
  });
}

async function clientRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const length of [10_000, 20_000]) {
    const body = bodyOf(length);
    const ours = perEvent(
      measure(5, () => void ingest(body, modelFold)),
      length,
    );
    const other = perEvent(await stockMs(length), length);
    const beside = '@ag-ui/client verify + apply, events parsed already';
    rows.push({ what: `bytes to model, ${length} events`, beside, ours, other, unit: 'µs/event' });
  }
  return rows;
}

function seekRows(length: number): Row[] {
  const { log, history } = ingest(bodyOf(length, 550), modelFold);
  const random = createRandom(5);
  const times = Array.from({ length: 1500 }, () => {
    const seq = random.below(log.length);
    return cpuMs(() => void history.at(seq));
  }).sort((a, b) => a - b);
  const state = JSON.stringify(history.head().threads.at(0)?.state);
  const clone = measure(5, () => void JSON.parse(state));
  const beside = `one JSON.parse of the ${(state.length / 1e6).toFixed(1)} MB state`;
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return [
    { what: `seek among ${length}, median`, beside, ours: at(0.5), other: clone, unit: 'ms' },
    { what: `seek among ${length}, p99`, beside, ours: at(0.99), other: clone, unit: 'ms' },
  ];
}

function compactRows(sizes: readonly number[]): Row[] {
  return sizes.map((length) => {
    const events = [...generate(length, 20)];
    const ours = measure(3, () => void compactStock(events));
    const other = measure(1, () => void compactEvents(structuredClone(events) as unknown as BaseEvent[]));
    return { what: `compaction of ${length}`, beside: 'compactEvents', ours, other, unit: 'ms' };
  });
}

/** Every benchmark of the core. */
export async function coreBench(): Promise<readonly Row[]> {
  const isFull = process.env['LENS_BENCH_FULL'] === '1';
  parseAll(bodyOf(20_000));
  ingest(bodyOf(20_000), lintFold);
  return [
    ...ingestRows([10_000, 100_000, ...(isFull ? [1_000_000] : [])]),
    ...(await clientRows()),
    ...seekRows(100_000),
    ...(isFull ? seekRows(1_000_000) : []),
    ...compactRows([20_000, 100_000]),
  ];
}

if (process.argv[1]?.endsWith('core.bench.ts')) console.log(formatRows(await coreBench()));
