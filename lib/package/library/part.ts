// Some runs of what was opened, with their requests.
import { runIdsOf, scopeBatches } from '@/lib/core/files/scope';
import type { SessionParts } from '@/lib/core/redact/redact';
import { RefusedError } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/opened';

/** The runs with these ids. */
export function partOf({ log, batches, annotations }: Opened, ids: readonly string[]): SessionParts {
  const runIdOf = runIdsOf(log);
  const found = scopeBatches(log, [...batches], (seq) => ids.includes(runIdOf(seq)));
  const isEmpty = found.every(({ records }) =>
    records.every(({ kind }) => kind !== 'open' && kind !== 'chunk' && kind !== 'frame'),
  );
  if (isEmpty) throw new RefusedError(`There is no run '${ids.join("', '")}' in ${log.length} events.`);
  // Notes are found by the position of their events, which is another one in a part.
  const { notes: _notes, ...others } = annotations;
  return { batches: found, annotations: others };
}
