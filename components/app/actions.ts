// Registry of actions for the keyboard, the palette and the cheat sheet.
import { writtenFormats } from '@/lib/core/files/format-facts';
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
import { openExport } from '../files/export-choice';
import { clear } from '../files/open';
import { compose } from '../rules/run-start';
import { TEXTS } from '../texts';
import { findOf } from '../ui/find';
import { isHeard, keyOf, scopeOf } from '../ui/keys';
import { isLive } from './context';
import { actOnNotice, goLive } from './notices';
import { views } from './views';

/** Headings of the cheat sheet, in their order. */
export const ACTION_GROUPS = ['move', 'list', 'play', 'find', 'views', 'recording', 'panel'] as const;

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly group: (typeof ACTION_GROUPS)[number];
  /** Keys as `keyOf` names them. */
  readonly keys: readonly string[];
  /** Scope of the keys; `global` keys also work in text fields, unless the field uses them. */
  readonly scope: 'global' | 'panel' | 'list';
  /** An inspected page; or that its session, or any that grows, is on screen. */
  readonly needs?: 'tab' | 'page' | 'live';
  /** Ids of actions with the same keys in other scopes. */
  readonly insteadOf?: readonly string[];
  run(workspace: Workspace): void;
}

const loadRules = () => import('../rules/make-rules');

const sessionOf = (workspace: Workspace): Session => workspace.current.value.session;

function step(direction: 1 | -1, kind: StepKind, keys: readonly string[]): Action {
  return {
    id: `${direction === 1 ? 'next' : 'previous'}-${kind}`,
    label: TEXTS.actions[direction === 1 ? 'next' : 'previous'][kind],
    group: 'move',
    keys,
    scope: 'panel',
    run: (workspace) => stepBy(sessionOf(workspace), direction, kind),
  };
}

function steps(kind: StepKind, key: string, more: readonly [string[], string[]] = [[], []]): Action[] {
  return [step(1, kind, [key, ...more[0]]), step(-1, kind, [`Shift+${key}`, ...more[1]])];
}

const PAGE = 20;

function rowCount({ list }: Session): number {
  return list.shown.value.rows.length;
}

function row(
  id: keyof typeof TEXTS.actions.rowActions,
  keys: readonly string[],
  run: (session: Session) => void,
): Action {
  const label = TEXTS.actions.rowActions[id];
  return { id, label, group: 'list', keys, scope: 'list', run: (workspace) => run(sessionOf(workspace)) };
}

