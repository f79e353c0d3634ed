// Recordings without their values.
import { runIdsOf, scopeBatches } from '@/lib/core/files/scope';
import { LEVELS, pathProblem } from '@/lib/core/redact/policy';
import { seedFrom } from '@/lib/core/redact/random';
import { redact as redactParts, type SessionParts } from '@/lib/core/redact/redact';
import { listOf, OptionError, oneOf, RefusedError } from './lens-error';
import { type Opened, openBatches } from './open';
import { openSource, recordingOf } from './recording';
import type { Recorded, RedactOptions, Source } from './types';

/** The runs with these ids, with their requests. */
export function partOf({ log, batches, annotations }: Opened, ids: readonly string[]): SessionParts {
  const runIdOf = runIdsOf(log);
  const found = scopeBatches(log, [...batches], (seq) => ids.includes(runIdOf(seq)));
  const isEmpty = found.every(({ records }) =>
    records.every(({ kind }) => kind !== 'open' && kind !== 'chunk' && kind !== 'frame'),
  );
  if (isEmpty) throw new RefusedError(`There is no run '${ids.join("', '")}' in ${log.length} events.`);
  // Notes refer to positions of events, which differ in a part.
  const { notes: _notes, ...others } = annotations;
  return { batches: found, annotations: others };
}

/**
 * Replaces every value that is not known to be safe by a placeholder; shape, findings and timing stay. Write the result
 * with `convert`.
 */
export function redact(source: Source, options: RedactOptions = {}): Recorded {
  const { level = 'share', keep = [], runs } = options;
  for (const [name, list] of Object.entries({ keep, runs })) if (list !== undefined) listOf(name, list);
  const problem =
    keep.length > 0 && level === 'share'
      ? "it is for the levels 'choose' and 'tools', not for 'share'."
      : pathProblem(keep);
  if (problem !== undefined) throw new OptionError(`keep: ${problem}`);
  const opened = openSource(source, options);
  const redacted = redactParts(runs === undefined ? opened : partOf(opened, runs), {
    level: oneOf('level', LEVELS, level),
    keep,
    seed: seedFrom((numbers) => crypto.getRandomValues(numbers)),
  });
  return recordingOf(openBatches({ ...redacted, name: 'redacted' }));
}
