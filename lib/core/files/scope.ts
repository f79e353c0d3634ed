// A part of a session: the batches of selected events, with requests and ends of their streams.
import { parseRunRequest } from '@/lib/core/agui/request';
import { type BodyPart, bodiesOf } from '@/lib/core/files/bodies';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, parseJson, stringOrEmpty } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { lengthPrefixed, parseBase64, toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, FrameRecord, OpenRecord } from '@/lib/messages/records';

type IsWanted = (seq: number) => boolean;

interface StreamPart {
  readonly stream: Stream;
  /** Events by the number of the record that completed them. */
  readonly seqs: ReadonlyMap<number, readonly number[]>;
  readonly isWhole: boolean;
  readonly runIds: ReadonlySet<string>;
}

/** The runId of an event; '' outside of runs. */
export function runIdsOf(log: Log): (seq: number) => string {
  const byStart = new Map<number, string>();
  return (seq) => {
    const start = log.entities.runAt(log.streamOf(seq)?.index ?? -1, seq)?.firstSeq;
    if (start === undefined) return '';
    const known = byStart.get(start);
    if (known !== undefined) return known;
    const id = stringOrEmpty(log.at(start)?.event?.['runId']);
    byStart.set(start, id);
    return id;
  };
}

interface Collected {
  readonly stream: Stream;
  readonly seqs: Map<number, number[]>;
  readonly runIds: Set<string>;
  count: number;
}

function keptOf(log: Log, isWanted: IsWanted): ReadonlyMap<number, StreamPart> {
  const runIdOf = runIdsOf(log);
  const counts = new Map<number, number>();
  const kept = new Map<number, Collected>();
  for (let seq = 0; seq < log.length; seq++) {
    const stream = log.streamOf(seq);
    if (stream === undefined) continue;
    counts.set(stream.index, (counts.get(stream.index) ?? 0) + 1);
    if (!isWanted(seq)) continue;
    const entry = kept.get(stream.index) ?? { stream, count: 0, seqs: new Map(), runIds: new Set() };
    kept.set(stream.index, entry);
    entry.count++;
    const record = log.at(seq)?.record ?? 0;
    const seqs = entry.seqs.get(record);
    if (seqs === undefined) entry.seqs.set(record, [seq]);
    else seqs.push(seq);
    entry.runIds.add(runIdOf(seq));
  }
  const finished = [...kept].map(([index, { count, ...entry }]) => {
    return [index, { ...entry, isWhole: count === counts.get(index) }] as const;
  });
  return new Map(finished);
}

/** A server-sent event with the blank line that ends it. */
export const endedFrame = (raw: string): string => (/(?:\r\n|\n|\r){2}$/.test(raw) ? raw : `${raw}\n\n`);

/** The frame of an event as in a body. */
function framed(
  raw: string,
  framing: string | undefined,
): { readonly text: string } | { readonly b64: string } {
  if (framing === 'ndjson' || framing === 'json-body') return { text: `${raw.trim()}\n` };
  if (framing !== 'proto') return { text: endedFrame(raw) };
  return { b64: toBase64(lengthPrefixed(parseBase64(raw) ?? new Uint8Array(0))) };
}

function frameSeqs(log: Log, seq: number): readonly number[] {
  const first = log.frameOf(seq);
  let end = seq + 1;
  while (end < log.length && log.frameOf(end) === first) end++;
  return Array.from({ length: end - first }, (_none, index) => first + index);
}

/** A frame without some of its events; unchanged if it is not an array of events. */
function reducedFrame(log: Log, { raw, stream }: LoggedEvent, seqs: readonly number[]): string {
  if (stream.dialect !== 'event-array') return raw;
  const isSse = stream.framing === 'sse';
  const whole = parseJson(isSse ? raw.replace(/^data: ?/gm, '') : raw);
  const events = seqs.flatMap((seq) => {
    const logged = log.at(seq);
    return logged?.original ?? logged?.event ?? [];
  });
  const json = JSON.stringify(isJsonObject(whole) ? { ...whole, events } : events);
  return isSse ? `data: ${json}` : json;
}

/** The selected frames that a record completed, which replace the record. */
function framesOf(log: Log, seqs: readonly number[], record: BodyPart): CapturedRecord[] {
  const wanted = new Set(seqs);
  return seqs.flatMap((seq): CapturedRecord[] => {
    const logged = log.at(seq);
    if (logged === undefined) return [];
    const { stream, binary } = logged;
    const { t, stream: number } = record;
    const frame = frameSeqs(log, seq);
    const own = frame.filter((each) => wanted.has(each));
    // A frame of several events is written once.
    if (own[0] !== seq) return [];
    const raw = own.length === frame.length ? logged.raw : reducedFrame(log, logged, own);
    if (record.kind === 'frame') return [{ ...record, ...(binary ? { b64: raw } : { text: raw }) }];
    if (raw === '') return [];
    return [{ kind: 'chunk', t, stream: number, ...framed(raw, stream.framing) }];
  });
}

