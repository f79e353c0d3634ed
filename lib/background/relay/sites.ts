// Captured sites: localhost, and those granted by the user. The browser stores the permissions; this keeps the
// content scripts in sync with them.

/** Origins captured without a grant: localhost. */
export const LOCAL = [
  'http://localhost/*',
  'https://localhost/*',
  'http://*.localhost/*',
  'https://*.localhost/*',
  'http://127.0.0.1/*',
  'https://127.0.0.1/*',
  'http://[::1]/*',
  'https://[::1]/*',
];

export interface ContentScript {
  readonly id: string;
  readonly js: string[];
  readonly matches: string[];
  /** The manifest's own scripts run there; a second pair would record everything twice. */
  readonly excludeMatches: string[];
  readonly runAt: 'document_start';
  readonly allFrames: true;
  readonly matchOriginAsFallback: true;
  readonly persistAcrossSessions: true;
  readonly world: 'MAIN' | 'ISOLATED';
}

export interface SitesApi {
  readonly granted: () => Promise<readonly string[]>;
  readonly registered: () => Promise<readonly { readonly id: string; readonly matches: readonly string[] }[]>;
  readonly register: (scripts: ContentScript[]) => Promise<void>;
  readonly unregister: (ids: string[]) => Promise<void>;
  readonly openTabs: (patterns: readonly string[]) => Promise<readonly number[]>;
  /** Starts the scripts in documents of a tab that do not have them. */
  readonly inject: (tab: number) => Promise<void>;
}

export interface Sites {
  readonly sync: () => Promise<void>;
  /** Captures open pages of newly granted origins, without a reload. */
  readonly captureOpen: (origins: readonly string[]) => Promise<void>;
}

/** The match pattern of a page's origin; undefined unless it is an http(s) page. */
export function patternOf(url: string | undefined): string | undefined {
  const parts = /^(https?):\/\/([^/?#]+)/.exec(url ?? '');
  // Match patterns have no port: a permission covers all ports of a host.
  return parts ? `${parts[1]}://${(parts[2] ?? '').replace(/^.*@/, '').replace(/:\d+$/, '')}/*` : undefined;
}

function scriptsFor(matches: string[]): ContentScript[] {
  const common = {
    matches,
    excludeMatches: LOCAL,
    runAt: 'document_start',
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: true,
  } as const;
  return [
    { ...common, id: 'page', js: ['/content-scripts/page.js'], world: 'MAIN' },
    { ...common, id: 'bridge', js: ['/content-scripts/bridge.js'], world: 'ISOLATED' },
  ];
}

/** The origins that need registered scripts; the manifest covers the local ones. */
const beyondLocal = (origins: readonly string[]): string[] =>
  origins.filter((origin) => /^(https?:|\*:|<all_urls>)/.test(origin) && !LOCAL.includes(origin)).sort();

/** Keeps registered scripts in sync with what is granted; calls run one after another. */
export function createSites(api: SitesApi): Sites {
  let last: Promise<void> = Promise.resolve();
  const sync = async (): Promise<void> => {
    const wanted = beyondLocal(await api.granted());
    const present = await api.registered();
    const isInSync =
      present.length === (wanted.length ? 2 : 0) &&
      present.every(({ matches }) => JSON.stringify([...matches].sort()) === JSON.stringify(wanted));
    if (isInSync) return;
    if (present.length > 0) await api.unregister(present.map(({ id }) => id));
    if (wanted.length > 0) await api.register(scriptsFor(wanted));
  };
  return {
    sync() {
      last = last.then(sync, sync);
      return last;
    },
    async captureOpen(origins) {
      const tabs = await api.openTabs(origins);
      // A page of the browser, or a closed tab: nothing can be captured.
      await Promise.all(tabs.map((tab) => api.inject(tab).catch(() => undefined)));
    },
  };
}
