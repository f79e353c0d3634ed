// Two runs, beyond their figures.
import { useSignal } from '@preact/signals';
import { lazy } from '../parts/lazy';
import { TEXTS } from '../texts';
import type { ComparedRuns } from './compared-runs';

const CompareBody = lazy(async () => (await import('./compare-body')).CompareBody);

/** The comparison; once it was cancelled, what begins it again. */
export function CompareRest({ runs }: ComparedRuns) {
  const isStopped = useSignal(false);
  if (!isStopped.value) return <CompareBody runs={runs} onCancel={() => (isStopped.value = true)} />;
  return (
    <button type="button" onClick={() => (isStopped.value = false)}>
      {TEXTS.compare.start}
    </button>
  );
}
