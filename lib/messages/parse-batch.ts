// Validates captured data of pages, stored rows and imported files. Never throws, accepts only what records.ts
// declares, and rebuilds each record from known fields.
import {
  BATCH_LENGTH_MAX,
  BATCH_RECORDS_MAX,
  ESCAPED_UNIT_MAX,
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
import { flag, number, oneOf, recordOf, text, type Validator, whole } from './validators';
import { type Fields, isObject, parseJson } from './values';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Limit of plausible times, milliseconds: about the year 5138. */
const TIME_MAX = 1e14;

/** Upper estimate of a name, its punctuation and a number in JSON. */
const FIELD_LENGTH = 64;

interface RecordField<T = unknown, O = boolean> {
  readonly validate: Validator<T>;
  readonly isOptional: O;
}

const streamNumber = whole(1);
const timeMs = number(0, TIME_MAX);
const anyCount = whole(0);
const shortText = text(TEXT_MAX);
const payload = text(PAYLOAD_MAX);
const base64Text = text(PAYLOAD_MAX * 2, BASE64);
const base64: Validator<string> = (value) => {
  const valid = base64Text(value);
  return valid && valid.length % 4 > 0 ? undefined : valid;
};
/** Headers that are not stored may have any value. */
const headers: Validator<Readonly<Record<string, string>>> = (value) => {
  if (!isObject(value)) return undefined;
  const kept = RESPONSE_HEADERS.filter((name) => Object.hasOwn(value, name));
  return keptHeaders(Object.fromEntries(kept.map((name) => [name, value[name]])));
};
const keptHeaders = recordOf(shortText);

const must = <T>(validate: Validator<T>): RecordField<T, false> => ({ validate, isOptional: false });
const may = <T>(validate: Validator<T>): RecordField<T, true> => ({ validate, isOptional: true });

/** One entry per member of a record: a member missing from the table does not compile. */
type FieldsOf<R> = {
  readonly [K in Exclude<keyof R, 'kind'>]-?: RecordField<
    NonNullable<R[K]>,
    undefined extends R[K] ? true : false
  >;
};

const RECORD_FIELDS: { readonly [K in RecordKind]: FieldsOf<RecordOf[K]> } = {
  navigation: { t: must(timeMs), url: must(shortText), timeOrigin: must(timeMs), top: must(flag) },
  open: {
    t: must(timeMs),
    stream: must(streamNumber),
    transport: must(oneOf(TRANSPORTS)),
    url: must(shortText),
    method: must(text(64)),
    requestBody: may(text(REQUEST_BODY_MAX)),
    requestBodyLength: may(anyCount),
    accept: may(shortText),
    headT: may(timeMs),
    status: may(anyCount),
    headers: may(headers),
    origin: may(shortText),
    protocol: may(shortText),
    initiator: may(shortText),
    hasUnknownReads: may(flag),
  },
  chunk: {
    t: must(timeMs),
    stream: must(streamNumber),
    text: may(payload),
    b64: may(base64),
  },
  frame: {
    t: must(timeMs),
    stream: must(streamNumber),
    dir: must(oneOf(DIRECTIONS)),
    text: may(payload),
    b64: may(base64),
    event: may(shortText),
    lastEventId: may(shortText),
  },
  close: {
    t: must(timeMs),
    stream: must(streamNumber),
    how: must(oneOf(CLOSE_HOWS)),
    detail: may(shortText),
    code: may(anyCount),
  },
  gap: {
    t: must(timeMs),
    reason: must(oneOf(GAP_REASONS)),
    stream: may(streamNumber),
    records: may(anyCount),
    bytes: may(anyCount),
    detail: may(shortText),
  },
};

/** The same table by kind, as arrays: up to a million records are validated. */
const KINDS: ReadonlyMap<unknown, readonly (readonly [name: string, field: RecordField])[]> = new Map(
  Object.entries(RECORD_FIELDS).map(([kind, fields]) => [kind, Object.entries(fields)]),
);

/** An own property; inherited ones are never read. */
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

const hasOnePayload = (fields: Fields): boolean =>
  (own(fields, 'text') === undefined) !== (own(fields, 'b64') === undefined);

/** A record, whether its source had no other fields, and the length of its texts. */
interface ParsedRecord {
  readonly record: CapturedRecord;
  readonly isExact: boolean;
  readonly length: number;
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
  for (const [name, { validate, isOptional }] of fields) {
    const field = own(value, name);
    if (field === undefined && isOptional) continue;
    const valid = validate(field);
    if (valid === undefined) return undefined;
    record[name] = valid;
    count++;
    length += FIELD_LENGTH + fieldLength(field);
  }
  const isExact =
    Object.keys(value).length === count &&
    (record['headers'] === undefined || sizeOf(record['headers']) === sizeOf(value['headers']));
  // Every field was checked against the table, and the table's type makes it complete.
  return { record: record as unknown as CapturedRecord, isExact, length };
}

// Headers have a limit of their own, and are a small part of any batch.
const fieldLength = (field: unknown): number => (typeof field === 'string' ? field.length : FIELD_LENGTH);

// Called with headers only, which are objects.
const sizeOf = (value: unknown): number => Object.keys(value as object).length;

export function parseRecord(value: unknown): CapturedRecord | undefined {
  return parse(value)?.record;
}

export interface ParsedBatch {
  readonly records: readonly CapturedRecord[];
  /** The original text if it contains only declared fields and little overhead; else the records as new text. */
  readonly body: string;
}

/** Rebuilds the records of a batch; `body` is their source text, if it may be stored. */
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
  const isKept = body !== undefined && isExact && body.length <= length * ESCAPED_UNIT_MAX;
  return { records, body: isKept ? body : JSON.stringify(records) };
}

const isTooLong = (body: string, count: number): boolean =>
  body.length > PAYLOAD_MAX + 2 || (body.length > BATCH_LENGTH_MAX && count > 1);

export function parseBatchBody(body: unknown): ParsedBatch | undefined {
  if (typeof body !== 'string' || body.length > PAYLOAD_MAX + 2) return undefined;
  const parsed = parseValues(parseJson(body), body);
  return parsed && !isTooLong(body, parsed.records.length) ? parsed : undefined;
}

/** For values whose text is not stored. A single record that is too long becomes a gap. */
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
