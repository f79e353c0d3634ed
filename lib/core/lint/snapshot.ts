// Effect of a MESSAGES_SNAPSHOT on existing messages: dropped, renamed, moved.
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import type { LoggedEvent } from '@/lib/core/log/types';
import { threadIn } from '@/lib/core/model/queries/lookup';
import { pairRenamed, type Renamed } from '@/lib/core/model/queries/snapshot-effect';
import type { MessageEntry, Model } from '@/lib/core/model/types';

interface SnapshotLosses {
  /** Removed messages, except renamed ones. */
  readonly dropped: readonly MessageEntry[];
  readonly renamed: readonly Renamed[];
  /** Activities and reasoning removed because the snapshot has others. */
  readonly lostExtras: readonly MessageEntry[];
  /** True if other messages replace the removed ones: the history was rewritten on purpose. */
  readonly isRewritten: boolean;
  /** The first message whose position differs. */
  readonly moved: MessageEntry | undefined;
}

const NOTHING: SnapshotLosses = {
  dropped: [],
  renamed: [],
  lostExtras: [],
  isRewritten: false,
  moved: undefined,
};
// Cached, as several rules need it for the same snapshot.
const known = new WeakMap<LoggedEvent, SnapshotLosses>();

function compare(
  messages: readonly JsonObject[],
  there: Iterable<MessageEntry>,
  hasAuthority: boolean,
): SnapshotLosses {
  const positions = new Map<unknown, number>(messages.map(({ id }, position) => [id, position]));
  const gone: MessageEntry[] = [];
  const lostExtras: MessageEntry[] = [];
  const roles = new Set(messages.map(({ role }) => role));
  let moved: MessageEntry | undefined;
  let last = -1;
  for (const entry of there) {
    const { id, role } = entry.message;
    const position = positions.get(id);
    if (position !== undefined) {
      if (position < last) moved ??= entry;
      last = Math.max(last, position);
    } else if (role !== 'reasoning' && role !== 'activity') gone.push(entry);
    else if (roles.has(role) && !(role === 'activity' && hasAuthority)) lostExtras.push(entry);
  }
  if (gone.length === 0) return { ...NOTHING, lostExtras, moved };
  const ids = new Set<unknown>(Array.from(there, ({ message }) => message.id));
  const fresh = messages.filter(
    ({ id, role }) => !ids.has(id) && role !== 'reasoning' && role !== 'activity',
  );
  const { renamed, dropped } = pairRenamed(gone, fresh);
  const isRewritten = dropped.length > 0 && fresh.length > renamed.length;
  return { dropped, renamed, lostExtras, isRewritten, moved };
}

/** True if a snapshot declares its activity types: it drops them on purpose. */
function hasAuthority({ event }: LoggedEvent): boolean {
  const metadata = event?.['metadata'];
  const own = isJsonObject(metadata) ? metadata['@ag-ui/client'] : undefined;
  return isJsonObject(own) && Object.hasOwn(own, 'authoritativeActivityTypes');
}

export function effectOf(logged: LoggedEvent, model: Model): SnapshotLosses | undefined {
  const messages = logged.event?.['messages'];
  if (!Array.isArray(messages)) return undefined;
  const before = known.get(logged);
  if (before !== undefined) return before;
  const thread = threadIn(model, logged.stream);
  const effect =
    thread === undefined
      ? NOTHING
      : compare(messages.filter(isJsonObject), thread.messages, hasAuthority(logged));
  known.set(logged, effect);
  return effect;
}
