// Comparison of two runs, loaded on demand.
import { useSignal } from '@preact/signals';
import { lazy } from '../parts/lazy';
import { TEXTS } from '../texts';
import type { ComparedRuns } from './compare-body';

const CompareBody = lazy(async () => (await import('./compare-body')).CompareBody);

export function CompareRest({ runs }: ComparedRuns) {
  const isStopped = useSignal(false);
  if (!isStopped.value) return <CompareBody runs={runs} onCancel={() => (isStopped.value = true)} />;
  return (
    <button type="button" onClick={() => (isStopped.value = false)}>
      {TEXTS.compare.start}
    </button>
  );
}
