// The documents that have noted their first word, and of which nothing came into the store: the background died before
// it stored anything, or their tab was closed before it heard anything. Their notes are left.
import type { StoredBatch } from '../../messages/messages';
import type { Store } from '../../messages/store';
import type { Allowance } from './allowance';
import { patternOf } from './sites';
import { parseStartMarkers, type StartMarker, type StartMarkers, startMarkerKey } from './start-marker';
import type { Tabs } from './tabs';

/** A document of which something was not heard. */
export interface Unheard {
  readonly word: StartMarker;
  /** The newest of its batches that are stored. */
  readonly last?: StoredBatch;
}

/** What is needed to find them. */
export interface UnheardParts {
  readonly startMarkers: StartMarkers;
  /** Asks for a document in every tab. */
  readonly isAnywhere: (doc: string) => Promise<boolean>;
}

/** The notes of documents, as the background sees them. */
export interface Notes {
  /** Batches of documents are stored: their notes are not needed any more. */
  readonly heard: (docs: Iterable<string>) => void;
  /** A document has ended: it notes again when it comes back. */
  readonly ended: (doc: string) => void;
  /**
   * The documents that are not there, and of which nothing was stored since their note; `isEarly` where a note is so new
   * that what follows it may be on its way.
   */
  readonly unheard: () => Promise<{ readonly documents: readonly Unheard[]; readonly isEarly: boolean }>;
}

/** What is needed to keep the notes. */
interface NotesParts extends UnheardParts {
  readonly store: Store;
  readonly tabs: Tabs;
  readonly allowance: Allowance;
  readonly nowMs: () => number;
}

/** What follows a note is there by then. */
export const UNHEARD_MS = 3000;

/** Creates the notes. */
export function createNotes({ startMarkers, isAnywhere, store, ...parts }: NotesParts): Notes {
  const { tabs, allowance, nowMs } = parts;
  const known = new Set<string>();
  const newestOf = async (doc: string): Promise<StoredBatch | undefined> => {
    for await (const batch of store.newestFirst(doc)) return batch;
    return undefined;
  };
  /** Nobody wanted what it said. */
  const isUnwanted = async (url: string, last: StoredBatch | undefined): Promise<boolean> => {
    const site = patternOf(url);
    if (site !== undefined) await allowance.ask(site);
    return !allowance.allows(site) || (last !== undefined && !tabs.isRecording(last.tab));
  };
  const heard = (docs: Iterable<string>): void => {
    const fresh = [...docs].filter((doc) => !known.has(doc));
    for (const doc of fresh) known.add(doc);
    // One that stays is removed by the next background.
    if (fresh.length > 0) startMarkers.remove(fresh.map(startMarkerKey)).catch(() => undefined);
  };
  const isYoung = ({ timeOrigin, t }: StartMarker): boolean => {
    const age = nowMs() - timeOrigin - t;
    // A clock that was put back says nothing.
    return age >= 0 && age < UNHEARD_MS;
  };
  return {
    heard,
    ended: (doc) => known.delete(doc),
    async unheard() {
      const documents: Unheard[] = [];
      const words = parseStartMarkers(await startMarkers.load());
      for (const word of words.filter((each) => !isYoung(each))) {
        const last = await newestOf(word.doc);
        if ((last?.n ?? -1) >= word.n || (await isUnwanted(word.url, last))) heard([word.doc]);
        else if (!(await isAnywhere(word.doc)) && !known.has(word.doc))
          documents.push({ word, ...(last && { last }) });
      }
      return { documents, isEarly: words.some(isYoung) };
    },
  };
}
