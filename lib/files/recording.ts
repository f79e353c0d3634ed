// Our own recordings: everything that was captured, as it was captured.
import { nestsTooDeep, TOO_DEEP } from '@/lib/agui/depth';
import { isJsonObject, type Json } from '@/lib/agui/json';
import { parseAnnotations, withoutEmptyAnnotations } from '@/lib/files/annotations';
import { FILE_DOC, reasonOf, textOf } from '@/lib/files/input';
import {
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHeader,
  type RecordingLine,
} from '@/lib/files/recording-spec';
import type { FileBatch, FileInput, Format, ReadResult } from '@/lib/files/types';
import { upgradeLine } from '@/lib/files/upgrade/upgraders';
import { TEXT_MAX } from '@/lib/wire/limits';
import { parseRecord } from '@/lib/wire/parse-batch';
import type { CapturedRecord } from '@/lib/wire/records';

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

function parseBatchLine(value: Json, line: number): Parsed<FileBatch> {
  if (!isJsonObject(value)) return { error: `Line ${line} is not a batch: it is not an object.` };
  const { doc, frame, n, records } = value;
  if (typeof doc !== 'string') return { error: `Line ${line} is not a batch: "doc" is not a string.` };
  if (!isCount(frame) || !isCount(n))
    return { error: `Line ${line} is not a batch: "frame" or "n" is not a non-negative integer.` };
  if (!Array.isArray(records)) return { error: `Line ${line} is not a batch: "records" is not an array.` };
  const parsed: CapturedRecord[] = [];
  for (const [index, raw] of records.entries()) {
    const record = parseRecord(raw);
    if (record === undefined) return { error: `Line ${line}: record ${index} is invalid.` };
    parsed.push(record);
  }
  return { value: { doc, frameId: frame, n, records: parsed } };
}

/** Collects what can be read, and says where something cannot. */
class Reading {
  readonly batches: FileBatch[] = [];
  /** The first line that could not be read, in words. */
  problem: string | undefined;
  #broken: { readonly first: number; readonly last: number; readonly reason: string } | undefined;

  take(batch: FileBatch): void {
    this.#sayBroken();
    this.batches.push(batch);
  }

  leaveOut(line: number, reason: string): void {
    this.problem ??= reason;
    this.#broken = { reason, ...this.#broken, first: this.#broken?.first ?? line, last: line };
  }

  end(): void {
    this.#sayBroken();
  }

  /** Lines that could not be read are a gap where they stand. */
  #sayBroken(): void {
    if (this.#broken === undefined) return;
    const { first, last, reason } = this.#broken;
    this.#broken = undefined;
    const lines = first === last ? '' : ` Neither can the lines up to ${last}.`;
    const before = this.batches.at(-1);
    const t = before?.records.at(-1)?.t ?? 0;
    const { doc, frameId, n } = before ?? { doc: FILE_DOC, frameId: 0, n: -1 };
    const detail = `${reason}${lines}`.slice(0, TEXT_MAX);
    const gap: CapturedRecord = { kind: 'gap', t, reason: 'refused', detail };
    // Each line was a batch: none of their numbers is missing without a word.
    for (let line = first; line <= last; line++) {
      this.batches.push({ doc, frameId, n: n + 1 + line - first, records: line === first ? [gap] : [] });
    }
  }
}

function read(input: FileInput): ReadResult {
  const lines = textOf(input).split('\n');
  const header = parseHeader(lines[0] ?? '');
  if ('error' in header) return header;
  const reading = new Reading();
  for (const [index, text] of lines.entries()) {
    if (index === 0 || text.trim() === '') continue;
    const parsed = parseLine(text, index + 1);
    const batch =
      'error' in parsed ? parsed : parseBatchLine(upgradeLine(parsed.value, header.value.version), index + 1);
    if ('error' in batch) reading.leaveOut(index + 1, batch.error);
    else reading.take(batch.value);
  }
  // Of a file without a single line that can be read, the first problem says the most.
  if (reading.problem !== undefined && reading.batches.length === 0) return { error: reading.problem };
  reading.end();
  return { batches: reading.batches, annotations: withoutEmptyAnnotations(header.value) };
}

/** Our own recordings. */
export const recording: Format = {
  id: 'recording',
  label: 'Recording',
  extension: '.agui.jsonl',
  mime: 'application/x-ndjson',
  // The file name counts too, so that a recording with a broken header gets a fitting error.
  confidence: ({ name, start }) => (HEADER.test(start) ? 1 : name.endsWith('.agui.jsonl') ? 0.9 : 0),
  read,
  needsBatches: true,
  *write({ batches, origin, annotations = {} }) {
    const header: RecordingHeader = {
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      ...(origin !== undefined && { origin }),
      ...withoutEmptyAnnotations(annotations),
    };
    yield `${JSON.stringify(header)}\n`;
    for (const { doc, frameId: frame, n, records } of batches())
      yield `${JSON.stringify({ doc, frame, n, records } satisfies RecordingLine)}\n`;
  },
};
