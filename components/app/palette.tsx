import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lastEndOf } from '@/lib/core/metrics/run-figures';
import type { Workspace } from '@/lib/panel/workspace';
import { eventMenu } from '../menus/event-menu';
import { settingEntries } from '../settings/setting-entries';
import { TEXTS } from '../texts';
import { Dialog } from '../ui/dialog';
import { handleKey, showKey } from '../ui/keys';
import { type Action, offeredActions } from './actions';
import { useWorkspace } from './context';

/** True if the label contains the typed letters in this order. */
function matches(label: string, typed: string): boolean {
  let at = 0;
  const lower = label.toLowerCase();
  for (const letter of typed.toLowerCase().replaceAll(' ', '')) {
    at = lower.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Best matches first: at the start of a word, anywhere, letters only. */
function rank(label: string, typed: string): number {
  const at = label.toLowerCase().indexOf(typed.toLowerCase());
  if (at < 0) return 2;
  return at === 0 || label[at - 1] === ' ' ? 0 : 1;
}

type PaletteEntry = Pick<Action, 'id' | 'label' | 'also' | 'keys' | 'run'>;

function ofEvent(workspace: Workspace): readonly PaletteEntry[] {
  const { cursor } = workspace.current.value.session;
  return eventMenu(workspace, cursor.seq.value)
    .items.filter(({ isDisabled }) => isDisabled !== true)
    .map(({ id, label, onSelect }) => ({ id, label, keys: [], run: onSelect }));
}

function ofSettings(workspace: Workspace): readonly PaletteEntry[] {
  return settingEntries(workspace).map((entry) => ({ ...entry, keys: [] }));
}

const PLACES = 8;

/** Places that match the typed text: `#12` is an event, words match names of runs and tools. */
function places({ current, view }: Workspace, typed: string): readonly PaletteEntry[] {
  const { session } = current.value;
  const words = typed.trim().toLowerCase();
  const go = (id: string, label: string, seq: number, to?: string): PaletteEntry => ({
    id,
    label,
    keys: [],
    run() {
      session.cursor.goTo(seq);
      if (to !== undefined) view.value = to;
      if (to !== 'tools') return;
      // Chooses the call at the cursor.
      session.choices.tool.value = undefined;
      session.choices.call.value = undefined;
    },
  });
  const number = /^#?(\d+)$/.exec(words)?.[1];
  if (number !== undefined && Number(number) < session.log.length)
    return [go('go-event', TEXTS.chrome.goEvent(Number(number)), Number(number))];
  if (words === '') return [];
  const found: PaletteEntry[] = [];
  const { runs, toolCalls } = session.models.newest();
  for (const run of runs) {
    const name = session.names.run(run);
    if (found.length < PLACES && run.startSeq !== undefined && name.toLowerCase().includes(words))
      found.push(
        go(
          `go-run-${run.index}`,
          TEXTS.chrome.goRun(name),
          lastEndOf(run, session.log) ?? run.startSeq,
          'run',
        ),
      );
  }
  const tools = new Map<string, number>();
  for (const { name, startSeq } of toolCalls)
    if (name.toLowerCase().includes(words)) tools.set(name, startSeq);
  for (const [name, seq] of [...tools].slice(0, PLACES))
    found.push(go(`go-tool-${name}`, TEXTS.chrome.goTool(name), seq, 'tools'));
  return found;
}

export function Palette() {
  const workspace = useWorkspace();
  const typed = useSignal('');
  const chosen = useSignal(0);
  const list = useRef<HTMLUListElement>(null);
  const close = () => (workspace.dialog.value = undefined);
  const actions = offeredActions(workspace).filter(({ id }) => id !== 'palette');
  const labels = new Set(actions.map(({ label }) => label));
  const offered = [
    ...actions,
    // Some actions are in the menu of an event, too.
    ...ofEvent(workspace).filter(({ label }) => !labels.has(label)),
    ...ofSettings(workspace),
  ]
    .filter(({ label, also = '' }) => matches(label, typed.value) || also.includes(typed.value.toLowerCase()))
    .sort((a, b) => rank(a.label, typed.value) - rank(b.label, typed.value));
  offered.unshift(...places(workspace, typed.value));
  const at = Math.min(chosen.value, offered.length - 1);
  const run = (action: PaletteEntry | undefined) => {
    if (action === undefined) return;
    close();
    // After the dialog has closed and the focus is restored.
    queueMicrotask(() => setTimeout(() => action.run(workspace)));
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [at, typed.value]);
  const move = (by: number) => () => {
    chosen.value = (at + by + offered.length) % Math.max(offered.length, 1);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleKey(event, 'palette', { run: () => run(offered[at]), next: move(1), previous: move(-1) });
  return (
    <Dialog label={TEXTS.actions.palette} class="palette" onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label={TEXTS.actions.palette}
        aria-expanded={true}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={offered[at] === undefined ? undefined : `palette-${offered[at].id}`}
        placeholder={TEXTS.chrome.paletteHint}
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      {/* Scrolled by the keys of the field: no stop of the Tab key. */}
      <ul id="palette-list" role="listbox" aria-label={TEXTS.actions.palette} ref={list} tabIndex={-1}>
        {offered.map((action, index) => (
          <li
            key={action.id}
            id={`palette-${action.id}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(action)}
          >
            <span>{action.label}</span>
            {action.keys[0] !== undefined && <kbd>{showKey(action.keys[0])}</kbd>}
          </li>
        ))}
      </ul>
      {offered.length === 0 && <p class="dim">{TEXTS.chrome.noAction}</p>}
    </Dialog>
  );
}
