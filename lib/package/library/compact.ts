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

interface CompactedFile {
  readonly events: Iterable<JsonObject>;
  /** Number of frames without an event, once the events are read. */
  readonly skipped: () => number;
}

/** The events of a body, read without a log, which needs memory. */
function bodyEvents({ walk }: Opened): CompactedFile {
  let left = 0;
  const events = eventsOfWalk(walk, () => left++);
  const start = (): Iterator<JsonObject> => {
    left = 0;
    return events[Symbol.iterator]();
  };
  return { events: { [Symbol.iterator]: start }, skipped: () => left };
}

function logEvents({ log }: Opened, isStock: boolean): CompactedFile {
  const isSkipped = (seq: number): boolean => log.typeOf(seq) === '';
  return {
    events: isStock ? eventsOf(log) : selfContainedEvents(log),
    skipped: () => Array.from({ length: log.length }, (_none, seq) => seq).filter(isSkipped).length,
  };
}

/** Compacts the events of a file. */
export function compactOpened(opened: Opened, mode: string): CompactedFile {
  const isStock = oneOf('mode', MODES, mode) === 'stock';
  const { events, skipped } = opened.isBody ? bodyEvents(opened) : logEvents(opened, isStock);
  if (isStock) return { events: stockEvents(events), skipped };
  const compacted = compactSafe(events);
  if ('refused' in compacted) throw new RefusedError(compacted.refused);
  return { events: compacted.events, skipped };
}
