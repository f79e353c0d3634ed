// Two runs, beyond their figures: what makes the comparison and shows it is loaded when it is asked for.
import { useSignal } from '@preact/signals';
import { late } from '@/lib/panel/late';
import { LateBody } from '../parts/late-body';
import { TEXTS } from '../texts';
import type { ComparedRuns } from './compared-runs';

/** The comparison, once it was loaded. */
export const compareBody = late(async () => (await import('./compare-body')).CompareBody);

/** The comparison; once it was cancelled, what begins it again. */
export function CompareRest({ runs }: ComparedRuns) {
  const isStopped = useSignal(false);
  if (isStopped.value) {
    return (
      <button type="button" onClick={() => (isStopped.value = false)}>
        {TEXTS.compare.start}
      </button>
    );
  }
  return (
    <LateBody body={compareBody}>
      {(Body) => <Body runs={runs} onCancel={() => (isStopped.value = true)} />}
    </LateBody>
  );
}
