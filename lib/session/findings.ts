// What is wrong in the log, without what nobody wants to know.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Linted } from '@/lib/lint/types';

/** The findings of a session, as of its revision. */
export interface Findings {
  /** Those of the whole log, without those of rules that are off. */
  readonly listed: ReadonlySignal<Linted['findings']>;
  /** How many are not listed, because there are so many. */
  readonly leftOut: ReadonlySignal<number>;
  /** Whether everything was looked at: until then there are none. */
  readonly areThere: ReadonlySignal<boolean>;
}

/** The findings of a log without those of some rules. */
export function createFindings(
  { head, isJudged }: { readonly head: ReadonlySignal<Linted>; readonly isJudged: ReadonlySignal<boolean> },
  rulesOff: ReadonlySignal<ReadonlySet<string>>,
): Findings {
  return {
    listed: computed(() => {
      const off = rulesOff.value;
      const all = head.value.findings;
      return off.size === 0 ? all : all.filter(({ rule }) => !off.has(rule));
    }),
    areThere: isJudged,
    leftOut: computed(() => head.value.leftOut),
  };
}
