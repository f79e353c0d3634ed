// Which sites are captured: a developer's own machine from the start, and what the user allowed beyond that.
// The browser keeps the permissions; this keeps the content scripts in step with them.

/** Origins that are captured without being asked for: a developer's own machine. */
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

/** A content script as the browser's scripting API takes it. */
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

/** What of the browser is needed to keep scripts in step with permissions. */
export interface SitesApi {
  readonly granted: () => Promise<readonly string[]>;
  readonly registered: () => Promise<readonly { readonly id: string; readonly matches: readonly string[] }[]>;
  readonly register: (scripts: ContentScript[]) => Promise<void>;
  readonly unregister: (ids: string[]) => Promise<void>;
}

/** The match pattern of a page's origin; undefined for what is no http(s) page. */
export function patternOf(url: string | undefined): string | undefined {
  const parts = /^(https?):\/\/([^/?#]+)/.exec(url ?? '');
  // Match patterns have no port: a permission is for all ports of a host.
  return parts ? `${parts[1]}://${(parts[2] ?? '').replace(/^.*@/, '').replace(/:\d+$/, '')}/*` : undefined;
}

/** True for a page that is captured without being asked for. */
export function isLocal(url: string | undefined): boolean {
  const pattern = patternOf(url) ?? '';
  return LOCAL.includes(pattern) || /^https?:\/\/[^/]+\.localhost\/\*$/.test(pattern);
}

/** The two scripts for some origins. */
export function scriptsFor(origins: readonly string[]): ContentScript[] {
  const common = {
    runAt: 'document_start',
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: true,
  } as const;
  return [
    {
      ...common,
      matches: [...origins],
      excludeMatches: LOCAL,
      id: 'page',
      js: ['/content-scripts/page.js'],
      world: 'MAIN',
    },
    {
      ...common,
      matches: [...origins],
      excludeMatches: LOCAL,
      id: 'bridge',
      js: ['/content-scripts/bridge.js'],
      world: 'ISOLATED',
    },
  ];
}

/** The origins that need registered scripts; the local ones have theirs in the manifest. */
const beyondLocal = (origins: readonly string[]): string[] =>
  origins.filter((origin) => /^(https?:|\*:|<all_urls>)/.test(origin) && !LOCAL.includes(origin)).sort();

/** Keeps registered scripts in step with what is granted; calls run one after the other. */
export function createSites(api: SitesApi): { readonly sync: () => Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const sync = async (): Promise<void> => {
    const wanted = beyondLocal(await api.granted());
    const present = await api.registered();
    const isInStep =
      present.length === (wanted.length ? 2 : 0) &&
      present.every(({ matches }) => JSON.stringify([...matches].sort()) === JSON.stringify(wanted));
    if (isInStep) return;
    if (present.length > 0) await api.unregister(present.map(({ id }) => id));
    if (wanted.length > 0) await api.register(scriptsFor(wanted));
  };
  return {
    sync() {
      last = last.then(sync, sync);
      return last;
    },
  };
}
