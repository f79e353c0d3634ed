// Which sites may be recorded. The browser keeps what the user has granted; this remembers what it says of each site
// that was asked for, until something is granted or revoked. A page goes on reading when its site was revoked, and so do
// the scripts that are in it already: what they still say is not taken.

/** What is known of the sites of bridges. */
export interface Allowance {
  /** Asks for a site, given as a match pattern, unless it is known. */
  readonly ask: (site: string) => Promise<void>;
  /** Whether a site may be recorded; one that was never asked for may. */
  readonly allows: (site: string | undefined) => boolean;
  /** Asks for every site again; resolves to those that may be recorded now and might not before. */
  readonly refresh: () => Promise<ReadonlySet<string>>;
}

/** Creates an allowance that knows no site. */
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
