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
  const { isBody, walk } = opened;
  // The log of a file is all of it: of a large body it is not made.
  if (mode === 'stock') return stockEvents(isBody ? eventsOfWalk(walk) : eventsOf(opened.log));
  // Bare events have no request that a replay would lack.
  const compacted = compactSafe(isBody ? eventsOfWalk(walk) : selfContainedEvents(opened.log));
  if ('refused' in compacted) throw new RefusedError(compacted.refused);
  return compacted.events;
}