function focus(name: string): void {
  const element = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

const rowActions: readonly Action[] = [
  row('next-row', ['Alt+ArrowDown'], (session) => stepAnyRow(session, 1)),
  row('previous-row', ['Alt+ArrowUp'], (session) => stepAnyRow(session, -1)),
  {
    ...row(
      'expand-row',
      ['ArrowRight'],
      (session) => openGroup(session, true) || stepBy(session, 1, 'event'),
    ),
    insteadOf: ['next-event'],
  },
  {
    ...row(
      'collapse-row',
      ['ArrowLeft'],
      (session) => openGroup(session, false) || stepBy(session, -1, 'event'),
    ),
    insteadOf: ['previous-event'],
  },
  row('toggle-row', ['Enter'], (session) => openGroup(session, true) || openGroup(session, false)),
  row('page-down', ['PageDown'], (session) => stepRows(session, PAGE)),
  row('page-up', ['PageUp'], (session) => stepRows(session, -PAGE)),
  { ...row('first-row', ['Home'], (session) => stepRows(session, -rowCount(session))), insteadOf: ['first'] },
  { ...row('last-row', ['End'], (session) => stepRows(session, rowCount(session))), insteadOf: ['last'] },
];

/** In the order of the cheat sheet. */
export const actions: readonly Action[] = [
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
  {
    id: 'other-end',
    label: TEXTS.actions.otherEnd,
    group: 'move',
    keys: ['m'],
    scope: 'panel',
    run: (workspace) => goToOtherEnd(sessionOf(workspace)),
  },
  {
    id: 'bookmark',
    label: TEXTS.actions.toggleBookmark,
    group: 'move',
    keys: ['b'],
    scope: 'panel',
    run: (workspace) =>
      sessionOf(workspace).annotations.toggleBookmark(sessionOf(workspace).cursor.seq.value),
  },
  {
    id: 'next-bookmark',
    label: TEXTS.actions.stepBookmark(1),
    group: 'move',
    keys: ['.'],
    scope: 'panel',
    run: (workspace) => stepBookmark(sessionOf(workspace), 1),
  },
  {
    id: 'previous-bookmark',
    label: TEXTS.actions.stepBookmark(-1),
    group: 'move',
    keys: [','],
    scope: 'panel',
    run: (workspace) => stepBookmark(sessionOf(workspace), -1),
  },
  {
    id: 'first',
    label: TEXTS.actions.first,
    group: 'move',
    keys: ['Home'],
    scope: 'panel',
    run: (workspace) => sessionOf(workspace).cursor.goTo(0),
  },
  {
    id: 'last',
    label: TEXTS.actions.last,
    group: 'move',
    keys: ['End'],
    scope: 'panel',
    run: (workspace) => sessionOf(workspace).cursor.goTo(sessionOf(workspace).log.length - 1),
  },
  {
    id: 'live',
    label: TEXTS.actions.liveTitle,
    group: 'move',
    keys: ['l'],
    scope: 'panel',
    needs: 'live',
    run: goLive,
  },
  ...rowActions,
  {
    id: 'play',
    label: TEXTS.actions.playPause,
    group: 'play',
    keys: [' '],
    scope: 'panel',
    run(workspace) {
      const { playback } = workspace.current.value;
      if (playback.playing.value) playback.pause();
      else playback.play();
    },
  },
  {
    id: 'filter',
    label: TEXTS.actions.focusFilter,
    group: 'find',
    keys: ['Mod+f', '/'],
    scope: 'global',
    run: () => focus('filter'),
  },
  {
    id: 'find',
    label: TEXTS.actions.findInView,
    group: 'find',
    // In a view, the key of the filter.
    keys: [],
    scope: 'panel',
    run() {
      const view = document.getElementById('view');
      if (view !== null) findOf(view)?.open();
    },
  },
  {
    id: 'next-match',
    label: TEXTS.actions.stepMatch(1),
    group: 'find',
    keys: ['F3', 'Mod+g'],
    scope: 'global',
    run: (workspace) => stepMatch(sessionOf(workspace), 1),
  },
  {
    id: 'previous-match',
    label: TEXTS.actions.stepMatch(-1),
    group: 'find',
    keys: ['Shift+F3', 'Mod+Shift+g'],
    scope: 'global',
    run: (workspace) => stepMatch(sessionOf(workspace), -1),
  },
  {
    id: 'hide',
    label: TEXTS.actions.toggleHiding,
    group: 'find',
    keys: ['h'],
    scope: 'panel',
    run(workspace) {
      const { isHiding } = sessionOf(workspace).filter;
      isHiding.value = !isHiding.value;
    },
  },
  {
    id: 'fold',
    label: TEXTS.actions.toggleFolding,
    group: 'find',
    keys: ['d'],
    scope: 'panel',
    run({ settings }) {
      settings.change({ isFolded: !settings.values.value.isFolded });
    },
  },
  ...views.map(
    ({ id, label }, index): Action => ({
      id: `view-${id}`,
      label: TEXTS.actions.showView(label),
      group: 'views',
      keys: [String(index + 1)],
      scope: 'panel',
      run(workspace) {
        workspace.view.value = id;
      },
    }),
  ),
  {
    id: 'overview',
    label: TEXTS.actions.toggleOverview,
    group: 'views',
    keys: ['o'],
    scope: 'panel',
    run({ settings }) {
      settings.change({ hasOverview: !settings.values.value.hasOverview });
    },
  },
  {
    id: 'pair',
    label: TEXTS.actions.togglePair,
    group: 'views',
    keys: ['v'],
    scope: 'panel',
    run({ settings }) {
      settings.change({ isPaired: !settings.values.value.isPaired });
    },
  },
  {
    id: 'list',
    label: TEXTS.actions.focusList,
    group: 'views',
    keys: ['e'],
    scope: 'panel',
    run: () => focus('list'),
  },
  {
    id: 'record',
    label: TEXTS.actions.toggleRecording,
    group: 'recording',
    keys: ['Mod+e'],
    scope: 'global',
    needs: 'page',
    run: (workspace) => workspace.setRecording(!workspace.recording.value),
  },
  {
    id: 'clear',
    label: TEXTS.actions.clearLong,
    group: 'recording',
    keys: ['Mod+l'],
    scope: 'global',
    run: clear,
  },
  {
    id: 'undo',
    label: TEXTS.actions.undo,
    group: 'recording',
    // The notice that offers it is far from the list for the Tab key, and soon gone.
    keys: ['Mod+z'],
    scope: 'global',
    run: actOnNotice,
  },
  {
    id: 'preserve',
    label: TEXTS.actions.togglePreserved,
    group: 'recording',
    keys: ['p'],
    scope: 'panel',
    needs: 'page',
    run({ settings }) {
      settings.change({ isPreserved: !settings.values.value.isPreserved });
    },
  },
  {
    id: 'serve',
    label: TEXTS.rules.serveRecording,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run: (workspace) => void loadRules().then(({ serveSession }) => serveSession(workspace)),
  },
  {
    id: 'serve-shown',
    label: TEXTS.rules.serveShown,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run: (workspace) => void loadRules().then(({ serveShown }) => serveShown(workspace)),
  },
  {
    id: 'serve-events',
    label: TEXTS.rules.serveEvents,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run({ dialog }) {
      dialog.value = 'serve';
    },
  },
  {
    id: 'fail',
    label: TEXTS.rules.failRequests,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run: (workspace) => void loadRules().then(({ failRequests }) => failRequests(workspace)),
  },
  {
    id: 'change',
    label: TEXTS.rules.changeEvents,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run: (workspace) => void loadRules().then(({ changeEvents }) => changeEvents(workspace)),
  },
  {
    id: 'hold',
    label: TEXTS.rules.holdEvents,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run: (workspace) => void loadRules().then(({ holdEvents }) => holdEvents(workspace)),
  },
  {
    id: 'go-on',
    label: TEXTS.actions.goOn,
    group: 'recording',
    keys: ['F8'],
    scope: 'global',
    needs: 'tab',
    run: ({ host }) => host.pageRules?.resume({ kind: 'forward' }),
  },
  {
    id: 'go-on-one',
    label: TEXTS.actions.goOnOne,
    group: 'recording',
    keys: ['F10'],
    scope: 'global',
    needs: 'tab',
    run: ({ host }) => host.pageRules?.resume({ kind: 'next' }),
  },
  {
    id: 'rules',
    label: TEXTS.rules.show,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'tab',
    run({ dialog }) {
      dialog.value = 'rules';
    },
  },
  {
    id: 'run-new',
    label: TEXTS.runFrom.toUrl,
    group: 'recording',
    keys: [],
    scope: 'panel',
    needs: 'page',
    run: (workspace) => compose(workspace, { stream: undefined, seq: undefined }),
  },
  {
    id: 'what-if',
    label: TEXTS.rules.whatIfHere,
    group: 'recording',
    keys: [],
    scope: 'panel',
    run(workspace) {
      sessionOf(workspace).choices.brokenRun.value = undefined;
      workspace.dialog.value = 'what-if';
    },
  },
  {
    id: 'import',
    label: TEXTS.actions.importLong,
    group: 'recording',
    keys: ['Mod+o'],
    scope: 'global',
    run: () => document.querySelector<HTMLElement>('[data-focus="import"]')?.click(),
  },
  {
    id: 'library',
    label: TEXTS.actions.library,
    group: 'recording',
    keys: ['Mod+s'],
    scope: 'global',
    run({ dialog, host }) {
      if (host.library !== undefined) dialog.value = 'library';
    },
  },
  {
    id: 'export',
    label: TEXTS.actions.export,
    group: 'recording',
    keys: [],
    scope: 'panel',
    run: (workspace) => openExport(workspace),
  },
  ...writtenFormats.map(
    ({ id, label }): Action => ({
      id: `export-${id}`,
      label: TEXTS.actions.exportAs(label),
      group: 'recording',
      keys: [],
      scope: 'panel',
      run: (workspace) => openExport(workspace, id),
    }),
  ),
  {
    id: 'palette',
    label: TEXTS.actions.palette,
    group: 'panel',
    keys: ['Mod+k'],
    scope: 'global',
    run(workspace) {
      workspace.dialog.value = 'palette';
    },
  },
  {
    id: 'shortcuts',
    label: TEXTS.actions.shortcuts,
    group: 'panel',
    keys: ['?'],
    scope: 'panel',
    run(workspace) {
      workspace.dialog.value = 'shortcuts';
    },
  },
  {
    id: 'settings',
    label: TEXTS.actions.settings,
    group: 'panel',
    keys: ['Mod+,'],
    scope: 'panel',
    run(workspace) {
      workspace.dialog.value = 'settings';
    },
  },
];

export function offeredActions(workspace: Workspace): readonly Action[] {
  const isGrowing = isLive(workspace);
  const { hasPage } = workspace.host;
  const has = { tab: hasPage, page: hasPage && isGrowing, live: isGrowing } as const;
  return actions.filter(({ needs }) => needs === undefined || has[needs]);
}

export function runKey(event: KeyboardEvent, workspace: Workspace, scope: Action['scope']): void {
  if (event.defaultPrevented || event.isComposing) return;
  const { target } = event;
  // A dialog that still loads: what is typed is meant for it.
  if (workspace.dialog.value !== undefined && !(target instanceof Element && target.closest('dialog')))
    return;
  const key = keyOf(event);
  const at = scopeOf(target);
  const action = offeredActions(workspace).find(
    (each) =>
      each.keys.includes(key) &&
      (each.scope === 'list') === (scope === 'list') &&
      // A button in a row is pressed by keys of the list.
      isHeard(key, each.scope === 'list' ? 'panel' : each.scope, at),
  );
  if (action === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  action.run(workspace);
}
