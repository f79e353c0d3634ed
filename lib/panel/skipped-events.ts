// What is in the log and not in what is made of it, as a gap in the log: once for each fold, however much it leaves out.
import { reasonOf } from '@/lib/core/json/reason';
import type { LeftOut } from '@/lib/core/log/history';
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

/** Takes note of what folds leave out, until it can be said. */
export interface SkipReporter {
  /** What a fold tells, by what it makes, in words. */
  of(made: string): (what: LeftOut) => void;
  /** Puts what was not said yet behind a step; whether that was anything. */
  say(step: ReadBatch): boolean;
}

/** Nothing is left out yet; `wake` is called when something waits to be said. */
export function createSkipReporter(log: Log, wake: () => void): SkipReporter {
  let unsaid: string[] = [];
  return {
    of(made) {
      let isKnown = false;
      return ({ seq, boundary, error }) => {
        if (isKnown) return;
        isKnown = true;
        const what = boundary === undefined ? 'event' : 'what stands before event';
        unsaid.push(`${what} ${seq} is not in ${made}, nor is what fails like it: ${reasonOf(error)}`);
        wake();
      };
    },
    say(step) {
      const saying = unsaid;
      unsaid = [];
      for (const detail of saying) appendGap(log, step, detail);
      return saying.length > 0;
    },
  };
}
