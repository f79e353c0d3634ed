// Orphaned documents: their bridge stored a start marker, but no batch was stored, because the background ended or
// their tab was closed before.
import type { StoredBatch } from '../../messages/messages';
import type { Store } from '../../messages/store';
import type { Documents } from './documents';
import type { GrantedSites } from './granted-sites';
import { patternOf } from './sites';
import { parseStartMarkers, type StartMarker, type StartMarkers, startMarkerKey } from './start-marker';
import type { Tabs } from './tabs';

export interface OrphanedDocument {
  readonly marker: StartMarker;
  readonly last?: StoredBatch;
}

export interface OrphanParts {
  readonly startMarkers: StartMarkers;
  /** Searches all tabs for a document. */
  readonly isAnywhere: (doc: string) => Promise<boolean>;
}

export interface OrphanSearch {
  /** Removes the markers of documents with stored batches. */
  readonly stored: (docs: Iterable<string>) => void;
  /** Missing documents; `hasRecent` if some markers are too new to decide. */
  readonly find: () => Promise<{
    readonly orphans: readonly OrphanedDocument[];
    readonly hasRecent: boolean;
  }>;
}

interface OrphanSearchParts extends OrphanParts {
  readonly store: Store;
  readonly documents: Documents;
  readonly tabs: Tabs;
  readonly grantedSites: GrantedSites;
  readonly nowMs: () => number;
}

/** Batches that follow a marker arrive within this time. */
export const ORPHAN_AFTER_MS = 3000;

export function createOrphanSearch(parts: OrphanSearchParts): OrphanSearch {
  const { startMarkers, isAnywhere, store, documents, tabs, grantedSites, nowMs } = parts;
  const newestOf = async (doc: string): Promise<StoredBatch | undefined> => {
    for await (const batch of store.newestFirst(doc)) return batch;
    return undefined;
  };
  const isUnwanted = async (url: string, last: StoredBatch | undefined): Promise<boolean> => {
    const site = patternOf(url);
    if (site !== undefined) await grantedSites.ask(site);
    return !grantedSites.allows(site) || (last !== undefined && !tabs.isRecording(last.tab));
  };
  const stored = (docs: Iterable<string>): void => {
    const fresh = [...docs].map(documents.of).filter(({ isMarkerRemoved }) => !isMarkerRemoved);
    for (const each of fresh) each.isMarkerRemoved = true;
    // Remaining markers are removed by the next background.
    if (fresh.length > 0)
      startMarkers.remove(fresh.map(({ doc }) => startMarkerKey(doc))).catch(() => undefined);
  };
  const isRecent = ({ timeOrigin, t }: StartMarker): boolean => {
    const age = nowMs() - timeOrigin - t;
    // Negative if the clock was set back.
    return age >= 0 && age < ORPHAN_AFTER_MS;
  };
  return {
    stored,
    async find() {
      const orphans: OrphanedDocument[] = [];
      const markers = parseStartMarkers(await startMarkers.load());
      for (const marker of markers.filter((each) => !isRecent(each))) {
        const { doc, n, url } = marker;
        const last = await newestOf(doc);
        if ((last?.n ?? -1) >= n || (await isUnwanted(url, last))) stored([doc]);
        else if (!(await isAnywhere(doc)) && !documents.of(doc).isMarkerRemoved)
          orphans.push({ marker, ...(last && { last }) });
      }
      return { orphans, hasRecent: markers.some(isRecent) };
    },
  };
}
