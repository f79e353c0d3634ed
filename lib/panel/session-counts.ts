// Figures of a session. Each event and row is counted once.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { isNewIdsNote } from '@/lib/messages/edit-notes';

export interface SessionCounts {
  readonly streams: number;
  readonly events: number;
  /** Frames without an event. */
  readonly unreadable: number;
  readonly gaps: number;
  /** Edits of events by rules of the page. */
  readonly changes: number;
}

export function createSessionCounts(
  log: Log,
  revision: ReadonlySignal<number>,
): ReadonlySignal<SessionCounts> {
  let frames = 0;
  let unreadable = 0;
  let rows = 0;
  let gaps = 0;
  let changes = 0;
  // Streams with frames that are only counted; they grow.
  const unlisted = new Set<Stream>();
  return computed(() => {
    revision.value;
    for (; frames < log.length; frames++) if (log.typeOf(frames) === '') unreadable++;
    for (; rows < log.boundaries.length; rows++) {
      const row = log.boundaries[rows];
      if (row?.kind !== 'gap') continue;
      if (row.reason === 'changed') changes += isNewIdsNote(row.detail) ? 0 : 1;
      else if (row.reason !== 'not-ag-ui') gaps++;
      else if (row.stream?.unlisted !== undefined) unlisted.add(row.stream);
    }
    const counted = [...unlisted].reduce((sum, stream) => sum + (stream.unlisted ?? 0), 0);
    return {
      streams: log.streams.length,
      events: frames - unreadable,
      unreadable: unreadable + counted,
      gaps,
      changes,
    };
  });
}
