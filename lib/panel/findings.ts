// The findings of a session, without those of disabled rules.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Linted } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import { marksByStream } from '@/lib/core/log/origin-marks';
import type { Stream } from '@/lib/core/log/types';

export interface Findings {
  readonly listed: ReadonlySignal<Linted['findings']>;
  /** Number of findings beyond the limit, which are not listed. */
  readonly leftOut: ReadonlySignal<number>;
  /** Marks of streams that rules or the panel changed, sent or answered. */
  readonly marks: ReadonlySignal<ReadonlyMap<Stream, readonly string[]>>;
}

export function createFindings(
  log: Log,
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
    marks: computed(() => {
      head.value;
      return marksByStream(log);
    }),
  };
}
