// A batch that describes missing records, with an outline of the batches that it replaces: beginnings and ends of
// documents and streams. Without its end, a stream would stay open forever.
import type { GapRecord } from './records';
import { type Fields, isObject, parseJson } from './values';

/** Longer request bodies are left out of an outline, in UTF-16 units. */
const REQUEST_MAX = 4096;
/** Longer texts are not parsed, which takes the page time: they are one long record. In UTF-16 units. */
const PARSED_MAX = 1024 * 1024;

const isBeginning = ({ kind }: Fields): boolean => kind === 'navigation' || kind === 'open';
const isKept = (record: Fields): boolean =>
  isBeginning(record) || record['kind'] === 'close' || record['kind'] === 'gap';

/** A record without its request body if that is longer than `max`, in UTF-16 units; -1 always removes it. */
export function withoutBody<R extends { readonly requestBody?: unknown }>(record: R, max: number) {
  const { requestBody, ...rest } = record;
  if (typeof requestBody !== 'string' || requestBody.length <= max) return record;
  return { requestBodyLength: requestBody.length, ...rest };
}

/** The records of a batch without stream data. */
export function outlineOf(body: string): readonly Fields[] {
  const values = body.length > PARSED_MAX ? undefined : parseJson(body);
  const kept = Array.isArray(values) ? values.filter(isObject).filter(isKept) : [];
  return kept.map((record) => withoutBody(record, REQUEST_MAX));
}

/** The streams of the outline begin before the gap and end after it, so they count as incomplete. */
export function gapBody(gap: Omit<GapRecord, 'kind'>, outline: readonly Fields[] = []): string {
  const record: GapRecord = { kind: 'gap', ...gap };
  return JSON.stringify([
    ...outline.filter(isBeginning),
    record,
    ...outline.filter((each) => !isBeginning(each)),
  ]);
}
