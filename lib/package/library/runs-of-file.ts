// A part of a file.
import { runIdsOf, scopeBatches } from '@/lib/core/files/scope';
import type { SessionParts } from '@/lib/core/redact/redact';
import { RefusedError } from './lens-error';
import type { Opened } from './open';

/** The runs with these ids, with their requests. */
export function partOf({ name, log, batches, annotations }: Opened, ids: readonly string[]): SessionParts {
  const runIdOf = runIdsOf(log);
  const known = new Set(Array.from({ length: log.length }, (_, seq) => runIdOf(seq)));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0 || ids.length === 0)
    throw new RefusedError(`There is no run '${unknown.join("', '")}' in ${name}.`);
  const found = scopeBatches(log, [...batches], (seq) => ids.includes(runIdOf(seq)));
  // Notes refer to positions of events, which differ in a part.
  const { notes: _notes, ...others } = annotations;
  return { batches: found, annotations: others };
}
