// Logs made of events, for tests.
import type { Json, JsonObject } from '@/lib/core/json/json';
import { lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Fold } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';
import type { CapturedRecord, OpenRecord } from '@/lib/messages/records';

/** The opening of the first stream of a document. */
export function openRecord(more: Partial<OpenRecord> = {}): OpenRecord {
  const url = 'http://localhost/agent';
  return { kind: 'open', t: 1, stream: 1, transport: 'fetch', url, method: 'POST', ...more };
}

/** The beginning of a response of server-sent events, the first stream of its document. */
export function openOf(request?: object, url = 'http://localhost/agent'): OpenRecord {
  const headers = { 'content-type': 'text/event-stream' };
  const requestBody = request === undefined ? {} : { requestBody: JSON.stringify(request) };
  return openRecord({ url, status: 200, headers, ...requestBody });
}

/** The beginning and the end of a run. */
export const STARTED = { type: 'RUN_STARTED', threadId: 't', runId: 'r' };
export const FINISHED = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' };

/** Texts as a body of server-sent events. */
export const sseTexts = (...texts: readonly string[]): string =>
  texts.map((text) => `data: ${text}\n\n`).join('');

/** Events as a body of server-sent events. */
export const sse = (...events: readonly unknown[]): string =>
  sseTexts(...events.map((event) => JSON.stringify(event)));

/** Wraps events as one complete SSE response. */
export function sseRecords(events: readonly object[], request?: object, stream = 1): CapturedRecord[] {
  return [
    { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_700_000_000_000, top: true },
    { ...openOf(request), stream },
    ...events.map((event, at): CapturedRecord => ({ kind: 'chunk', t: 2 + at, stream, text: sse(event) })),
    { kind: 'close', t: 2 + events.length, stream, how: 'complete' },
  ];
}

/** A log of the records of one document. */
export function logOfRecords(
  records: readonly CapturedRecord[],
  options?: Parameters<typeof createLog>[0],
): Log {
  const log = createLog(options);
  log.append({ doc: 'd', frameId: 0, records });
  return log;
}

export function logOf(events: readonly object[], request?: object): Log {
  return logOfRecords(sseRecords(events, request));
}

/** A log of streams at the same time, one for each body; their events come in turn. */
export function logAtOnce(bodies: readonly (readonly object[])[]): Log {
  const log = createLog();
  const opens = bodies.map((_body, at) => ({ ...openOf(), stream: at + 1 }));
  const chunks = (bodies[0] ?? []).flatMap((_event, place) =>
    bodies.map((body, at): CapturedRecord => {
      const text = sse(body[place]);
      return { kind: 'chunk', t: place * 10 + at, stream: at + 1, text };
    }),
  );
  log.append({ doc: 'd', frameId: 0, records: [...opens, ...chunks] });
  return log;
}

/** A value without undefined keys, as JSON would give it. */
export const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null));

/** The events of a log; undefined where a frame is none. */
export function eventsIn(log: Pick<Log, 'length' | 'at'>): (JsonObject | undefined)[] {
  return Array.from({ length: log.length }, (_none, seq) => log.at(seq)?.event);
}

export function typesIn(log: Pick<Log, 'length' | 'typeOf'>): string[] {
  return Array.from({ length: log.length }, (_none, seq) => log.typeOf(seq));
}

/** The details of a log's gaps. */
export function gapsIn({ boundaries }: Pick<Log, 'boundaries'>): string[] {
  return boundaries.flatMap((boundary) => (boundary.kind === 'gap' ? [boundary.detail] : []));
}

export const headOf = <S>(log: Log, fold: Fold<S>): S => createHistory(fold, log).head();

export const modelOf = (log: Log) => headOf(log, modelFold);

export const findingsOf = (log: Log, fold = lintFold) => headOf(log, fold).findings;

export const rulesOf = (log: Log, fold = lintFold): string[] => findingsOf(log, fold).map(({ rule }) => rule);