function seqsFrom(seqs: StreamPart['seqs'], from: number): readonly number[] {
  return [...seqs].flatMap(([record, those]) => (record >= from ? those : []));
}

/** The head of a JSON document whose elements become lines. */
function asLines(open: OpenRecord, framing: string | undefined): OpenRecord {
  if (framing !== 'json-body') return open;
  return { ...open, headers: { ...open.headers, 'content-type': 'application/x-ndjson' } };
}

/**
 * Run requests on a socket: those of selected runs, and those before selected records, as a server may choose its own
 * run ids.
 */
function* requestsOf(parts: readonly BodyPart[], { seqs, runIds }: StreamPart): Iterable<FrameRecord> {
  let request: FrameRecord | undefined;
  let number = 0;
  for (const part of parts) {
    if (part.kind === 'frame' && part.dir === 'out') {
      const asked = parseRunRequest(part.text ?? '');
      const id = asked?.input['runId'];
      if (typeof id === 'string' && runIds.has(id)) yield part;
      if (asked !== undefined) request = part;
      continue;
    }
    if (request !== undefined && seqs.has(number)) yield request;
    number++;
  }
}

/**
 * The batches of some streams, by key, with the navigations of their documents. Empty batches stay: a missing number
 * would be a gap.
 */
export function* streamBatches(batches: Iterable<FileBatch>, keys: ReadonlySet<string>): Iterable<FileBatch> {
  const isWanted = (doc: string, record: CapturedRecord): boolean =>
    'stream' in record && keys.has(`${doc}:${record.stream}`);
  const docs = new Set<string>();
  for (const { doc, records } of batches) if (records.some((record) => isWanted(doc, record))) docs.add(doc);
  for (const batch of batches) {
    if (!docs.has(batch.doc)) continue;
    const kept = batch.records.filter(
      (record) => record.kind === 'navigation' || isWanted(batch.doc, record),
    );
    yield { ...batch, records: kept };
  }
}

/** The batches of a part, without other streams and their requests. */
export function scopeBatches(
  log: Log,
  batches: readonly FileBatch[],
  isWanted: IsWanted,
): readonly FileBatch[] {
  const kept = keptOf(log, isWanted);
  const streamOf = new Map<CapturedRecord, number>();
  const asked = new Set<CapturedRecord>();
  const last = new Set<CapturedRecord>();
  for (const [index, parts] of bodiesOf(log, batches).entries()) {
    for (const part of parts) streamOf.set(part, index);
    const end = parts.at(-1);
    if (end !== undefined) last.add(end);
    const entry = kept.get(index);
    for (const request of entry ? requestsOf(parts, entry) : []) asked.add(request);
  }
  const records = new Map<number, number>();
  const openOf = createOpens(log);
  const scoped = (record: CapturedRecord, doc: string): CapturedRecord[] => {
    if (record.kind === 'navigation' || (record.kind === 'gap' && record.stream === undefined))
      return [record];
    const index = streamOf.get(record) ?? openOf(doc, record);
    const entry = index === undefined ? undefined : kept.get(index);
    if (entry === undefined) return [];
    if (entry.isWhole) return [record];
    if (record.kind === 'open') return [asLines(record, entry.stream.framing)];
    if (record.kind !== 'chunk' && record.kind !== 'frame') return [record];
    if (record.kind === 'frame' && record.dir === 'out') return asked.has(record) ? [record] : [];
    const number = records.get(entry.stream.index) ?? 0;
    records.set(entry.stream.index, number + 1);
    // The end of the stream completes an unterminated frame.
    const seqs = last.has(record) ? seqsFrom(entry.seqs, number) : (entry.seqs.get(number) ?? []);
    return framesOf(log, seqs, record);
  };
  return batches.map(({ records, ...batch }) => ({
    ...batch,
    records: records.flatMap((record) => scoped(record, batch.doc)),
  }));
}

/** Finds the stream of a record outside of bodies: the newest with its number in its document. */
function createOpens(log: Log): (doc: string, record: CapturedRecord) => number | undefined {
  const byKey = grouped(log.streams, ({ key }) => key);
  const opened = new Map<string, number>();
  return (doc, record) => {
    if (record.kind === 'navigation' || record.stream === undefined) return undefined;
    const key = `${doc}:${record.stream}`;
    if (record.kind === 'open') opened.set(key, (opened.get(key) ?? -1) + 1);
    const all = byKey.get(key) ?? [];
    return (all[Math.max(0, opened.get(key) ?? 0)] ?? all.at(-1))?.index;
  };
}
