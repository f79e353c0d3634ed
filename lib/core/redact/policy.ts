// What a level of redaction keeps beyond the list of safe fields.

/** How much is kept: nothing that is not safe; the names and schemas of tools too; what was chosen; everything. */
export const LEVELS = ['share', 'tools', 'choose', 'full'] as const;
/** One of LEVELS. */
export type Level = (typeof LEVELS)[number];

/** What is kept. */
export interface Policy {
  /** Whether the names and the schemas of tools are kept. */
  readonly keepsTools: boolean;
  /** Whether all that stands at this path is kept. */
  keeps(path: readonly string[]): boolean;
  /** Whether something below this path is kept. */
  leadsTo(path: readonly string[]): boolean;
  /** Keys that are kept, because a path that was chosen names them. */
  readonly names: Iterable<string>;
  /** Of the paths that were chosen, those at which nothing stood so far. */
  unused(): readonly string[];
}

/** A path that was chosen: the type of an event, or `request`, then keys; `*` stands for any one. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** What is wrong with paths that were chosen, as a sentence; undefined if nothing is. */
export function pathProblem(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const segments = segmentsOf(path);
    const isPart = segments.some((segment) => segment !== '*' && /^\*|\*$/.test(segment));
    if (segments.length > 0 && !isPart) continue;
    return `'${path}' is no path to keep: it is the type of an event, or request, and then keys, such as TEXT_MESSAGE_CONTENT/delta; * stands for one whole key.`;
  }
  return undefined;
}

function matches(pattern: readonly string[], path: readonly string[], length: number): boolean {
  for (let at = 0; at < length; at++) if (pattern[at] !== '*' && pattern[at] !== path[at]) return false;
  return true;
}

/** The policy of a level; `paths` are those that were chosen. */
export function policyOf(level: Level, paths: readonly string[] = []): Policy {
  const chosen = level === 'choose' || level === 'tools' ? paths : [];
  const patterns = chosen.map((path) => ({ path, segments: segmentsOf(path) }));
  const names = new Set(patterns.flatMap(({ segments }) => segments.slice(2)).filter((name) => name !== '*'));
  const used = new Set<string>();
  return {
    keepsTools: level === 'tools',
    keeps(at) {
      const found = patterns.find(
        ({ segments }) => segments.length <= at.length && matches(segments, at, segments.length),
      );
      if (found !== undefined) used.add(found.path);
      return found !== undefined;
    },
    leadsTo: (at) =>
      patterns.some(({ segments }) => segments.length > at.length && matches(segments, at, at.length)),
    names,
    unused: () => chosen.filter((path) => !used.has(path)),
  };
}
