// Our own recordings: everything that was captured, as it was captured.

import { parseAnnotations, withoutEmptyAnnotations } from '@/lib/core/files/annotations';
import { factsOf } from '@/lib/core/files/format-facts';
import { FILE_DOC, textOf } from '@/lib/core/files/input';
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHeader,
  type RecordingLine,
} from '@/lib/core/files/recording-spec';
import type { FileBatch, FileInput, FileSteps, Format, ReadResult, ReadSteps } from '@/lib/core/files/types';
import { upgradeLine } from '@/lib/core/files/upgrade/upgraders';
import { closedJson } from '@/lib/core/json/cut-json';
import { nestsTooDeep, TOO_DEEP } from '@/lib/core/json/depth';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/messages/limits';
import { fromLegacyNumber, isMadeKind } from '@/lib/messages/made';
import { parseRecord } from '@/lib/messages/parse-batch';
import type { CapturedRecord } from '@/lib/messages/records';

const HEADER = new RegExp(`^\\ufeff?\\s*\\{[^\\n]*"format"\\s*:\\s*"${RECORDING_FORMAT}"`);

type Parsed<T> = { readonly value: T } | { readonly error: string };

function parseLine(text: string, line: number): Parsed<Json> {
  if (nestsTooDeep(text)) return { error: `Line ${line} ${TOO_DEEP}.` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `Line ${line} is invalid JSON: ${reasonOf(error)}.` };
  }
}

function parseHeader(text: string): Parsed<RecordingHeader> {
  const parsed = parseLine(text.replace(/^\ufeff/, ''), 1);
  if ('error' in parsed) return parsed;
  const header = parsed.value;
  if (!isJsonObject(header) || header['format'] !== RECORDING_FORMAT) {
    return { error: `Line 1 is not a recording header: "format" is not "${RECORDING_FORMAT}".` };
  }
  const { version } = header;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { error: 'Line 1 is not a recording header: "version" is not a positive integer.' };
  }
  if (version > RECORDING_VERSION) {
    return {
      error: `The recording has version ${version}, but this program reads versions up to ${RECORDING_VERSION}. Update AG-UI Lens to open it.`,
    };
  }
  return { value: { format: RECORDING_FORMAT, version, ...parseAnnotations(header) } };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Why a record is not read, in words. */
function whyNot(raw: Json): string {
  const { text, b64, requestBody } = isJsonObject(raw) ? raw : {};
  const isOver = (units: Json | undefined, max: number) => typeof units === 'string' && units.length > max;
  if (isOver(text, PAYLOAD_MAX) || isOver(b64, PAYLOAD_MAX * 2))
    return `holds more than ${PAYLOAD_MAX / (1024 * 1024)} MiB at once`;
  if (isOver(requestBody, REQUEST_BODY_MAX))
    return `has a request of more than ${REQUEST_BODY_MAX / (1024 * 1024)} MiB`;
  return 'is invalid';
}

function parseBatchLine(value: Json, line: number): Parsed<FileBatch> {
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
  const number = isMadeKind(made) ? { n, made } : fromLegacyNumber(n);
  return { value: { doc, frameId: frame, ...number, records: parsed } };
}

/** The records of a line that is cut off, as far as they go. */
function recordsOfCut(text: string, lists?: number): readonly Json[] {
  const parsed = parseLine(closedJson(text, lists), 0);
  const records = 'value' in parsed && isJsonObject(parsed.value) ? parsed.value['records'] : undefined;
  return Array.isArray(records) ? records : [];
}

/** A chunk of which some is there; undefined if it is none. Base64 is read in whole groups. */
function begunChunk(record: Json | undefined): Json | undefined {
  if (!isJsonObject(record) || record['kind'] !== 'chunk') return undefined;
  const { text, b64 } = record;
  if (typeof text === 'string' && text !== '') return record;
  return typeof b64 === 'string' && b64.length >= 4
    ? { ...record, b64: b64.slice(0, b64.length - (b64.length % 4)) }
    : undefined;
}

/** What a line that is cut off holds: whole records, and what of a body's bytes is there. */
function cutBatch(text: string, version: number, line: number): FileBatch | undefined {
  const whole = recordsOfCut(text, 1);
  const begun = begunChunk(recordsOfCut(text)[whole.length]);
  const records = begun === undefined ? whole : [...whole, begun];
  const parsed = parseLine(closedJson(text, 1), line);
  if ('error' in parsed || !isJsonObject(parsed.value)) return undefined;
  const batch = parseBatchLine(upgradeLine({ ...parsed.value, records }, version), line);
  return 'value' in batch && batch.value.records.length > 0 ? batch.value : undefined;
}

