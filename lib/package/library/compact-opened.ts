// The compacted events of what was opened.

import { compactSafe } from '@/lib/core/compact/safe';
import { stockEvents } from '@/lib/core/compact/stock';
import { eventsOf, eventsOfWalk } from '@/lib/core/files/log-source';
import { selfContainedEvents } from '@/lib/core/files/self-contained';
import type { JsonObject } from '@/lib/core/json/json';
import { RefusedError } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/opened';

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
