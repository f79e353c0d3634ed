// The library of saved recordings, each with the facts that a list shows, so that listing reads no recording. Stored
// rows are validated field by field: a row of an older version, or a damaged one, is shown as far as possible, and
// never hides others.
import { TEXT_MAX } from './limits';

export interface SavedWords {
  readonly name: string;
  readonly tags: readonly string[];
  readonly note: string;
}

/** Figures of a recording, computed when it is saved. */
export interface SavedFacts {
  /** Unix time of its first event, milliseconds; 0 if unknown. */
  readonly startedMs: number;
  /** From its first event to its last, milliseconds. */
  readonly durationMs: number;
  readonly sites: readonly string[];
  readonly events: number;
  readonly runs: number;
  readonly errors: number;
  readonly warnings: number;
  /** One line per lane of the overview, with a digit from 0 to 9 per part of the time. */
  readonly picture: readonly string[];
}

export interface SavedRecording extends SavedWords, SavedFacts {
  readonly id: number;
  /** Unix time, milliseconds. */
  readonly savedMs: number;
  /** Stored size, bytes. */
  readonly size: number;
  /** Time of its deletion; it can be restored for RESTORABLE_MS. */
  readonly deletedMs?: number;
  /** Set if its row cannot be read, or its bytes are missing. */
  readonly damage?: 'row' | 'file';
}

/** Why a session was removed from Recent: too many sessions, total size, full disk, age. */
export type RemovalReason = 'number' | 'length' | 'disk' | 'age';

export interface Removed {
  /** Origin of its page. */
  readonly site: string;
  /** Unix time of its last batch, milliseconds. */
  readonly lastMs: number;
  readonly length: number;
  readonly atMs: number;
  readonly reason: RemovalReason;
}

export interface Room {
  /** Bytes. */
  readonly used?: number;
  readonly quota?: number;
  /** True if the browser keeps the storage when the disk is nearly full. */
  readonly isPersistent?: boolean;
}

export interface Recordings {
  /** Newest first, without bytes. Includes deleted ones that can be restored. */
  list(): Promise<readonly SavedRecording[]>;
  save(words: SavedWords, facts: SavedFacts, bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  /** Changes some labels; false if there is no such recording. */
  edit(id: number, words: Partial<SavedWords>): Promise<boolean>;
  /** Copies a recording; undefined if there is none with this id. */
  duplicate(id: number, name: string): Promise<number | undefined>;
  /** Deletes a recording so that it can be restored, or restores it; false if there is none. */
  setDeleted(id: number, isDeleted: boolean): Promise<boolean>;
  load(id: number): Promise<Uint8Array | undefined>;
  /** Permanently deletes the recordings for which `isWanted` is true at that time; returns their number. */
  remove(isWanted: (row: SavedRecording) => boolean): Promise<number>;
}

export const NAME_MAX = 200;
const TAG_MAX = 40;
const TAGS_MAX = 20;
export const NOTE_MAX = TEXT_MAX;
const SITES_MAX = 20;
const LANES_MAX = 12;
const PARTS_MAX = 100;

/** Cuts a text, but not within a surrogate pair. */
const boundedText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max).replace(/[\ud800-\udbff]$/, '') : '';
/** Control characters and bidirectional overrides. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** A visible text on one line, or ''. */
function lineOf(value: unknown, max: number): string {
  const text = typeof value === 'string' ? value.replace(UNSHOWN, ' ').replaceAll(/\s+/g, ' ').trim() : '';
  const line = boundedText(text, max);
  return SHOWN.test(line) ? line : '';
}
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
const textsOf = (value: unknown, count: number, max: number): readonly string[] =>
  Array.isArray(value)
    ? value
        .slice(0, count)
        .map((each: unknown) => lineOf(each, max))
        .filter((each) => each !== '')
    : [];

/** Labels as they are stored: cut to the limits, without duplicate tags. */
export function cleanWords(words: Partial<SavedWords>): Partial<SavedWords> {
  const { name, tags, note } = words;
  return {
    ...(name !== undefined && { name: lineOf(name, NAME_MAX) }),
    ...(tags !== undefined && { tags: [...new Set(textsOf(tags, TAGS_MAX, TAG_MAX))] }),
    ...(note !== undefined && { note: boundedText(note, NOTE_MAX) }),
  };
}

export function parseSaved(id: number, row: unknown, hasFile: boolean): SavedRecording {
  const isRow = typeof row === 'object' && row !== null && !Array.isArray(row);
  const fields = new Map<string, unknown>(isRow ? Object.entries(row) : []);
  const count = (name: string): number => countOf(fields.get(name));
  const deletedMs = count('deletedMs');
  const damage = hasFile ? (isRow ? undefined : 'row') : 'file';
  return {
    id,
    name: lineOf(fields.get('name'), NAME_MAX),
    tags: textsOf(fields.get('tags'), TAGS_MAX, TAG_MAX),
    note: boundedText(fields.get('note'), NOTE_MAX),
    savedMs: count('savedMs'),
    size: count('size'),
    startedMs: count('startedMs'),
    durationMs: count('durationMs'),
    sites: textsOf(fields.get('sites'), SITES_MAX, TEXT_MAX),
    events: count('events'),
    runs: count('runs'),
    errors: count('errors'),
    warnings: count('warnings'),
    picture: textsOf(fields.get('picture'), LANES_MAX, PARTS_MAX).filter((lane) => /^\d+$/.test(lane)),
    ...(deletedMs > 0 && { deletedMs }),
    ...(damage !== undefined && { damage }),
  };
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

export function originOf(url: string): string {
  return ORIGIN.exec(url)?.[0] ?? '';
}