/** Reads line after line, and says where one cannot be read. */
class Reading {
  /** The first line that could not be read, in words. */
  problem: string | undefined;
  /** How many batches were read. */
  count = 0;
  #before: FileBatch | undefined;
  #broken: { readonly first: number; readonly last: number; readonly reason: string } | undefined;

  /** A batch, after what is to be said of the lines before it. */
  *take(batch: FileBatch): Iterable<FileBatch> {
    yield* this.end();
    this.#before = batch;
    this.count++;
    yield batch;
  }

  /** A batch of the last line, which is cut off: what is said of that comes behind it. */
  *takeCut(batch: FileBatch): Iterable<FileBatch> {
    const broken = this.#broken;
    if (broken !== undefined && broken.first < broken.last) yield* this.end();
    this.#before = batch;
    this.#broken = broken === undefined ? undefined : { ...broken, first: broken.last };
    this.count++;
    yield batch;
    yield* this.end();
  }

  leaveOut(line: number, reason: string): void {
    this.problem ??= reason;
    this.#broken = { reason, ...this.#broken, first: this.#broken?.first ?? line, last: line };
  }

  /** Lines that could not be read are a gap where they stand. */
  *end(): Iterable<FileBatch> {
    if (this.#broken === undefined) return;
    const { first, last, reason } = this.#broken;
    this.#broken = undefined;
    const lines = first === last ? '' : ` Neither can the lines up to ${last}.`;
    const t = this.#before?.records.at(-1)?.t ?? 0;
    const { doc, frameId, n, made } = this.#before ?? { doc: FILE_DOC, frameId: 0, n: -1 };
    const next = made === undefined ? n + 1 : n;
    const detail = `${reason}${lines}`.slice(0, TEXT_MAX);
    const gap: CapturedRecord = { kind: 'gap', t, reason: 'refused', detail };
    // Each line was a batch: none of their numbers is missing without a word.
    for (let line = first; line <= last; line++) {
      const batch = { doc, frameId, n: next + line - first, records: line === first ? [gap] : [] };
      this.#before = batch;
      yield batch;
    }
  }
}

function* batchesIn(lines: Iterable<string>, version: number, reading: Reading): Iterable<FileBatch> {
  let number = 0;
  let broken: string | undefined;
  for (const text of lines) {
    number++;
    if (number === 1 || text.trim() === '') continue;
    broken = undefined;
    const parsed = parseLine(text, number);
    const batch = 'error' in parsed ? parsed : parseBatchLine(upgradeLine(parsed.value, version), number);
    if ('value' in batch) yield* reading.take(batch.value);
    else {
      reading.leaveOut(number, batch.error);
      broken = text;
    }
  }
  // Only the last line is one that may have been cut off.
  const batch = broken === undefined ? undefined : cutBatch(broken, version, number);
  if (batch === undefined) yield* reading.end();
  else yield* reading.takeCut(batch);
}

/** The batches are read from the lines each time that somebody goes through them. */
function readInSteps({ lines }: FileSteps): ReadSteps {
  let first = '';
  for (const line of lines()) {
    first = line;
    break;
  }
  const header = parseHeader(first);
  if ('error' in header) return header;
  const { version } = header.value;
  const batches = () => batchesIn(lines(), version, new Reading())[Symbol.iterator]();
  return {
    batches: { [Symbol.iterator]: batches },
    annotations: withoutEmptyAnnotations(header.value),
    isBody: false,
  };
}

function read(input: FileInput): ReadResult {
  const lines = textOf(input).split('\n');
  const header = parseHeader(lines[0] ?? '');
  if ('error' in header) return header;
  const reading = new Reading();
  const batches = [...batchesIn(lines, header.value.version, reading)];
  // Of a file without a single line that can be read, the first problem says the most.
  if (reading.problem !== undefined && reading.count === 0) return { error: reading.problem };
  return { batches, annotations: withoutEmptyAnnotations(header.value) };
}

/** Our own recordings. */
export const recording: Format = {
  ...factsOf('recording'),
  // The file name counts too, so that a recording with a broken header gets a fitting error.
  confidence: ({ name, start }) => (HEADER.test(start) ? 1 : name.endsWith('.agui.jsonl') ? 0.9 : 0),
  read,
  readInSteps,
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
