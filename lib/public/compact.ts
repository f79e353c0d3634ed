// The compacted log.

import type { JsonObject } from '@/lib/agui/json';
import { compactSafe } from '@/lib/compact/safe';
import { stockEvents } from '@/lib/compact/stock';
import { eventsOf, eventsOfWalk } from '@/lib/files/log-source';
import { selfContainedEvents } from '@/lib/files/self-contained';
import { oneOf, RefusedError } from './lens-error';
import type { Opened } from './opened';
import { openedOf } from './read';
import type { AguiEvent, CompactOptions, Source } from './types';

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

/**
 * The same events in fewer: deltas of one message are put together. Throws a LensError where a replay of the result
 * would not be the same.
 */
export function compact(source: Source, options: CompactOptions = {}): readonly AguiEvent[] {
  const mode = oneOf('mode', MODES, options.mode ?? 'safe');
  // Events have a type.
  return [...compactOpened(openedOf(source, options), mode)] as unknown as readonly AguiEvent[];
}
