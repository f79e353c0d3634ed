// A part of a file.
import { runIdsOf, scopeBatches } from '@/lib/core/files/scope';
import type { SessionParts } from '@/lib/core/redact/redact';
import { RefusedError } from './lens-error';
import type { Opened } from './open';

/** The runs with these ids, with their requests. */
export function partOf({ name, log, batches, annotations }: Opened, ids: readonly string[]): SessionParts {
  const runIdOf = runIdsOf(log);
  const found = scopeBatches(log, [...batches], (seq) => ids.includes(runIdOf(seq)));
  const isEmpty = found.every(({ records }) =>
    records.every(({ kind }) => kind !== 'open' && kind !== 'chunk' && kind !== 'frame'),
  );
  if (isEmpty) throw new RefusedError(`There is no run '${ids.join("', '")}' in ${name}.`);
  // Notes refer to positions of events, which differ in a part.
  const { notes: _notes, ...others } = annotations;
  return { batches: found, annotations: others };
}
