// Events that a fold throws on, reported as one gap for each fold.
import { reasonOf } from '@/lib/core/json/reason';
import type { SkippedStep } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { ReadBatch } from '@/lib/core/log/record-reader';

/** A gap behind a step; the streams of its document are incomplete from there, so that no rule blames the app for it. */
export function appendGap(
  log: Log,
  { doc, frameId, records }: ReadBatch,
  detail: string,
  lost?: number,
): void {
  const t = records[0]?.t ?? 0;
  const gap = { kind: 'gap', t, reason: 'refused', detail, ...(lost && { records: lost }) } as const;
  log.append({ doc, frameId, records: [gap] });
}

export interface SkipReporter {
  of(made: string): (what: SkippedStep) => void;
  /** Appends pending reports behind a step; true if there were any. */
  flush(step: ReadBatch): boolean;
}

/** Calls `wake` when a report is pending. */
export function createSkipReporter(log: Log, wake: () => void): SkipReporter {
  let pending: string[] = [];
  return {
    of(made) {
      let isKnown = false;
      return ({ seq, boundary, error }) => {
        if (isKnown) return;
        isKnown = true;
        const what = boundary === undefined ? 'event' : 'the record before event';
        pending.push(
          `${what} ${seq} could not be processed for ${made}: ${reasonOf(error)}; later failures are not listed`,
        );
        wake();
      };
    },
    flush(step) {
      const details = pending;
      pending = [];
      for (const detail of details) appendGap(log, step, detail);
      return details.length > 0;
    },
  };
}
