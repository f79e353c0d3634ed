// A tab strip (WAI-ARIA tabs with automatic activation). Knows no domain.
import { useRef } from 'preact/hooks';
import { handleKey } from './keys';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly label: string;
    readonly badge?: string | undefined;
  }[];
  readonly selected: string;
  onSelect(id: string): void;
  /** Id of the controlled element. */
  readonly panel: string;
}

export function tabId(panel: string, id: string): string {
  return panel === 'view' ? `tab-${id}` : `${panel}-tab-${id}`;
}

export function Tabs({ label, tabs, selected, onSelect, panel }: TabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const to = (index: number) => () => {
      const target = (index + tabs.length) % tabs.length;
      onSelect(tabs[target]?.id ?? selected);
      strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
    };
    handleKey(event, 'tabs', {
      next: to(at + 1),
      previous: to(at - 1),
      first: to(0),
      last: to(tabs.length - 1),
    });
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={strip} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(panel, tab.id)}
          // The badge is not part of the accessible name, which must not change.
          data-badge={tab.badge}
          aria-label={tab.label}
          title={tab.label}
          aria-controls={panel}
          aria-selected={tab.id === selected}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
