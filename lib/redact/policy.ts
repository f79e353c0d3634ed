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
  /** Whether a key is kept, because a path that was chosen names it. */
  keepsKey(key: string): boolean;
}

/** A path that was chosen: the type of an event, or `request`, then keys; `*` stands for any one. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function matches(pattern: readonly string[], path: readonly string[], length: number): boolean {
  for (let at = 0; at < length; at++) if (pattern[at] !== '*' && pattern[at] !== path[at]) return false;
  return true;
}

/** The policy of a level; `paths` are those that were chosen. */
export function policyOf(level: Level, paths: readonly string[] = []): Policy {
  const patterns = level === 'choose' || level === 'tools' ? paths.map(segmentsOf) : [];
  const names = new Set(patterns.flatMap((pattern) => pattern.slice(2)).filter((name) => name !== '*'));
  return {
    keepsTools: level === 'tools',
    keeps: (path) => patterns.some((each) => each.length <= path.length && matches(each, path, each.length)),
    leadsTo: (path) => patterns.some((each) => each.length > path.length && matches(each, path, path.length)),
    keepsKey: (key) => names.has(key),
  };
}
