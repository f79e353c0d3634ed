// Titles and facts of unsaved sessions, from their first batches: the background decodes no events.
import { signal } from '@preact/signals';
import type { SavedFacts } from '@/lib/messages/library';
import type { StoredSession } from '@/lib/messages/messages';
import type { Library } from '@/lib/panel/library';
import type { Session } from '@/lib/panel/session';
import { factsOf, readAside, titleOf } from './facts';

export interface RecentTitle {
  readonly title: string;
  readonly facts: SavedFacts;
  readonly isCut: boolean;
}

/** Undefined until the session was read. */
export type RecentTitles = (session: StoredSession) => RecentTitle | undefined;

/** Reads the beginning of each session once per length, one after the other. */
export function createRecentTitles(library: Library, shown: () => Session): RecentTitles {
  const known = signal<ReadonlyMap<string, RecentTitle>>(new Map());
  const asked = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const read = async (key: string, session: string): Promise<void> => {
    const { batches, more } = await library.begin(session);
    const aside = await readAside(shown(), batches);
    const recent = { title: titleOf(aside), facts: factsOf(aside.session), isCut: more };
    known.value = new Map(known.peek()).set(key, recent);
  };
  return ({ session, length }) => {
    const key = `${session} ${length}`;
    if (!asked.has(key)) {
      asked.add(key);
      // A session that was removed meanwhile keeps its URL as title.
      last = last.then(() => read(key, session)).catch(() => undefined);
    }
    return known.value.get(key);
  };
}
