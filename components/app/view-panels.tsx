// The views beside the list: one, or two side by side.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Guarded, numberOf } from '../shared/guarded';
import { TEXTS } from '../texts';
import { createFind, FindContext } from '../ui/find';
import { FindBar } from '../ui/find-bar';
import { Icon } from '../ui/icon';
import { handleKey } from '../ui/keys';
import { Tabs, tabId } from '../ui/tabs';
import { useSize } from '../ui/use-size';
import { useWorkspace } from './context';
import { type View, views } from './views';

/** Width from which two views fit, pixels. */
const PAIR_FROM = 640;

export function ViewPanels() {
  const { view, settings } = useWorkspace();
  const box = useRef<HTMLDivElement>(null);
  const isWide = useSignal(false);
  useSize(box, ({ clientWidth }) => {
    isWide.value = clientWidth >= PAIR_FROM;
  });
  const { isPaired } = settings.values.value;
  const isShown = isWide.value && isPaired;
  return (
    <div class={`view-panels ${isShown ? 'paired' : ''}`} ref={box}>
      <Panel
        id="view"
        label={TEXTS.chrome.views}
        offered={views}
        selected={view.value}
        onSelect={(id) => (view.value = id)}
      >
        {isWide.value && (
          <button
            type="button"
            class="pair-button"
            aria-label={TEXTS.chrome.pair}
            aria-pressed={isPaired}
            title={TEXTS.chrome.pairTitle}
            onClick={() => settings.change({ isPaired: !isPaired })}
          >
            <Icon name="pair" />
          </button>
        )}
      </Panel>
      {isShown && <SecondPanel />}
    </div>
  );
}

function SecondPanel() {
  const { view, settings } = useWorkspace();
  const offered = views.filter(({ id }) => id !== view.value);
  const { secondView } = settings.values.value;
  // Default pair: messages and state are compared most often.
  const selected =
    [secondView, 'state', 'messages'].find((id) => offered.some((each) => each.id === id)) ?? '';
  return (
    <Panel
      id="second"
      label={TEXTS.chrome.secondView}
      offered={offered}
      selected={selected}
      onSelect={(id) => settings.change({ secondView: id })}
    />
  );
}

interface PanelProps {
  readonly id: string;
  readonly label: string;
  readonly offered: readonly View[];
  readonly selected: string;
  onSelect(id: string): void;
  readonly children?: ComponentChildren;
}

function Panel({ id, label, offered, selected, onSelect, children }: PanelProps) {
  const { current, scheduler } = useWorkspace();
  const { session } = current.value;
  const find = useMemo(() => createFind(scheduler), [scheduler]);
  const root = useRef<HTMLDivElement>(null);
  const shown = offered.find((each) => each.id === selected) ?? offered[0];
  const tabs = offered.map((each) => ({ id: each.id, label: each.label, badge: each.badge?.(session) }));
  useEffect(() => (root.current === null ? undefined : find.attach(root.current)), [find]);
  // Continues an open search in the other view, from its first match.
  useEffect(() => find.setWords(find.words.peek()), [find, shown?.id, session]);
  const isFinding = find.isOpen.value;
  const before = useRef<Element | null>(null);
  const closeFind = () => {
    find.close();
    const { current: element } = before;
    const isThere = element instanceof HTMLElement && root.current?.contains(element);
    (isThere ? element : root.current)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, 'view', {
      find() {
        if (!isFinding) before.current = document.activeElement;
        find.open();
        root.current?.parentElement?.querySelector<HTMLInputElement>('.find-bar input')?.select();
      },
      leave: isFinding ? closeFind : undefined,
    });
  return (
    <div class="views" onKeyDown={onKeyDown}>
      <div class="tab-line">
        <Tabs label={label} tabs={tabs} selected={selected} onSelect={onSelect} panel={id} />
        {children}
      </div>
      {isFinding && shown !== undefined && (
        <FindBar find={find} label={TEXTS.find.label(shown.label)} onClose={closeFind} />
      )}
      {shown !== undefined && (
        <div
          id={id}
          class="view"
          role="tabpanel"
          aria-labelledby={tabId(id, shown.id)}
          tabIndex={-1}
          ref={root}
        >
          <FindContext.Provider value={find}>
            <Guarded key={`${shown.id} ${numberOf(session)}`}>
              <shown.Body />
            </Guarded>
          </FindContext.Provider>
        </div>
      )}
    </div>
  );
}
