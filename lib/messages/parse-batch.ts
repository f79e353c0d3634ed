// The gate: everything a page, a stored row or an imported file claims to have captured passes through here. Never
// throws, admits only what records.ts declares, and rebuilds each record from known fields.
import {
  BATCH_LENGTH_MAX,
  BATCH_RECORDS_MAX,
  ESCAPED,
  PAYLOAD_MAX,
  REQUEST_BODY_MAX,
  TEXT_MAX,
} from './limits';
import { inlineBytes, type RawBatch } from './raw-batch';
import {
  type CapturedRecord,
  CLOSE_HOWS,
  DIRECTIONS,
  GAP_REASONS,
  type GapRecord,
  RESPONSE_HEADERS,
  type RecordKind,
  type RecordOf,
  TRANSPORTS,
} from './records';
import { type Fields, isCount, isObject, isWhole, parseJson } from './values';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Milliseconds beyond any plausible clock: about the year 5138. */
const TIME_MAX = 1e14;

/** Generous length of a name, its punctuation and a number in JSON. */
const FIELD_LENGTH = 64;

type RecordFieldCheck = (value: unknown) => boolean;

interface RecordField {
  readonly check: RecordFieldCheck;
  readonly isOptional: boolean;
}

const isText =
  (max: number): RecordFieldCheck =>
  (value) =>
    typeof value === 'string' && value.length <= max;
const isOneOf =
  (list: readonly string[]): RecordFieldCheck =>
  (value) =>
    typeof value === 'string' && list.includes(value);
const isStream: RecordFieldCheck = (value) => isWhole(value) && value > 0;
const isTime: RecordFieldCheck = (value) => typeof value === 'number' && value >= 0 && value <= TIME_MAX;
const isTrue: RecordFieldCheck = (value) => value === true;
const isFlag: RecordFieldCheck = (value) => typeof value === 'boolean';
const isBase64: RecordFieldCheck = (value) =>
  typeof value === 'string' &&
  value.length <= PAYLOAD_MAX * 2 &&
  value.length % 4 === 0 &&
  BASE64.test(value);
const isShort = isText(TEXT_MAX);
const isPayload = isText(PAYLOAD_MAX);

const HEADER_NAMES: readonly string[] = RESPONSE_HEADERS;
/** Kept headers must be short; all others are dropped later. */
const isHeaders: RecordFieldCheck = (value) =>
  isObject(value) && HEADER_NAMES.every((name) => !Object.hasOwn(value, name) || isShort(value[name]));

const must = (check: RecordFieldCheck): RecordField & { isOptional: false } => ({ check, isOptional: false });
const may = (check: RecordFieldCheck): RecordField & { isOptional: true } => ({ check, isOptional: true });

/** One entry per member of a record: a member missing from the table does not compile. */
type FieldsOf<R> = {
  readonly [K in Exclude<keyof R, 'kind'>]-?: RecordField & {
    isOptional: undefined extends R[K] ? true : false;
  };
};

const RECORD_FIELDS: { readonly [K in RecordKind]: FieldsOf<RecordOf[K]> } = {
  navigation: { t: must(isTime), url: must(isShort), timeOrigin: must(isTime), top: must(isFlag) },
  open: {
    t: must(isTime),
    stream: must(isStream),
    transport: must(isOneOf(TRANSPORTS)),
    url: must(isShort),
    method: must(isText(64)),
    requestBody: may(isText(REQUEST_BODY_MAX)),
    requestBodyLength: may(isCount),
    accept: may(isShort),
    headT: may(isTime),
    status: may(isCount),
    headers: may(isHeaders),
    origin: may(isShort),
    protocol: may(isShort),
    initiator: may(isShort),
  },
  chunk: {
    t: must(isTime),
    stream: must(isStream),
    text: may(isPayload),
    b64: may(isBase64),
    remade: may(isTrue),
  },
  frame: {
    t: must(isTime),
    stream: must(isStream),
    dir: must(isOneOf(DIRECTIONS)),
    text: may(isPayload),
    b64: may(isBase64),
    event: may(isShort),
    lastEventId: may(isShort),
  },
  close: {
    t: must(isTime),
    stream: must(isStream),
    how: must(isOneOf(CLOSE_HOWS)),
    detail: may(isShort),
    code: may(isCount),
  },
  gap: {
    t: must(isTime),
    reason: must(isOneOf(GAP_REASONS)),
    stream: may(isStream),
    records: may(isCount),
    bytes: may(isCount),
    detail: may(isShort),
  },
};

