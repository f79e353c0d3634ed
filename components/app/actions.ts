// Registry of actions for the keyboard, the palette and the cheat sheet.
import { writtenFormats } from '@/lib/core/files/format-facts';
import { openExport } from '@/lib/panel/export-choice';
import {
  goToOtherEnd,
  openGroup,
  type StepKind,
  stepAnyRow,
  stepBookmark,
  stepBy,
  stepMatch,
  stepRows,
} from '@/lib/panel/navigate';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';
import { compose } from '../composer/run-start';
import { clear } from '../files/open';
import { TEXTS } from '../texts';
import { findOf } from '../ui/find';
import { isActiveAt, keyOf, scopeOf } from '../ui/keys';
import { isLive } from './context';
import { actOnNotice, goLive } from './notices';
import { views } from './views';

/** Headings of the cheat sheet, in their order. */
export const ACTION_GROUPS = ['move', 'list', 'play', 'find', 'views', 'recording', 'panel'] as const;

export interface Action {
  readonly id: string;
  readonly label: string;
  /** Other words that find it in the palette. */
  readonly also?: string;
  readonly group: (typeof ACTION_GROUPS)[number];
  /** Keys as `keyOf` names them. */
  readonly keys: readonly string[];
  /** Scope of the keys; `global` keys also work in text fields, unless the field uses them. */
  readonly scope: 'global' | 'panel' | 'list';
  /** Requires an inspected page (`tab`), or its session on screen (`page`). */
  readonly needs?: 'tab' | 'page';
  run(workspace: Workspace): void;
}

const words = TEXTS.actions;

const sessionOf = (workspace: Workspace): Session => workspace.current.value.session;

const inSession =
  (run: (session: Session) => void): Action['run'] =>
  (workspace) =>
    run(sessionOf(workspace));

const opens =
  (dialog: string): Action['run'] =>
  (workspace) => {
    workspace.dialog.value = dialog;
  };

const toggles =
  (flag: 'isFolded' | 'hasOverview' | 'isPaired' | 'isPreserved'): Action['run'] =>
  ({ settings }) =>
    settings.change({ [flag]: !settings.values.value[flag] });

const makesRule =
  (name: 'serveSession' | 'serveShown' | 'failRequests' | 'changeEvents' | 'holdEvents'): Action['run'] =>
  (workspace) =>
    void import('../page-rules/make-rules').then((rules) => rules[name](workspace));

/** By default without keys, and for the whole panel. */
type ActionEntry = Pick<Action, 'id' | 'label' | 'run'> & Partial<Action>;

const inGroup = (group: Action['group'], entries: readonly ActionEntry[]): readonly Action[] =>
  entries.map((entry) => ({ group, keys: [], scope: 'panel', ...entry }));

function step(direction: 1 | -1, kind: StepKind, keys: readonly string[]): ActionEntry {
  const name = direction === 1 ? 'next' : 'previous';
  return {
    id: `${name}-${kind}`,
    label: words[name][kind],
    keys,
    run: (workspace) =>
      stepBy(sessionOf(workspace), direction, {
        kind,
        hiddenSeverities: workspace.settings.values.value.hiddenSeverities,
      }),
  };
}

function steps(kind: StepKind, key: string, more: readonly [string[], string[]] = [[], []]): ActionEntry[] {
  return [step(1, kind, [key, ...more[0]]), step(-1, kind, [`Shift+${key}`, ...more[1]])];
}

const PAGE = 20;

function rowCount({ list }: Session): number {
  return list.shown.value.rows.length;
}

function row(id: keyof typeof words.rowActions, key: string, run: (session: Session) => void): ActionEntry {
  return { id, label: words.rowActions[id], keys: [key], scope: 'list', run: inSession(run) };
}

