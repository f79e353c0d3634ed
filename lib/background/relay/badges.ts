// Count on the toolbar icon: number of captured streams in a tab.
import type { StoredBatch, StoredSession } from '../../messages/messages';
import type { Tabs } from './tabs';

export interface BadgesParts {
  readonly tabs: Pick<Tabs, 'session'>;
  readonly row: (session: string) => Promise<StoredSession | undefined>;
  /** Removes the count for 0. */
  readonly showCount: (tab: number, count: number) => void;
}

interface Badges {
  readonly stored: (batches: readonly StoredBatch[]) => void;
  readonly cleared: (tab: number) => void;
}

/** Records after which the count changes, or was removed by the browser. */
const COUNTED = /"kind":"(?:open|navigation)"/;

export function createBadges({ tabs, row, showCount }: BadgesParts): Badges {
  return {
    stored(batches) {
      const changed = batches.filter(
        ({ tab, session, body }) => tabs.session(tab) === session && COUNTED.test(body),
      );
      // A failing store does not delay anything but the icon.
      for (const [tab, session] of new Map(changed.map((batch) => [batch.tab, batch.session])))
        void row(session).then(
          (found) => showCount(tab, found?.streams ?? 0),
          () => undefined,
        );
    },
    cleared: (tab) => showCount(tab, 0),
  };
}
