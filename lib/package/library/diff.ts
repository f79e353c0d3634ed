// Differences between two sources.
import { compare } from '@/lib/core/compare/compare';
import { type Comparison, IGNORABLE, type Item, type Side } from '@/lib/core/compare/types';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { LensError, listOf, OptionError, oneOf } from './lens-error';
import type { Opened } from './open';
import type { Difference, DiffOptions } from './types';

function sideOf({ log, name }: Opened, run: number | undefined): Side {
  if (run === undefined) return { log };
  if (!Number.isInteger(run) || run < 1)
    throw new OptionError(`run must be the number of a run from 1 on, or one for each side, not '${run}'.`);
  const count = createHistory(modelFold, log).head().runs.length;
  if (run > count) throw new LensError(`There is no run ${run} in ${name}, which has ${count}.`);
  return { log, run: run - 1 };
}

function eventOf({ log }: Side, item: Item | undefined): unknown {
  return item === undefined ? null : (log.at(item.seq)?.event ?? null);
}

export const differing = <T extends { readonly kind: string }>(list: readonly T[]): readonly T[] =>
  list.filter(({ kind }) => kind !== 'same');

/** Compares two files; `difference` is the comparison as the package publishes it. */
export function diffOpened(
  opened: readonly [Opened, Opened],
  { ignore = [], run }: DiffOptions,
): { readonly comparison: Comparison; readonly difference: Difference } {
  const [runA, runB] = typeof run === 'object' ? run : [run, run];
  const [a, b] = [sideOf(opened[0], runA), sideOf(opened[1], runB)];
  const ignored = listOf('ignore', ignore).map((name) => oneOf('ignore', IGNORABLE, name));
  const comparison = compare(a, b, ignored);
  const { same, rows, first, isRough, messages, state, calls, findings, figures } = comparison;
  const row = rows[first];
  const difference = {
    same,
    event: row?.a?.seq ?? row?.b?.seq ?? -1,
    a: eventOf(a, row?.a),
    b: eventOf(b, row?.b),
    rough: isRough,
    events: differing(rows).map(({ kind, a: left, b: right }) => ({
      kind,
      type: (left ?? right)?.type ?? '',
      a: left?.seq ?? null,
      b: right?.seq ?? null,
    })),
    messages: differing(messages),
    state,
    calls: differing(calls),
    findings,
    figures,
  };
  return { comparison, difference };
}
