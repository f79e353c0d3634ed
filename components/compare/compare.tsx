// Comparison of two runs, loaded on demand.
import { useSignal } from '@preact/signals';
import { late } from '@/lib/panel/late';
import { LateBody } from '../parts/late-body';
import { TEXTS } from '../texts';
import type { ComparedRuns } from './compare-body';

export const compareBody = late(async () => (await import('./compare-body')).CompareBody);

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
