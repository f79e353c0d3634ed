// Levels of redaction: values that stay in addition to the safe fields.

/** Keeps safe values; also names and schemas of tools; also chosen paths; everything except secrets; everything. */
export const LEVELS = ['share', 'tools', 'choose', 'secrets', 'full'] as const;
export type Level = (typeof LEVELS)[number];

export interface Policy {
  readonly keepsTools: boolean;
  keeps(path: readonly string[]): boolean;
  /** True if a path below this one is kept. */
  leadsTo(path: readonly string[]): boolean;
  /** Keys in the chosen paths. */
  readonly names: Iterable<string>;
  /** Chosen paths without a value so far. */
  unused(): readonly string[];
}

/** A chosen path: an event type, or `request`, then keys; `*` is any one key. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

export function pathProblem(paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const segments = segmentsOf(path);
    const isPart = segments.some((segment) => segment !== '*' && /^\*|\*$/.test(segment));
    if (segments.length > 0 && !isPart) continue;
    return `'${path}' is not a valid path: use an event type or request, then keys, such as TEXT_MESSAGE_CONTENT/delta; * is any one key.`;
  }
  return undefined;
}

function matches(pattern: readonly string[], path: readonly string[], length: number): boolean {
  for (let at = 0; at < length; at++) if (pattern[at] !== '*' && pattern[at] !== path[at]) return false;
  return true;
}

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
