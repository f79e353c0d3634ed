// Recordings: the captured records.

import { parseAnnotations, withoutEmptyAnnotations } from '@/lib/core/files/annotations';
import { FILE_DOC, iterable } from '@/lib/core/files/file-batches';
import { factsOf } from '@/lib/core/files/format-facts';
import { linesOf } from '@/lib/core/files/input';
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHeader,
  type RecordingLine,
} from '@/lib/core/files/recording-spec';
import type { FileBatch, Format } from '@/lib/core/files/types';
import { closedJson } from '@/lib/core/json/cut-json';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { fromLegacyNumber, isBackgroundBatchKind } from '@/lib/messages/background-batch';
import { PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/messages/limits';
import { parseRecord } from '@/lib/messages/parse-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import { isCount } from '@/lib/messages/values';

const HEADER = new RegExp(`^\\ufeff?\\s*\\{[^\\n]*"format"\\s*:\\s*"${RECORDING_FORMAT}"`);

type ParsedLine<T> = { readonly value: T } | { readonly error: string };

function parseLine(text: string, line: number): ParsedLine<Json> {
  if (nestsTooDeep(text)) return { error: `Line ${line} ${TOO_DEEP}.` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `Line ${line} is invalid JSON: ${reasonOf(error)}.` };
  }
}

function parseHeader(text: string, line: number): ParsedLine<RecordingHeader> {
  const parsed = parseLine(text.replace(/^\ufeff/, ''), line);
  if ('error' in parsed) return parsed;
  const header = parsed.value;
  if (!isJsonObject(header) || header['format'] !== RECORDING_FORMAT) {
    return { error: `Line ${line} is not a recording header: "format" is not "${RECORDING_FORMAT}".` };
  }
  const { version } = header;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { error: `Line ${line} is not a recording header: "version" is not a positive integer.` };
  }
  if (version > RECORDING_VERSION) {
    return {
      error: `The recording has version ${version}, but this program reads versions up to ${RECORDING_VERSION}. Update AG-UI Lens to open it.`,
    };
  }
  return { value: { format: RECORDING_FORMAT, version, ...parseAnnotations(header) } };
}

/** The reason why a record is invalid, as the end of a sentence. */
function whyNot(raw: Json): string {
  const { text, b64, requestBody } = isJsonObject(raw) ? raw : {};
  const isOver = (units: Json | undefined, max: number) => typeof units === 'string' && units.length > max;
  if (isOver(text, PAYLOAD_MAX) || isOver(b64, PAYLOAD_MAX * 2))
    return `holds more than ${PAYLOAD_MAX / (1024 * 1024)} MiB at once`;
  if (isOver(requestBody, REQUEST_BODY_MAX))
    return `has a request of more than ${REQUEST_BODY_MAX / (1024 * 1024)} MiB`;
  return 'is invalid';
}

function parseBatchLine(value: Json, line: number): ParsedLine<FileBatch> {
  if (!isJsonObject(value)) return { error: `Line ${line} is not a batch: it is not an object.` };
  const { doc, frame, n, made, records } = value;
  if (typeof doc !== 'string') return { error: `Line ${line} is not a batch: "doc" is not a string.` };
  if (!isCount(frame) || !isCount(n))
    return { error: `Line ${line} is not a batch: "frame" or "n" is not a non-negative integer.` };
  if (!Array.isArray(records)) return { error: `Line ${line} is not a batch: "records" is not an array.` };
  const parsed: CapturedRecord[] = [];
  for (const [index, raw] of records.entries()) {
    const record = parseRecord(raw);
    if (record === undefined) return { error: `Line ${line}: record ${index} ${whyNot(raw)}.` };
    parsed.push(record);
  }
  const number = isBackgroundBatchKind(made) ? { n, made } : fromLegacyNumber(n);
  return { value: { doc, frameId: frame, ...number, records: parsed } };
}

/** The complete records of a truncated line. */
function recordsOfCut(text: string, lists?: number): readonly Json[] {
  const parsed = parseLine(closedJson(text, lists), 0);
  const records = 'value' in parsed && isJsonObject(parsed.value) ? parsed.value['records'] : undefined;
  return Array.isArray(records) ? records : [];
}

/** The beginning of a chunk. Base64 is read in whole groups. */
function begunChunk(record: Json | undefined): Json | undefined {
  if (!isJsonObject(record) || record['kind'] !== 'chunk') return undefined;
  const { text, b64 } = record;
  if (typeof text === 'string' && text !== '') return record;
  return typeof b64 === 'string' && b64.length >= 4
    ? { ...record, b64: b64.slice(0, b64.length - (b64.length % 4)) }
    : undefined;
}

/** The batch of a truncated line: complete records, and the beginning of a chunk. */
function cutBatch(text: string, line: number): FileBatch | undefined {
  const whole = recordsOfCut(text, 1);
  const begun = begunChunk(recordsOfCut(text)[whole.length]);
  const records = begun === undefined ? whole : [...whole, begun];
  const parsed = parseLine(closedJson(text, 1), line);
  if ('error' in parsed || !isJsonObject(parsed.value)) return undefined;
  const batch = parseBatchLine({ ...parsed.value, records }, line);
  return 'value' in batch && batch.value.records.length > 0 ? batch.value : undefined;
}

