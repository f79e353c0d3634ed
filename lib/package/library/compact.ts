// The compacted log.
import { compactSafe } from '@/lib/core/compact/safe';
import { stockEvents } from '@/lib/core/compact/stock';
import { eventsOf, eventsOfWalk } from '@/lib/core/files/log-source';
import { selfContainedEvents } from '@/lib/core/files/self-contained';
import type { JsonObject } from '@/lib/core/json/json';
import { oneOf, RefusedError } from './lens-error';
import type { Opened } from './open';

/** The modes; the first is the default. */
export const MODES = ['safe', 'stock'] as const;

/** Compacts the events of a file. A body is compacted without a log, which needs memory. */
export function compactOpened(opened: Opened, mode: string): Iterable<JsonObject> {
  const { isBody, walk } = opened;
  if (oneOf('mode', MODES, mode) === 'stock')
    return stockEvents(isBody ? eventsOfWalk(walk) : eventsOf(opened.log));
  const compacted = compactSafe(isBody ? eventsOfWalk(walk) : selfContainedEvents(opened.log));
  if ('refused' in compacted) throw new RefusedError(compacted.refused);
  return compacted.events;
}
