// The annotations of a recording, kept in its header: rules that are off, notes, dialects, redaction. A header is
// untrusted input: anything invalid in it is ignored.

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

export interface StoredAnnotations {
  /** Ids of the rules that are off. Unknown ids are preserved. */
  readonly rulesOff?: readonly string[];
  /** Bookmarked events, each with its note ('' for none). */
  readonly notes?: readonly (readonly [seq: number, text: string])[];
  /** Dialects chosen by hand, by stream key. */
  readonly dialects?: Readonly<Record<string, string>>;
  /** Consumers chosen by hand, by site (the origin of the URLs of streams). Unknown ids are preserved. */
  readonly consumers?: Readonly<Record<string, string>>;
  /** True if values were replaced by placeholders: all, or all but those that were kept. */
  readonly isRedacted?: true;
}

const RULES_MAX = 500;
const NAME_MAX = 100;
const NOTES_MAX = 10_000;
const NOTE_MAX = 2_000;
const DIALECTS_MAX = 1_000;
const SITES_MAX = 1_000;

function rulesOf(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, RULES_MAX)
    .filter((id: Json): id is string => typeof id === 'string' && id.length <= NAME_MAX);
}

function notesOf(value: Json | undefined): readonly (readonly [number, string])[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, NOTES_MAX).flatMap((note: Json) => {
    const [seq, text] = isJsonArray(note) ? note : [];
    const isNote = typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 && typeof text === 'string';
    return isNote ? [[seq, text.slice(0, NOTE_MAX)] as const] : [];
  });
}

function namesOf(value: Json | undefined, max: number): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).slice(0, max);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => {
      return typeof entry[1] === 'string' && entry[1].length <= NAME_MAX;
    }),
  );
}

/** The dialect of a stream that was chosen by hand; undefined for none. */
export function chosenDialect({ dialects = {} }: StoredAnnotations, key: string): string | undefined {
  return Object.hasOwn(dialects, key) ? dialects[key] : undefined;
}

export function withoutEmptyAnnotations({
  rulesOff = [],
  notes = [],
  dialects = {},
  consumers = {},
  isRedacted,
}: StoredAnnotations): StoredAnnotations {
  return {
    ...(rulesOff.length > 0 && { rulesOff }),
    ...(notes.length > 0 && { notes }),
    ...(Object.keys(dialects).length > 0 && { dialects }),
    ...(Object.keys(consumers).length > 0 && { consumers }),
    ...(isRedacted && { isRedacted }),
  };
}

export function parseAnnotations(header: JsonObject): StoredAnnotations {
  return withoutEmptyAnnotations({
    rulesOff: rulesOf(header['rulesOff']),
    notes: notesOf(header['notes']),
    dialects: namesOf(header['dialects'], DIALECTS_MAX),
    consumers: namesOf(header['consumers'], SITES_MAX),
    ...(header['isRedacted'] === true && { isRedacted: true }),
  });
}
