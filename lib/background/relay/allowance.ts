// Sites that may be recorded. The browser keeps the permissions; this caches its answers until one is granted or revoked.
// Scripts stay in the pages of a revoked site: their batches are refused.

export interface Allowance {
  /** Asks for a site, given as a match pattern, unless it is known. */
  readonly ask: (site: string) => Promise<void>;
  /** True also for a site that was never asked for. */
  readonly allows: (site: string | undefined) => boolean;
  /** Asks for every site again; resolves to those that may be recorded now and might not before. */
  readonly refresh: () => Promise<ReadonlySet<string>>;
}

export function createAllowance(isGranted: (site: string) => Promise<boolean>): Allowance {
  const known = new Map<string, boolean>();
  const look = async (site: string): Promise<void> => {
    // Our scripts came there because the site was granted: without an answer it still is.
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
