// What the user says about a session; it is saved with the recording.
import { type Signal, signal } from '@preact/signals';

/** The consumers that a user has chosen, by site (the origin of the URLs of streams). */
export type Consumers = Readonly<Record<string, string>>;

/** What was said. */
export interface Annotations {
  /** Ids of the rules that are switched off. */
  readonly rulesOff: Signal<ReadonlySet<string>>;
  /** True where the recording itself says which are: settings change nothing then. */
  hasOwnRules: boolean;
  /** Bookmarked events, with what was noted about them ('' for nothing). */
  readonly notes: Signal<ReadonlyMap<number, string>>;
  /** Names of the dialects that the user chose, by the key of the stream. */
  readonly dialects: ReadonlyMap<string, string>;
  /** Who reads the streams of a site, where the user has chosen, by the site. */
  readonly consumers: Consumers;
  /** Bookmarks an event, or takes the bookmark off with what was noted. */
  toggleBookmark(seq: number): void;
  /** Notes something about an event, which bookmarks it. */
  setNote(seq: number, text: string): void;
}

/** Nothing was said yet but how to read some of the streams. */
export function createAnnotations(
  dialects: ReadonlyMap<string, string>,
  consumers: Consumers = {},
): Annotations {
  const notes = signal<ReadonlyMap<number, string>>(new Map());
  return {
    rulesOff: signal<ReadonlySet<string>>(new Set()),
    hasOwnRules: false,
    notes,
    dialects,
    consumers,
    toggleBookmark(seq) {
      if (seq < 0) return;
      const next = new Map(notes.value);
      if (!next.delete(seq)) next.set(seq, '');
      notes.value = next;
    },
    setNote(seq, text) {
      notes.value = new Map(notes.value).set(seq, text);
    },
  };
}