/** Adds gaps for unreadable lines, and distinguishes the documents of recordings that were joined in one file. */
class Reading {
  /** Sentence about the first unreadable line. */
  problem: string | undefined;
  count = 0;
  #before: FileBatch | undefined;
  #recording = 1;
  #broken: { readonly first: number; readonly last: number; readonly reason: string } | undefined;

  /** A batch, after a gap for the unreadable lines before it. */
  *take(read: FileBatch): Iterable<FileBatch> {
    yield* this.end();
    const batch = { ...read, doc: this.#docOf(read.doc) };
    this.#before = batch;
    this.count++;
    yield batch;
  }

  /** The batch of the last, truncated line, followed by a gap. */
  *takeCut(read: FileBatch): Iterable<FileBatch> {
    const batch = { ...read, doc: this.#docOf(read.doc) };
    const broken = this.#broken;
    if (broken !== undefined && broken.first < broken.last) yield* this.end();
    this.#before = batch;
    this.#broken = broken === undefined ? undefined : { ...broken, first: broken.last };
    this.count++;
    yield batch;
    yield* this.end();
  }

  /** Begins another recording: its documents and numbers may be those of the one before it. */
  *beginNext(): Iterable<FileBatch> {
    yield* this.end();
    this.#before = undefined;
    this.#recording++;
  }

  #docOf(doc: string): string {
    return this.#recording === 1 ? doc : `${this.#recording} ${doc}`;
  }

  skip(line: number, reason: string): void {
    this.problem ??= reason;
    this.#broken = { reason, ...this.#broken, first: this.#broken?.first ?? line, last: line };
  }

  /** Ends a sequence of unreadable lines with a gap. */
  *end(): Iterable<FileBatch> {
    if (this.#broken === undefined) return;
    const { first, last, reason } = this.#broken;
    this.#broken = undefined;
    const lines = first === last ? '' : ` Lines ${first} to ${last} are left out.`;
    const t = this.#before?.records.at(-1)?.t ?? 0;
    const { doc, frameId, n, made } = this.#before ?? { doc: this.#docOf(FILE_DOC), frameId: 0, n: -1 };
    const next = made === undefined ? n + 1 : n;
    const detail = `${reason}${lines}`.slice(0, TEXT_MAX);
    const gap: CapturedRecord = { kind: 'gap', t, reason: 'refused', detail };
    // Each line counts as a batch: a missing number would be another gap.
    for (let line = first; line <= last; line++) {
      const batch = { doc, frameId, n: next + line - first, records: line === first ? [gap] : [] };
      this.#before = batch;
      yield batch;
    }
  }
}

function* batchesIn(lines: Iterable<string>, reading: Reading): Iterable<FileBatch> {
  let number = 0;
  let broken: string | undefined;
  for (const text of lines) {
    number++;
    if (number === 1 || text.trim() === '') continue;
    broken = undefined;
    const parsed = parseLine(text, number);
    const batch = 'error' in parsed ? parsed : parseBatchLine(parsed.value, number);
    if ('value' in batch) yield* reading.take(batch.value);
    else if (HEADER.test(text)) {
      yield* reading.beginNext();
      const header = parseHeader(text, number);
      if ('error' in header) reading.skip(number, header.error);
    } else {
      reading.skip(number, batch.error);
      broken = text;
    }
  }
  // Only the last line may be truncated.
  const batch = broken === undefined ? undefined : cutBatch(broken, number);
  if (batch === undefined) yield* reading.end();
  else yield* reading.takeCut(batch);
}

export const recording: Format = {
  ...factsOf('recording'),
  // The file name counts, too, so that a recording with a broken header gets a fitting error.
  confidence: ({ name, start }) => (HEADER.test(start) ? 1 : name.endsWith('.agui.jsonl') ? 0.9 : 0),
  read(input) {
    let first = '';
    for (const line of linesOf(input)) {
      first = line;
      break;
    }
    const header = parseHeader(first, 1);
    if ('error' in header) return header;
    const reading = new Reading();
    const begun = batchesIn(linesOf(input), reading)[Symbol.iterator]();
    while (reading.count === 0 && begun.next().done !== true);
    begun.return?.();
    // Without a readable line, the first problem is the most specific.
    if (reading.problem !== undefined && reading.count === 0) return { error: reading.problem };
    const batches = iterable(() => batchesIn(linesOf(input), new Reading()));
    return { batches, annotations: withoutEmptyAnnotations(header.value) };
  },
  *write({ batches, origin, annotations = {} }) {
    const header: RecordingHeader = {
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      ...(origin !== undefined && { origin }),
      ...withoutEmptyAnnotations(annotations),
    };
    yield `${JSON.stringify(header)}\n`;
    for (const { frameId: frame, records, ...batch } of batches())
      yield `${JSON.stringify({ ...batch, frame, records } satisfies RecordingLine)}\n`;
  },
};
