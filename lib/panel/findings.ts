// What is wrong in the log, without what nobody wants to know.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Linted } from '@/lib/core/lint/types';
import type { Judged } from './judged';

/** The findings of a session, as of its revision. */
export interface Findings {
  /** Those of the whole log, without those of rules that are off. */
  readonly listed: ReadonlySignal<Linted['findings']>;
  /** How many are not listed, because there are so many. */
  readonly leftOut: ReadonlySignal<number>;
  /** Whether everything was looked at: until then there are none. */
  readonly areThere: ReadonlySignal<boolean>;
  /** Why nothing can be looked at, in words; undefined where it is or will be. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** Tries again what has failed. */
  tryAgain(): void;
}

/** The findings of a log without those of some rules. */
export function createFindings(
  {
    head,
    isJudged,
    failure,
    tryAgain,
  }: { readonly head: ReadonlySignal<Linted> } & Pick<Judged, 'isJudged' | 'failure' | 'tryAgain'>,
  rulesOff: ReadonlySignal<ReadonlySet<string>>,
): Findings {
  return {
    listed: computed(() => {
      const off = rulesOff.value;
      const all = head.value.findings;
      return off.size === 0 ? all : all.filter(({ rule }) => !off.has(rule));
    }),
    areThere: isJudged,
    failure,
    tryAgain,
    leftOut: computed(() => head.value.leftOut),
  };
}