/** The same table by kind, as arrays: a million records pass through here. */
const KINDS: ReadonlyMap<unknown, readonly (readonly [name: string, field: RecordField])[]> = new Map(
  Object.entries(RECORD_FIELDS).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/** An own property; inherited ones are never read. */
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

const hasOnePayload = (fields: Fields): boolean =>
  (own(fields, 'text') === undefined) !== (own(fields, 'b64') === undefined);

/** A record, whether its source value held nothing else, and how long its texts are. */
interface ParsedRecord {
  readonly record: CapturedRecord;
  readonly isExact: boolean;
  readonly length: number;
}

function keptHeaders(headers: unknown): Fields {
  // The table's check, isHeaders, accepts only objects.
  const fields = headers as Fields;
  return Object.fromEntries(
    HEADER_NAMES.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}

function parse(value: unknown): ParsedRecord | undefined {
  if (!isObject(value)) return undefined;
  const kind = own(value, 'kind');
  const fields = KINDS.get(kind);
  if (fields === undefined) return undefined;
  if ((kind === 'chunk' || kind === 'frame') && !hasOnePayload(value)) return undefined;
  const record: Record<string, unknown> = { kind };
  let count = 1;
  let length = 0;
  for (const [name, { check, isOptional }] of fields) {
    const field = own(value, name);
    if (field === undefined && isOptional) continue;
    if (!check(field)) return undefined;
    record[name] = name === 'headers' ? keptHeaders(field) : field;
    count++;
    length += FIELD_LENGTH + fieldLength(field);
  }
  const isExact =
    Object.keys(value).length === count &&
    (record['headers'] === undefined || sizeOf(record['headers']) === sizeOf(value['headers']));
  // Every field was checked against the table, and the table's type makes it complete.
  return { record: record as unknown as CapturedRecord, isExact, length };
}

// Headers are bounded by their own check: what they hold is a small part of any batch.
const fieldLength = (field: unknown): number => (typeof field === 'string' ? field.length : FIELD_LENGTH);

// Called with headers, which the table's check has shown to be an object.
const sizeOf = (value: unknown): number => Object.keys(value as object).length;

export function parseRecord(value: unknown): CapturedRecord | undefined {
  return parse(value)?.record;
}

export interface ParsedBatch {
  readonly records: readonly CapturedRecord[];
  /** The original text if it holds only declared fields, and is hardly longer than they need; else the records anew. */
  readonly body: string;
}

/** Rebuilds the records of a batch; `body` is the text that they came from, if others may read it. */
function parseValues(values: unknown, body?: string): ParsedBatch | undefined {
  if (!Array.isArray(values) || values.length > BATCH_RECORDS_MAX) return undefined;
  const records: CapturedRecord[] = [];
  let isExact = true;
  let length = FIELD_LENGTH;
  for (const value of values) {
    const parsed = parse(value);
    if (!parsed) return undefined;
    records.push(parsed.record);
    isExact &&= parsed.isExact;
    length += parsed.length;
  }
  const isKept = body !== undefined && isExact && body.length <= length * ESCAPED;
  return { records, body: isKept ? body : JSON.stringify(records) };
}

const isTooLong = (body: string, count: number): boolean =>
  body.length > PAYLOAD_MAX + 2 || (body.length > BATCH_LENGTH_MAX && count > 1);

export function parseBatchBody(body: unknown): ParsedBatch | undefined {
  if (typeof body !== 'string' || body.length > PAYLOAD_MAX + 2) return undefined;
  const parsed = parseValues(parseJson(body), body);
  return parsed && !isTooLong(body, parsed.records.length) ? parsed : undefined;
}

/** Of values that others do not read. A single record that is too long to be stored becomes a gap. */
function parseBatchValues(values: unknown): ParsedBatch | undefined {
  const parsed = parseValues(values);
  if (!parsed || !isTooLong(parsed.body, parsed.records.length)) return parsed;
  const [record, ...others] = parsed.records;
  if (!record || others.length > 0) return undefined;
  const { t, kind: detail } = record;
  const gap: GapRecord = { kind: 'gap', t, reason: 'too-large', bytes: parsed.body.length, detail };
  return { records: [gap], body: JSON.stringify([gap]) };
}

export function parseRawBatch({ body, bytes }: RawBatch): ParsedBatch | undefined {
  return bytes === undefined ? parseBatchBody(body) : parseBatchValues(inlineBytes(body, bytes));
}

export function parseBatch(body: unknown): readonly CapturedRecord[] | undefined {
  return parseBatchBody(body)?.records;
}
