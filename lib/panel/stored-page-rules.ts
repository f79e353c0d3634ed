// Stores the page rules of a site, and restores them when the panel opens. Restored rules are not active.
import type { PageRule } from '@/lib/messages/page-rules';
import type { PageRules } from './page-rules';

/** Rules by the origin of the page. */
export interface RuleStore {
  read(site: string): Promise<readonly PageRule[]>;
  /** An empty list is deleted. */
  write(site: string, list: readonly PageRule[]): Promise<void>;
}

/**
 * Stores the rules of one site at a time. The returned function changes the site, and resolves when its rules are
 * shown.
 */
export function keepRules(rules: PageRules, store: RuleStore): (site: string) => Promise<void> {
  let asked: string | undefined;
  /** Undefined while its rules are read. */
  let site: string | undefined;
  let stored = rules.list.value;
  let isWriting = false;

  const write = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (site !== undefined && stored !== rules.list.value) {
      stored = rules.list.value;
      // If the storage is full, the rules last until the panel is closed; they can be exported.
      await store.write(site, stored).catch(() => undefined);
    }
    isWriting = false;
  };
  rules.list.subscribe(() => void write());

  return async (next) => {
    if (next === asked) return;
    const isFirst = asked === undefined;
    asked = next;
    site = undefined;
    const list = await store.read(next).catch(() => []);
    if (asked !== next) return;
    site = next;
    if (isFirst && rules.list.value.length > 0) {
      // Changed before the site was known.
      await write();
      return;
    }
    stored = list.length === 0 ? rules.list.value : list;
    // The rules on screen stay if the site has none.
    if (list.length === 0) return;
    rules.stop();
    rules.set(list);
  };
}
