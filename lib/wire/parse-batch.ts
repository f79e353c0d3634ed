// The gate: everything that a page, or an imported file, says it captured passes here before it is stored.
// It never throws, lets through only what records.ts declares, and builds each record anew from known fields.
import { BATCH_LENGTH_MAX, BATCH_RECORDS_MAX, PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from './limits';
import {
  type CapturedRecord,
  type ChunkRecord,
  type CloseHow,
  type CloseRecord,
  type FrameRecord,
  type GapReason,
  type GapRecord,
  type NavigationRecord,
  type OpenRecord,
  RESPONSE_HEADERS,
  type Transport,
} from './records';

const TRANSPORTS: readonly string[] = [
  'fetch',
  'xhr',
  'event-source',
  'web-socket',
  'file',
] satisfies Transport[];
const HOWS: readonly string[] = ['complete', 'network-error', 'aborted', 'page-gone'] satisfies CloseHow[];
const REASONS: readonly string[] = [
  'overflow',
  'too-large',
  'tap-failed',
  'not-stored',
  'refused',
  'late',
  'not-ag-ui',
] satisfies GapReason[];

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Milliseconds beyond any plausible clock: about the year 5138. */
const TIME_MAX = 1e14;

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const isText =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;
const isOneOf =
  (list: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && list.includes(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isStream: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0;
const isTime: Check = (value) => typeof value === 'number' && value >= 0 && value <= TIME_MAX;
const isTrue: Check = (value) => value === true;
const isFlag: Check = (value) => typeof value === 'boolean';
const isBase64: Check = (value) =>
  typeof value === 'string' &&
  value.length <= PAYLOAD_MAX * 2 &&
  value.length % 4 === 0 &&
  BASE64.test(value);
const isShort = isText(TEXT_MAX);
const isPayload = isText(PAYLOAD_MAX);

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the object itself; nothing inherited is ever seen. */
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** The declared fields, each passing its check; optional ones may be absent. Undefined if one does not fit. */
function pick(
  fields: Fields,
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Record<string, unknown> | undefined {
  const out: Record<string, unknown> = { kind: fields['kind'] };
  for (const [key, check] of Object.entries(required)) {
    const value = own(fields, key);
    if (!check(value)) return undefined;
    out[key] = value;
  }
  for (const [key, check] of Object.entries(optional)) {
    const value = own(fields, key);
    if (value === undefined) continue;
    if (!check(value)) return undefined;
    out[key] = value;
  }
  return out;
}

function parseHeaders(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const name of RESPONSE_HEADERS) {
    const text = own(value, name);
    if (text === undefined) continue;
    if (typeof text !== 'string' || text.length > TEXT_MAX) return undefined;
    headers[name] = text;
  }
  return headers;
}

function parseNavigation(fields: Fields): NavigationRecord | undefined {
  const required = { t: isTime, url: isShort, timeOrigin: isTime, top: isFlag };
  return pick(fields, required) as NavigationRecord | undefined;
}

function parseOpen(fields: Fields): OpenRecord | undefined {
  const record = pick(
    fields,
    { t: isTime, stream: isStream, transport: isOneOf(TRANSPORTS), url: isShort, method: isText(64) },
    {
      requestBody: isText(REQUEST_BODY_MAX),
      requestBodyLength: isCount,
      accept: isShort,
      headT: isTime,
      status: isCount,
      protocol: isShort,
    },
  );
  if (!record) return undefined;
  const headers = own(fields, 'headers');
  if (headers !== undefined) {
    const parsed = parseHeaders(headers);
    if (!parsed) return undefined;
    record['headers'] = parsed;
  }
  return record as unknown as OpenRecord;
}

/** True where exactly one of `text` and `b64` is there. */
const hasOnePayload = (record: Record<string, unknown>): boolean =>
  (record['text'] === undefined) !== (record['b64'] === undefined);

function parseChunk(fields: Fields): ChunkRecord | undefined {
  const record = pick(
    fields,
    { t: isTime, stream: isStream },
    { text: isPayload, b64: isBase64, remade: isTrue },
  );
  return record && hasOnePayload(record) ? (record as unknown as ChunkRecord) : undefined;
}

function parseFrame(fields: Fields): FrameRecord | undefined {
  const record = pick(
    fields,
    { t: isTime, stream: isStream, dir: isOneOf(['in', 'out']) },
    { text: isPayload, b64: isBase64, event: isShort, lastEventId: isShort },
  );
  return record && hasOnePayload(record) ? (record as unknown as FrameRecord) : undefined;
}

function parseClose(fields: Fields): CloseRecord | undefined {
  const required = { t: isTime, stream: isStream, how: isOneOf(HOWS) };
  return pick(fields, required, { detail: isShort, code: isCount }) as CloseRecord | undefined;
}

function parseGap(fields: Fields): GapRecord | undefined {
  return pick(
    fields,
    { t: isTime, reason: isOneOf(REASONS) },
    { stream: isStream, records: isCount, bytes: isCount, detail: isShort },
  ) as GapRecord | undefined;
}

/** One record from any value, built anew from known fields; undefined if it does not fit. */
export function parseRecord(value: unknown): CapturedRecord | undefined {
  if (!isObject(value)) return undefined;
  switch (own(value, 'kind')) {
    case 'navigation':
      return parseNavigation(value);
    case 'open':
      return parseOpen(value);
    case 'chunk':
      return parseChunk(value);
    case 'frame':
      return parseFrame(value);
    case 'close':
      return parseClose(value);
    case 'gap':
      return parseGap(value);
    default:
      return undefined;
  }
}

/** The records of a batch from its JSON text; undefined if anything in it does not fit. Never throws. */
export function parseBatch(body: unknown): readonly CapturedRecord[] | undefined {
  if (typeof body !== 'string' || body.length > PAYLOAD_MAX + 2) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(body);
  } catch {
    // Not JSON: refused like everything else that does not fit.
    return undefined;
  }
  if (!Array.isArray(values) || values.length > BATCH_RECORDS_MAX) return undefined;
  if (body.length > BATCH_LENGTH_MAX && values.length > 1) return undefined;
  const records: CapturedRecord[] = [];
  for (const value of values) {
    const record = parseRecord(value);
    if (!record) return undefined;
    records.push(record);
  }
  return records;
}

/** The batch that stands in for another, so that numbering stays dense and the loss is seen. */
export function gapBody(gap: Omit<GapRecord, 'kind'>): string {
  const record: GapRecord = { kind: 'gap', ...gap };
  return JSON.stringify([record]);
}
