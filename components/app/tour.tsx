// Tour of the panel, shown once. Small and not modal.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { TEXTS } from '../texts';
import { useWorkspace } from './context';

const words = TEXTS.tour;

const STEPS = [
  { id: 'events', target: '[data-focus="list"]' },
  { id: 'views', target: '.views' },
  { id: 'timeline', target: '.overview' },
  { id: 'export', target: `.toolbar [aria-label="${TEXTS.export.title}"]` },
] as const;

export function Tour() {
  const { host, current, dialog } = useWorkspace();
  const { session } = current.value;
  session.reading.revision.value;
  const step = useSignal<number | undefined>(undefined);
  useEffect(() => {
    // No tour while a dialog is open.
    if (dialog.value !== undefined) return;
    void host.tour?.isWanted().then(
      (isWanted) => (step.value = isWanted ? (step.value ?? 0) : undefined),
      () => undefined,
    );
    // Checks again after a dialog: the settings may have been reset.
  }, [host, dialog.value]);
  const at = STEPS[step.value ?? -1];
  const isShown = at !== undefined && session.log.length > 0 && dialog.value === undefined;
  const target = isShown ? at.target : undefined;
  useEffect(() => {
    const element = target === undefined ? null : document.querySelector(target);
    element?.setAttribute('data-tour', '');
    return () => element?.removeAttribute('data-tour');
  }, [target]);
  if (!isShown || step.value === undefined) return null;
  const number = step.value + 1;
  const isLast = number === STEPS.length;
  const end = () => {
    step.value = undefined;
    host.tour?.end();
  };
  return (
    <aside class="tour" aria-label={words.title}>
      <p>
        <b>{words.steps[at.id].title}</b> <span class="dim">{words.position(number, STEPS.length)}</span>
      </p>
      <p>{words.steps[at.id].text}</p>
      <p class="tour-buttons">
        {!isLast && (
          <button type="button" onClick={end}>
            {words.skip}
          </button>
        )}
        <button type="button" class="primary" onClick={isLast ? end : () => (step.value = number)}>
          {isLast ? words.done : words.next}
        </button>
      </p>
    </aside>
  );
}
