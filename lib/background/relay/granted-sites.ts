// Sites that may be recorded. The browser stores the permissions; this caches them until one is granted or revoked.
// Scripts stay in the pages of a revoked site: their batches are refused.

export interface GrantedSites {
  /** Queries the permission of a site, given as a match pattern, unless it is cached. */
  readonly ask: (site: string) => Promise<void>;
  /** True also for a site that was not queried. */
  readonly allows: (site: string | undefined) => boolean;
  /** Queries every site again; resolves to the newly granted ones. */
  readonly refresh: () => Promise<ReadonlySet<string>>;
}

export function createGrantedSites(isGranted: (site: string) => Promise<boolean>): GrantedSites {
  const known = new Map<string, boolean>();
  const look = async (site: string): Promise<void> => {
    // Scripts run there only after a grant: without an answer, the grant is assumed to hold.
    known.set(site, await isGranted(site).catch(() => true));
  };
  return {
    async ask(site) {
      if (!known.has(site)) await look(site);
    },
    allows: (site) => site === undefined || (known.get(site) ?? true),
    async refresh() {
      const before = new Map(known);
      await Promise.all([...before.keys()].map(look));
      return new Set([...known.keys()].filter((site) => known.get(site) && before.get(site) === false));
    },
  };
}
