// Disabled rules: per project (the origin of the page) in the settings, per file in the file.
import { findRule, namedRules } from '@/lib/core/lint/selection';
import type { Log } from '@/lib/core/log/log';
import type { Session } from './session';
import type { Settings } from './settings';

/** The project of a log: the origin of the tab's newest page; '' if unknown, as in most files. */
function projectOf(log: Log): string {
  for (let at = log.boundaries.length - 1; at >= 0; at--) {
    const boundary = log.boundaries[at];
    if (boundary?.kind !== 'navigation' || !boundary.top) continue;
    try {
      return new URL(boundary.url).origin;
    } catch {
      return '';
    }
  }
  return '';
}

/** Stored rule ids that still exist. */
function known(ids: readonly string[] = []): readonly string[] {
  return ids.filter((id) => findRule(id) !== undefined);
}

export function keepNamedRules(session: Session, names: readonly string[]): void {
  keepOwnRules(session, namedRules(names).ids);
}

export function keepOwnRules(session: Session, ids: ReadonlySet<string>): void {
  session.annotations.rulesOff.value = ids;
  session.annotations.hasOwnRules = true;
}

/** Applies the settings of the session's project, unless the file has its own. */
export function applyRulesOff(session: Session, settings: Settings, isFile: boolean): void {
  if (session.annotations.hasOwnRules) return;
  session.reading.length.value;
  const project = isFile ? '' : projectOf(session.log);
  const stored = known(settings.values.value.rulesOff[project]);
  const now = session.annotations.rulesOff.peek();
  if (stored.length === now.size && stored.every((id) => now.has(id))) return;
  session.annotations.rulesOff.value = new Set(stored);
}

/** Disables or enables a rule, and stores the choice. */
export function switchRule(
  { session, name }: { readonly session: Session; readonly name?: string },
  settings: Settings,
  [id, isOff]: readonly [string, boolean],
): void {
  const next = new Set(session.annotations.rulesOff.value);
  if (isOff) next.add(id);
  else next.delete(id);
  session.annotations.rulesOff.value = next;
  if (session.annotations.hasOwnRules) return;
  const project = name === undefined ? projectOf(session.log) : '';
  settings.change(({ rulesOff: { [project]: _old, ...others } }) => ({
    rulesOff: next.size === 0 ? others : { ...others, [project]: [...next] },
  }));
}
