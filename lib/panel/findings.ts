// The findings of a session, without those of disabled rules.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Linted } from '@/lib/core/lint/types';

export interface Findings {
  readonly listed: ReadonlySignal<Linted['findings']>;
  /** Number of findings beyond the limit, which are not listed. */
  readonly leftOut: ReadonlySignal<number>;
}

export function createFindings(
  head: ReadonlySignal<Linted>,
  rulesOff: ReadonlySignal<ReadonlySet<string>>,
): Findings {
  return {
    listed: computed(() => {
      const off = rulesOff.value;
      const all = head.value.findings;
      return off.size === 0 ? all : all.filter(({ rule }) => !off.has(rule));
    }),
    leftOut: computed(() => head.value.leftOut),
  };
}