function focus(name: string): void {
  const element = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

const moves: readonly ActionEntry[] = [
  step(1, 'event', ['ArrowDown', 'ArrowRight', 'j']),
  step(-1, 'event', ['ArrowUp', 'ArrowLeft', 'k']),
  ...steps('state', 's', [
    ['Shift+ArrowDown', 'Shift+ArrowRight'],
    ['Shift+ArrowUp', 'Shift+ArrowLeft'],
  ]),
  ...steps('message', 'c'),
  ...steps('tool', 't'),
  ...steps('run', 'r'),
  ...steps('finding', 'f'),
  { id: 'other-end', label: words.otherEnd, keys: ['m'], run: inSession(goToOtherEnd) },
  {
    id: 'bookmark',
    label: words.toggleBookmark,
    keys: ['b'],
    run: inSession(({ annotations, cursor }) => annotations.toggleBookmark(cursor.seq.value)),
  },
  {
    id: 'next-bookmark',
    label: words.stepBookmark(1),
    keys: ['.'],
    run: inSession((session) => stepBookmark(session, 1)),
  },
  {
    id: 'previous-bookmark',
    label: words.stepBookmark(-1),
    keys: [','],
    run: inSession((session) => stepBookmark(session, -1)),
  },
  { id: 'first', label: words.first, keys: ['Home'], run: inSession(({ cursor }) => cursor.goTo(0)) },
  {
    id: 'last',
    label: words.last,
    keys: ['End'],
    run(workspace) {
      const { cursor, log } = sessionOf(workspace);
      // In a file, a request may have failed after the last event.
      if (isLive(workspace)) cursor.goTo(log.length - 1);
      else goLive(workspace);
    },
  },
  { id: 'live', label: words.liveTitle, keys: ['l'], run: goLive },
];

const rowActions: readonly ActionEntry[] = [
  row('next-row', 'Alt+ArrowDown', (session) => stepAnyRow(session, 1)),
  row('previous-row', 'Alt+ArrowUp', (session) => stepAnyRow(session, -1)),
  row(
    'expand-row',
    'ArrowRight',
    (session) => openGroup(session, true) || stepBy(session, 1, { kind: 'event' }),
  ),
  row(
    'collapse-row',
    'ArrowLeft',
    (session) => openGroup(session, false) || stepBy(session, -1, { kind: 'event' }),
  ),
  row('toggle-row', 'Enter', (session) => openGroup(session, true) || openGroup(session, false)),
  row('page-down', 'PageDown', (session) => stepRows(session, PAGE)),
  row('page-up', 'PageUp', (session) => stepRows(session, -PAGE)),
  row('first-row', 'Home', (session) => stepRows(session, -rowCount(session))),
  row('last-row', 'End', (session) => stepRows(session, rowCount(session))),
];

const searches: readonly ActionEntry[] = [
  {
    id: 'filter',
    label: words.focusFilter,
    keys: ['Mod+f', '/'],
    scope: 'global',
    run: () => focus('filter'),
  },
  {
    id: 'find',
    label: words.findInView,
    // Within a view, this action has the key of the filter.
    run() {
      const view = document.getElementById('view');
      if (view !== null) findOf(view)?.open();
    },
  },
  {
    id: 'next-match',
    label: words.stepMatch(1),
    keys: ['F3', 'Mod+g'],
    scope: 'global',
    run: inSession((session) => stepMatch(session, 1)),
  },
  {
    id: 'previous-match',
    label: words.stepMatch(-1),
    keys: ['Shift+F3', 'Mod+Shift+g'],
    scope: 'global',
    run: inSession((session) => stepMatch(session, -1)),
  },
  {
    id: 'hide',
    label: words.toggleHiding,
    keys: ['h'],
    run: inSession(({ filter: { isHiding } }) => {
      isHiding.value = !isHiding.value;
    }),
  },
  { id: 'fold', label: words.toggleFolding, keys: ['d'], run: toggles('isFolded') },
];

const ruleActions: readonly ActionEntry[] = [
  {
    id: 'serve',
    label: TEXTS.rules.serveRecording,
    also: 'replay mock',
    run: makesRule('serveSession'),
  },
  { id: 'serve-shown', label: TEXTS.rules.serveShown, run: makesRule('serveShown') },
  { id: 'serve-events', label: TEXTS.rules.serveEvents, run: opens('serve') },
  { id: 'fail', label: TEXTS.rules.failRequests, run: makesRule('failRequests') },
  { id: 'change', label: TEXTS.rules.changeEvents, run: makesRule('changeEvents') },
  { id: 'hold', label: TEXTS.rules.holdEvents, run: makesRule('holdEvents') },
  {
    id: 'go-on',
    label: words.goOn,
    keys: ['F8'],
    scope: 'global',
    run: ({ host }) => host.pageRules?.resume({ kind: 'forward' }),
  },
  {
    id: 'go-on-one',
    label: words.goOnOne,
    keys: ['F10'],
    scope: 'global',
    run: ({ host }) => host.pageRules?.resume({ kind: 'next' }),
  },
  { id: 'rules', label: TEXTS.rules.show, run: opens('rules') },
];

const recordings: readonly ActionEntry[] = [
  {
    id: 'record',
    label: words.toggleRecording,
    keys: ['Mod+e'],
    scope: 'global',
    needs: 'page',
    run: (workspace) => workspace.setRecording(!workspace.recording.value),
  },
  { id: 'clear', label: words.clearLong, keys: ['Mod+l'], scope: 'global', run: clear },
  // The button of the notice is far from the list by Tab, and disappears soon.
  { id: 'undo', label: words.undo, keys: ['Mod+z'], scope: 'global', run: actOnNotice },
  { id: 'preserve', label: words.togglePreserved, keys: ['p'], needs: 'page', run: toggles('isPreserved') },
  ...ruleActions.map((entry): ActionEntry => ({ ...entry, needs: 'tab' })),
  {
    id: 'run-new',
    label: TEXTS.runFrom.toUrl,
    needs: 'page',
    run: (workspace) => compose(workspace, { stream: undefined, seq: undefined }),
  },
  {
    id: 'what-if',
    label: TEXTS.rules.whatIfHere,
    run(workspace) {
      sessionOf(workspace).choices.brokenRun.value = undefined;
      workspace.dialog.value = 'what-if';
    },
  },
  {
    id: 'import',
    label: words.importLong,
    keys: ['Mod+o'],
    scope: 'global',
    run: () => document.querySelector<HTMLElement>('[data-focus="import"]')?.click(),
  },
  {
    id: 'library',
    label: words.library,
    keys: ['Mod+s'],
    scope: 'global',
    run({ dialog, host }) {
      if (host.library !== undefined) dialog.value = 'library';
    },
  },
  { id: 'export', label: words.export, run: (workspace) => openExport(workspace) },
  ...writtenFormats.map(
    ({ id, label }): ActionEntry => ({
      id: `export-${id}`,
      label: words.exportAs(label),
      run: (workspace) => openExport(workspace, id),
    }),
  ),
];

/** In the order of the cheat sheet. */
export const actions: readonly Action[] = [
  ...inGroup('move', moves),
  ...inGroup('list', rowActions),
  ...inGroup('play', [
    {
      id: 'play',
      label: words.playPause,
      keys: [' '],
      run(workspace) {
        const { playback } = workspace.current.value;
        if (playback.playing.value) playback.pause();
        else playback.play();
      },
    },
  ]),
  ...inGroup('find', searches),
  ...inGroup('views', [
    ...views.map(
      ({ id, label }, index): ActionEntry => ({
        id: `view-${id}`,
        label: words.showView(label),
        ...(id === 'run' && { also: 'compare runs, interrupts, cost' }),
        keys: [String(index + 1)],
        run(workspace) {
          workspace.view.value = id;
        },
      }),
    ),
    { id: 'overview', label: words.toggleOverview, keys: ['o'], run: toggles('hasOverview') },
    { id: 'pair', label: words.togglePair, keys: ['v'], run: toggles('isPaired') },
    { id: 'list', label: words.focusList, keys: ['e'], run: () => focus('list') },
  ]),
  ...inGroup('recording', recordings),
  ...inGroup('panel', [
    { id: 'palette', label: words.palette, keys: ['Mod+k'], scope: 'global', run: opens('palette') },
    { id: 'shortcuts', label: words.shortcuts, keys: ['?'], run: opens('shortcuts') },
    { id: 'settings', label: words.settings, keys: ['Mod+,'], run: opens('settings') },
  ]),
];

export function offeredActions(workspace: Workspace): readonly Action[] {
  const { hasPage } = workspace.host;
  const has = { tab: hasPage, page: hasPage && isLive(workspace) } as const;
  return actions.filter(({ needs }) => needs === undefined || has[needs]);
}

export function runKey(event: KeyboardEvent, workspace: Workspace, scope: Action['scope']): void {
  if (event.defaultPrevented || event.isComposing) return;
  const { target } = event;
  // Keys typed while a dialog loads belong to the dialog.
  if (workspace.dialog.value !== undefined && !(target instanceof Element && target.closest('dialog')))
    return;
  const key = keyOf(event);
  const at = scopeOf(target);
  const action = offeredActions(workspace).find(
    (each) =>
      each.keys.includes(key) &&
      (each.scope === 'list') === (scope === 'list') &&
      // On a button in a row, Enter and Space press the button.
      isActiveAt(key, each.scope === 'list' ? 'panel' : each.scope, at),
  );
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  action.run(workspace);
}
