// In what two sources differ.
import { IGNORABLE } from '@/lib/core/compare/types';
import { compareSides, sideOf } from './compare-sides';
import { openedOf } from './kept';
import { listOf, OptionError, oneOf } from './lens-error';
import type { Difference, DiffOptions, Source } from './types';

/** The runs to compare: one number for both sides, or one for each. */
export function runsToCompare(given: DiffOptions['run']): readonly [number | undefined, number | undefined] {
  const [a, b] = typeof given === 'object' ? given : [given, given];
  for (const run of [a, b]) {
    if (run === undefined || (Number.isInteger(run) && run > 0)) continue;
    throw new OptionError(`run must be the number of a run from 1 on, or one for each side, not '${run}'.`);
  }
  return [a, b];
}

/** Compares two sources: events, messages, state, tool calls, findings, figures. */
export function diff(a: Source, b: Source, { ignore = [], run }: DiffOptions = {}): Difference {
  const [runA, runB] = runsToCompare(run);
  const sides = [sideOf(openedOf(a, { name: 'a' }), runA), sideOf(openedOf(b, { name: 'b' }), runB)] as const;
  return compareSides(
    sides,
    listOf('ignore', ignore).map((name) => oneOf('ignore', IGNORABLE, name)),
  ).difference;
}
