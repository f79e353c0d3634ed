// The library: recordings that the user saved, each with what a list of them shows, so that listing reads no bytes of
// any. What was stored is read at one gate, field by field: a row that an older version wrote, or that was damaged, is
// shown as far as it can be, and never hides the others.
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
  /** A line for each lane of the overview: a digit from 0 to 9 for each part of the time. */
  readonly picture: readonly string[];
}

export interface SavedRecording extends SavedWords, SavedFacts {
  readonly id: number;
  /** Unix time, milliseconds. */
  readonly savedMs: number;
  /** Size of its bytes as they are stored. */
  readonly size: number;
  /** When it was deleted; it can be restored until UNDO_MS have passed. */
  readonly deletedMs?: number;
  /** Its row cannot be read, or its bytes are missing. */
  readonly damage?: 'row' | 'file';
}

/** Why a session is not in Recent any more: newer ones came, all were too long, the disk was full, it was too old. */
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
  /** The browser keeps it when the disk runs short. */
  readonly isPersistent?: boolean;
}

export interface Recordings {
  /** All of them, newest first, without their bytes; those that were deleted and can be restored too. */
  list(): Promise<readonly SavedRecording[]>;
  save(words: SavedWords, facts: SavedFacts, bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  /** Changes some of the words; false if there is no such recording. */
  edit(id: number, words: Partial<SavedWords>): Promise<boolean>;
  /** Another recording with the same bytes; undefined if there is none to be copied. */
  duplicate(id: number, name: string): Promise<number | undefined>;
  /** Deletes a recording so that it can be restored, or restores it; false if there is no such recording. */
  setDeleted(id: number, isDeleted: boolean): Promise<boolean>;
  load(id: number): Promise<Uint8Array | undefined>;
  /** Deletes for good those that are so when it is their turn; the result is how many. */
  remove(isWanted: (row: SavedRecording) => boolean): Promise<number>;
}

export const NAME_MAX = 200;
const TAG_MAX = 40;
const TAGS_MAX = 20;
export const NOTE_MAX = TEXT_MAX;
const SITES_MAX = 20;
const LANES_MAX = 12;
const PARTS_MAX = 100;

/** Cut, but not through a sign of two units. */
const boundedText = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max).replace(/[\ud800-\udbff]$/, '') : '';
/** Control characters and bidirectional overrides. */
const UNSHOWN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** One line that can be seen, or nothing. */
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

/** The words as they are stored: cut to what a list can hold, without tags that come twice. */
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
