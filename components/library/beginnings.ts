// What the sessions that were not saved are about, found by reading their beginning: the background knows no events.
import { signal } from '@preact/signals';
import type { SavedFacts } from '@/lib/messages/library';
import type { StoredSession } from '@/lib/messages/messages';
import type { Library } from '@/lib/panel/library';
import type { Session } from '@/lib/panel/session';
import { factsOf, readAside, titleOf } from './facts';

/** What is known of a session. */
export interface Begun {
  readonly title: string;
  readonly facts: SavedFacts;
  /** Whether there is more of it than was read. */
  readonly isCut: boolean;
}

/** Tells what a session is about; undefined until it was read, one after the other. */
export type Beginnings = (session: StoredSession) => Begun | undefined;

/** Reads beginnings when somebody asks for them, each once as long as it is. */
export function createBeginnings(library: Library, shown: () => Session): Beginnings {
  const known = signal<ReadonlyMap<string, Begun>>(new Map());
  const asked = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const read = async (key: string, session: string): Promise<void> => {
    const { batches, more } = await library.begin(session);
    const aside = await readAside(shown(), batches);
    const begun = { title: titleOf(aside), facts: factsOf(aside.session), isCut: more };
    known.value = new Map(known.peek()).set(key, begun);
  };
  return ({ session, length }) => {
    const key = `${session} ${length}`;
    if (!asked.has(key)) {
      asked.add(key);
      // A session that has gone in the meantime keeps the address as its name.
      last = last.then(() => read(key, session)).catch(() => undefined);
    }
    return known.value.get(key);
  };
}
