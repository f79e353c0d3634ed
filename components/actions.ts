// REGISTRY of what the panel can do by a key or by name: one list for the keyboard, the palette and the cheat sheet.
import { formats } from '@/lib/files/formats';
import type { Format } from '@/lib/files/types';
import { goToOtherEnd, type StepKind, stepBookmark, stepBy, stepMatch } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
import type { Workspace } from '@/lib/session/workspace';
import { exportAs } from './files';
import { TEXTS } from './texts';
import { views } from './views';

/** Headings of the cheat sheet, in their order. */
export const ACTION_GROUPS = ['move', 'play', 'find', 'views', 'recording', 'panel'] as const;

/** Something that can be done. */
export interface Action {
  readonly id: string;
  readonly label: string;
  readonly group: (typeof ACTION_GROUPS)[number];
  /** Keys as `keyOf` names them. */
  readonly keys: readonly string[];
  /** True where the keys also work while somebody types. */
  readonly isGlobal?: true;
  run(workspace: Workspace): void;
}

const sessionOf = (workspace: Workspace): Session => workspace.shown.value.session;

function step(direction: 1 | -1, kind: StepKind, keys: readonly string[]): Action {
  return {
    id: `${direction === 1 ? 'next' : 'previous'}-${kind}`,
    label: TEXTS.step(direction, kind),
    group: 'move',
    keys,
    run: (workspace) => stepBy(sessionOf(workspace), direction, kind),
  };
}

function steps(kind: StepKind, key: string, more: readonly [string[], string[]] = [[], []]): Action[] {
  return [step(1, kind, [key, ...more[0]]), step(-1, kind, [`Shift+${key}`, ...more[1]])];
}

