// What can be given away.
import { LEVELS, pathProblem } from '@/lib/core/redact/policy';
import { seedFrom } from '@/lib/core/redact/random';
import { redact as redactParts } from '@/lib/core/redact/redact';
import { keepBatches, openedOf } from './kept';
import { listOf, OptionError, oneOf } from './lens-error';
import { partOf } from './part';
import type { Recorded, RedactOptions, Source } from './types';

/**
 * The same shape, findings and timing, in which every value that is not known to be safe is a token. What it returns
 * is written with `convert`.
 */
export function redact(source: Source, options: RedactOptions = {}): Recorded {
  const { level = 'share', keep = [], runs } = options;
  for (const [name, list] of Object.entries({ keep, runs })) if (list !== undefined) listOf(name, list);
  const problem =
    keep.length > 0 && level === 'share'
      ? "it is for the levels 'choose' and 'tools', not for 'share'."
      : pathProblem(keep);
  if (problem !== undefined) throw new OptionError(`keep: ${problem}`);
  const opened = openedOf(source, options);
  const { batches, annotations } = redactParts(runs === undefined ? opened : partOf(opened, runs), {
    level: oneOf('level', LEVELS, level),
    keep,
    seed: seedFrom((numbers) => crypto.getRandomValues(numbers)),
  });
  return keepBatches('redacted', batches, annotations);
}
