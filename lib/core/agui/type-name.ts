// The event type for a name in another spelling: PascalCase, kebab-case, Python's `EventType.RUN_STARTED`, a class
// name.
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { plain } from '@/lib/core/json/nearest';

const LENGTH_MAX = 80;

const BY_PLAIN: ReadonlyMap<string, string> = new Map(EVENT_TYPES.map((type) => [plain(type), type]));

/** A qualifier before the name: a class or namespace. */
const QUALIFIED = /^(?:.*[^A-Za-z0-9_-])?(?:ag[-_]?ui[-_])?(?:event[-_]?type[-_]?)?/i;

export function typeMeantBy(name: string): string | undefined {
  if (name.length > LENGTH_MAX) return undefined;
  // The text of a Python enumeration: <EventType.RUN_STARTED: 'RUN_STARTED'>.
  const inner = /^<[^:>]*:\s*['"]([^'"]+)['"]>$/.exec(name)?.[1] ?? name;
  const bare = inner.replace(QUALIFIED, '').replace(/[^A-Za-z0-9]+$/, '');
  const candidates = [inner, bare].map(plain).flatMap((each) => [each, each.replace(/event$/, '')]);
  for (const candidate of candidates) {
    const type = BY_PLAIN.get(candidate);
    if (type !== undefined) return type === name ? undefined : type;
  }
  return undefined;
}
