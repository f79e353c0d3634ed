// Asks for the comparison of two runs event by event; what makes and shows it is loaded when it is asked for.
import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { TEXTS } from '../texts';
import type { CompareBodyProps, ComparedRuns } from './compared-runs';

/** The button, and then the comparison. */
export function CompareEvents({ runs }: ComparedRuns) {
  const found = useSignal<{ readonly Body: FunctionComponent<CompareBodyProps> } | 'loading' | undefined>(
    undefined,
  );
  const load = () => {
    found.value = 'loading';
    void import('./compare-events').then(({ CompareBody }) => (found.value = { Body: CompareBody }));
  };
  const shown = found.value;
  if (shown === 'loading') return <p role="status">{TEXTS.compare.working}</p>;
  if (shown !== undefined) return <shown.Body runs={runs} onCancel={() => (found.value = undefined)} />;
  return (
    <button type="button" onClick={load}>
      {TEXTS.compare.start}
    </button>
  );
}