/** Puts the caret into the element that is marked with a name. */
function focus(name: string): void {
  const element = document.querySelector<HTMLElement>(`[data-focus="${name}"]`);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

/** Everything, in the order of the cheat sheet. */
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
    label: TEXTS.otherEnd,
    group: 'move',
    keys: ['m'],
    run: (workspace) => goToOtherEnd(sessionOf(workspace)),
  },
  {
    id: 'bookmark',
    label: TEXTS.toggleBookmark,
    group: 'move',
    keys: ['b'],
    run: (workspace) =>
      sessionOf(workspace).annotations.toggleBookmark(sessionOf(workspace).cursor.seq.value),
  },
  {
    id: 'next-bookmark',
    label: TEXTS.stepBookmark(1),
    group: 'move',
    keys: ['.'],
    run: (workspace) => stepBookmark(sessionOf(workspace), 1),
  },
  {
    id: 'previous-bookmark',
    label: TEXTS.stepBookmark(-1),
    group: 'move',
    keys: [','],
    run: (workspace) => stepBookmark(sessionOf(workspace), -1),
  },
  {
    id: 'first',
    label: TEXTS.first,
    group: 'move',
    keys: ['Home'],
    run: (workspace) => sessionOf(workspace).cursor.goTo(0),
  },
  {
    id: 'last',
    label: TEXTS.last,
    group: 'move',
    keys: ['End'],
    run: (workspace) => sessionOf(workspace).cursor.goTo(sessionOf(workspace).log.length - 1),
  },
  {
    id: 'live',
    label: TEXTS.liveTitle,
    group: 'move',
    keys: ['l'],
    run(workspace) {
      const session = sessionOf(workspace);
      session.cursor.boundary.value = undefined;
      session.cursor.at.value = 'live';
    },
  },
  {
    id: 'play',
    label: TEXTS.playPause,
    group: 'play',
    keys: [' '],
    run(workspace) {
      const { playback } = workspace.shown.value;
      if (playback.playing.value) playback.pause();
      else playback.play();
    },
  },
  {
    id: 'filter',
    label: TEXTS.focusFilter,
    group: 'find',
    keys: ['Mod+f', '/'],
    isGlobal: true,
    run: () => focus('filter'),
  },
  {
    id: 'next-match',
    label: TEXTS.stepMatch(1),
    group: 'find',
    keys: ['F3', 'Mod+g'],
    isGlobal: true,
    run: (workspace) => stepMatch(sessionOf(workspace), 1),
  },
  {
    id: 'previous-match',
    label: TEXTS.stepMatch(-1),
    group: 'find',
    keys: ['Shift+F3', 'Mod+Shift+g'],
    isGlobal: true,
    run: (workspace) => stepMatch(sessionOf(workspace), -1),
  },
  {
    id: 'hide',
    label: TEXTS.toggleHiding,
    group: 'find',
    keys: ['h'],
    run(workspace) {
      const { isHiding } = sessionOf(workspace).filter;
      isHiding.value = !isHiding.value;
    },
  },
  {
    id: 'fold',
    label: TEXTS.toggleFolding,
    group: 'find',
    keys: ['d'],
    run({ settings }) {
      settings.change({ isFolded: !settings.values.value.isFolded });
    },
  },
  ...views.map(
    ({ id, label }, index): Action => ({
      id: `view-${id}`,
      label: TEXTS.showView(label),
      group: 'views',
      keys: [String(index + 1)],
      run(workspace) {
        workspace.view.value = id;
      },
    }),
  ),
  {
    id: 'overview',
    label: TEXTS.toggleOverview,
    group: 'views',
    keys: ['o'],
    run({ settings }) {
      settings.change({ hasOverview: !settings.values.value.hasOverview });
    },
  },
  {
    id: 'list',
    label: TEXTS.focusList,
    group: 'views',
    keys: ['e'],
    run: () => focus('list'),
  },
  {
    id: 'record',
    label: TEXTS.toggleRecording,
    group: 'recording',
    keys: ['Mod+e'],
    isGlobal: true,
    run: (workspace) => workspace.setRecording(!workspace.recording.value),
  },
  {
    id: 'clear',
    label: TEXTS.clearLong,
    group: 'recording',
    keys: ['Mod+l'],
    isGlobal: true,
    run: (workspace) => workspace.clear(),
  },
  {
    id: 'preserve',
    label: TEXTS.togglePreserved,
    group: 'recording',
    keys: ['p'],
    run({ settings }) {
      settings.change({ isPreserved: !settings.values.value.isPreserved });
    },
  },
  {
    id: 'import',
    label: TEXTS.importLong,
    group: 'recording',
    keys: ['Mod+o'],
    isGlobal: true,
    run: () => document.querySelector<HTMLElement>('[data-focus="import"]')?.click(),
  },
  ...(formats as readonly Format[])
    .filter(({ write }) => write !== undefined)
    .map(
      ({ id, label }): Action => ({
        id: `export-${id}`,
        label: TEXTS.exportAs(label),
        group: 'recording',
        keys: [],
        run: (workspace) => void exportAs(workspace, id),
      }),
    ),
  {
    id: 'palette',
    label: TEXTS.palette,
    group: 'panel',
    keys: ['Mod+k'],
    isGlobal: true,
    run(workspace) {
      workspace.dialog.value = 'palette';
    },
  },
  {
    id: 'shortcuts',
    label: TEXTS.shortcuts,
    group: 'panel',
    keys: ['?'],
    run(workspace) {
      workspace.dialog.value = 'shortcuts';
    },
  },
  {
    id: 'settings',
    label: TEXTS.settings,
    group: 'panel',
    keys: ['Mod+,'],
    run(workspace) {
      workspace.dialog.value = 'settings';
    },
  },
];

const byKey: ReadonlyMap<string, Action> = new Map(
  actions.flatMap((action) => action.keys.map((key) => [key, action] as const)),
);

/** Name of the key that an event is about: modifiers in the order Mod, Alt, Shift. Mod is Ctrl, on a Mac also ⌘. */
export function keyOf(event: KeyboardEvent): string {
  const { key } = event;
  // A letter says by itself whether Shift is down, a sign like ? needs it on some keyboards only.
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isLetter = key.length > 1 || key.toLowerCase() !== key.toUpperCase();
  const mods = [
    event.ctrlKey || event.metaKey ? 'Mod' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey && isLetter ? 'Shift' : '',
  ];
  return [...mods.filter(Boolean), name].join('+');
}

/** The action of a key, and whether it also works while somebody types. */
export function actionOf(key: string): Action | undefined {
  return byKey.get(key);
}
