// Two sources compared: the sides, and the result without what is the same.
import { compare } from '@/lib/core/compare/compare';
import type { Comparison, Ignorable, Item, Side } from '@/lib/core/compare/types';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { LensError } from '@/lib/package/library/lens-error';
import type { Opened } from '@/lib/package/library/opened';
import type { Difference } from '@/lib/package/library/types';

/** One side; `run` is the number of a run from 1 on. */
export function sideOf({ log, name }: Opened, run: number | undefined): Side {
  if (run === undefined) return { log };
  const count = createHistory(modelFold, log).head().runs.length;
  if (run > count) throw new LensError(`There is no run ${run} in ${name}, which has ${count}.`);
  return { log, run: run - 1 };
}

function eventOf({ log }: Side, item: Item | undefined): unknown {
  return item === undefined ? null : (log.at(item.seq)?.event ?? null);
}

const differing = <T extends { readonly kind: string }>(list: readonly T[]) =>
  list.filter(({ kind }) => kind !== 'same');

/** What differs. */
export function differenceOf(comparison: Comparison, [a, b]: readonly [Side, Side]): Difference {
  const { same, rows, first, isRough, messages, state, calls, findings, figures } = comparison;
  const row = rows[first];
  return {
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
}

/** Compares two sides, in both shapes: as people read it, and as programs do. */
export function compareSides(
  sides: readonly [Side, Side],
  ignored: readonly Ignorable[],
): { readonly comparison: Comparison; readonly difference: Difference } {
  const comparison = compare(...sides, ignored);
  return { comparison, difference: differenceOf(comparison, sides) };
}
