// Panes of the panel. Their sizes and open states are settings.
import type { ComponentChildren } from 'preact';
import type { Settings } from '@/lib/panel/settings';
import { useWorkspace } from '../app/context';
import { TEXTS } from '../texts';
import { Icon } from '../ui/icon';
import { Split } from '../ui/split';

type PaneName = keyof typeof TEXTS.panes;

export function showPane({ values, change }: Settings, name: PaneName, isOpen = true): void {
  const { closed } = values.value;
  if (closed.includes(name) === isOpen)
    change({ closed: isOpen ? closed.filter((each) => each !== name) : [...closed, name] });
}

interface PanesProps {
  readonly name: PaneName;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
  /** Share of the first pane until the user changes it; undefined for the height of its content. */
  readonly share?: number;
  readonly isStacked?: boolean;
  /** True if the second pane has a button that closes it; something else opens it again. */
  readonly canClose?: boolean;
}

export function Panes({ name, first, second, share, isStacked = false, canClose = false }: PanesProps) {
  const { settings } = useWorkspace();
  const { panes, closed } = settings.values.value;
  const isOpen = second !== null && !(canClose && closed.includes(name));
  return (
    <Split
      label={TEXTS.panes[name]}
      share={panes[name] ?? share}
      isStacked={isStacked}
      onShare={(value) => settings.change({ panes: { ...settings.values.peek().panes, [name]: value } })}
      first={first}
      second={
        isOpen ? (
          <>
            {canClose && (
              <button
                type="button"
                class="pane-close"
                aria-label={TEXTS.closePane}
                title={TEXTS.closePane}
                onClick={() => showPane(settings, name, false)}
              >
                <Icon name="close" />
              </button>
            )}
            {second}
          </>
        ) : null
      }
    />
  );
}
