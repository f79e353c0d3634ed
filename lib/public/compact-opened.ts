// The compacted events of what was opened.
import type { JsonObject } from '@/lib/agui/json';
import { compactSafe } from '@/lib/compact/safe';
import { stockEvents } from '@/lib/compact/stock';
import { eventsOf, eventsOfWalk } from '@/lib/files/log-source';
import { selfContainedEvents } from '@/lib/files/self-contained';
import { RefusedError } from '@/lib/public/lens-error';
import type { Opened } from '@/lib/public/opened';

/** The modes; the first is the default. */
export const MODES = ['safe', 'stock'] as const;

/** The compacted events of what was opened. */
export function compactOpened(opened: Opened, mode: (typeof MODES)[number]): Iterable<JsonObject> {
  const { log, walk } = opened;
  if (mode === 'stock') return stockEvents(opened.isBody ? eventsOfWalk(walk) : eventsOf(log));
  // Bare events have no request that a replay would lack.
  const compacted = compactSafe(opened.isBody ? eventsOfWalk(walk) : selfContainedEvents(log));
  if ('refused' in compacted) throw new RefusedError(compacted.refused);
  return compacted.events;
}
