// The compacted log.
import { compactSafe } from '@/lib/core/compact/safe';
import { stockEvents } from '@/lib/core/compact/stock';
import type { WriteSource } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { plainSource } from './convert';
import { oneOf, RefusedError } from './lens-error';
import type { Opened } from './open';

/** The modes; the first is the default. */
export const MODES = ['safe', 'stock'] as const;

interface CompactedFile {
  readonly events: Iterable<JsonObject>;
  readonly skipped: WriteSource['skipped'] | undefined;
}

/** Compacts the events of a file. Once they are read, the number of skipped frames is known. */
export function compactOpened(opened: Opened, mode: string): CompactedFile {
  const isStock = oneOf('mode', MODES, mode) === 'stock';
  const { events, selfContained, skipped } = plainSource(opened);
  if (isStock) return { events: stockEvents(events()), skipped };
  const compacted = compactSafe(selfContained());
  if ('refused' in compacted) throw new RefusedError(compacted.refused);
  return { events: compacted.events, skipped };
}
