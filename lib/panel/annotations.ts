// The user's additions to a session, which are saved with the recording.
import { type Signal, signal } from '@preact/signals';

/** Consumers chosen by the user, by site (the origin of the URLs of streams). */
export type Consumers = Readonly<Record<string, string>>;

export interface Annotations {
  readonly rulesOff: Signal<ReadonlySet<string>>;
  /** True if the recording lists `rulesOff`; settings have no effect then. */
  hasOwnRules: boolean;
  /** True if the file contains placeholders. */
  isRedacted: boolean;
  /** Notes by bookmarked event; '' for a bookmark without a note. */
  readonly notes: Signal<ReadonlyMap<number, string>>;
  /** Names of dialects chosen by the user, by stream key. */
  readonly dialects: ReadonlyMap<string, string>;
  readonly consumers: Consumers;
  /** Adds a bookmark, or removes it with its note. */
  toggleBookmark(seq: number): void;
  /** Sets a note, which bookmarks the event. */
  setNote(seq: number, text: string): void;
}

export function createAnnotations(
  dialects: ReadonlyMap<string, string>,
  consumers: Consumers = {},
): Annotations {
  const notes = signal<ReadonlyMap<number, string>>(new Map());
  return {
    rulesOff: signal<ReadonlySet<string>>(new Set()),
    hasOwnRules: false,
    isRedacted: false,
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
