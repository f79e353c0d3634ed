// The registries of the panel: ids and keys are unique where they can meet, texts are there, every key is in a registry.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ACTION_GROUPS, actions } from '@/components/app/actions';
import { dialogs } from '@/components/app/dialogs';
import { views } from '@/components/app/views';
import { columns } from '@/components/list/columns';
import { menus } from '@/components/menus/menus';
import { TEXTS } from '@/components/texts';
import {
  isActiveAt,
  isTextKey,
  isTypingKey,
  type LocalKey,
  localKeys,
  type ScopeName,
  scopes,
} from '@/components/ui/keys';

const COMPONENTS = join(import.meta.dirname, '../../components');

/** Files below components, with / between folders. */
function filesBelow(pattern: RegExp): readonly string[] {
  return readdirSync(COMPONENTS, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => pattern.test(name));
}

const SCOPES = Object.keys(scopes).filter((name): name is ScopeName => name in scopes);
const LOCAL: Readonly<Partial<Record<ScopeName, Readonly<Record<string, LocalKey>>>>> = localKeys;

/** Keys that have another meaning within a scope: the ids of the handlers, and the action that they replace. */
const REPLACED: Readonly<Record<string, readonly string[]>> = {
  'next-event': ['expand-row', 'calls.next', 'message.next', 'tabs.next', 'divider.more', 'border.more'],
  'previous-event': [
    'collapse-row',
    'calls.previous',
    'message.previous',
    'tabs.previous',
    'divider.less',
    'border.less',
  ],
  first: ['first-row', 'calls.first', 'message.first', 'tabs.first'],
  last: ['last-row', 'calls.last', 'message.last', 'tabs.last'],
  'next-state': ['overview.zoomOut'],
  fold: ['overview.right'],
  'next-match': ['find.next'],
  'previous-match': ['find.previous'],
  filter: ['view.find'],
  play: ['button.press'],
};

interface ActiveKey {
  readonly id: string;
  readonly key: string;
}

/** Handlers of the scope itself, and general handlers that are active in it. */
function keysAt(scope: ScopeName): readonly ActiveKey[] {
  const local = Object.entries(LOCAL[scope] ?? {}).flatMap(([id, { keys }]) =>
    keys.map((key) => ({ id: `${scope}.${id}`, key })),
  );
  const general = actions.flatMap(({ id, keys, scope: from }) =>
    keys
      .filter((key) => (from === 'list' ? scope === 'list' : isActiveAt(key, from, scope)))
      .map((key) => ({ id, key })),
  );
  return [...local, ...general];
}

/** Keys that two entries of a scope claim, and neither replaces the other. */
function conflictsAt(scope: ScopeName): string[] {
  const received = keysAt(scope);
  return received.flatMap((a, index) =>
    received
      .slice(index + 1)
      .filter((b) => a.key === b.key && !REPLACED[a.id]?.includes(b.id) && !REPLACED[b.id]?.includes(a.id))
      .map((b) => `${scope}: ${a.key} is ${a.id} and ${b.id}`),
  );
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

test('no key does two things in overlapping scopes', () => expect(SCOPES.flatMap(conflictsAt)).toEqual([]));

test('every replaced action and what replaces it exists', () => {
  const ids = new Set(SCOPES.flatMap(keysAt).map(({ id }) => id));
  const named = Object.entries(REPLACED).flatMap(([id, others]) => [id, ...others]);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('a key that a text field needs is never taken from it', () => {
  const fields = SCOPES.filter((name) => 'isText' in scopes[name]);
  expect(fields).toContain('text');
  for (const field of fields) {
    const own = Object.values(LOCAL[field] ?? {}).flatMap(({ keys }) => keys);
    expect(own.filter(isTypingKey), field).toEqual([]);
    const others = keysAt(field).filter(({ id }) => !id.startsWith(`${field}.`));
    expect(
      others.filter(({ key }) => isTextKey(key)),
      field,
    ).toEqual([]);
  }
});

test('keys that a text field needs never run an action', () => {
  const typed = ['a', 'z', '0', '/', '?', '.', ',', ' ', '+', 'Alt+l', 'Shift+a', 'ArrowLeft', 'Shift+Home'];
  const edited = ['Backspace', 'Mod+Backspace', 'Delete', 'Mod+a', 'Mod+c', 'Mod+v', 'Mod+x', 'Mod+z'];
  expect([...typed, ...edited, 'Mod+Shift+z'].filter((key) => !isTypingKey(key))).toEqual([]);
  expect(['Enter', 'Tab', 'Escape', 'ArrowDown', 'Shift+ArrowUp'].filter((key) => !isTextKey(key))).toEqual(
    [],
  );
  expect(['F3', 'Mod+k', 'Mod+f', 'Mod+Shift+g'].filter(isTextKey)).toEqual([]);
});

test('actions have unique ids, labels, and a group on the cheat sheet', () => {
  expect(repeated(actions.map(({ id }) => id))).toEqual([]);
  expect(repeated(actions.map(({ label }) => label))).toEqual([]);
  expect(actions.filter(({ label, group }) => label === '' || !ACTION_GROUPS.includes(group))).toEqual([]);
  expect(ACTION_GROUPS.filter((group) => TEXTS.chrome.actionGroups[group].length === 0)).toEqual([]);
});

test('every dialog that an action opens exists', () => {
  const files = [
    'app/actions.ts',
    'files/open.ts',
    '../lib/panel/export-choice.ts',
    'page-rules/rules-bar.tsx',
    'composer/run-start.ts',
  ].map((file) => readFileSync(join(COMPONENTS, file), 'utf8'));
  const opened = [...files.join('').matchAll(/(?:dialog\.value = |opens\()'([\w-]+)'/g)].map(
    (match) => match[1] ?? '',
  );
  expect([...new Set(opened)].sort()).toEqual([...dialogs.keys()].sort());
});

test('entries of menus have unique ids', () => {
  expect(repeated(Object.values(menus).flatMap((entries) => entries.map(({ id }) => id)))).toEqual([]);
  for (const [name, entries] of Object.entries(menus)) expect(entries.length, name).toBeGreaterThan(0);
});

test('views and columns have unique ids, names and content', () => {
  expect(repeated(views.map(({ id }) => id))).toEqual([]);
  expect(views.filter(({ label }) => label === '')).toEqual([]);
  expect(repeated(columns.map(({ id }) => id))).toEqual([]);
  expect(repeated(columns.map(({ rank }) => String(rank)))).toEqual([]);
  expect(columns.filter(({ id, label }) => TEXTS.chrome.columnName(id, label) === '')).toEqual([]);
});

test('every view has its own file, and every file is a view', () => {
  const files = readdirSync(join(COMPONENTS, 'views')).filter((name) => name.endsWith('.tsx'));
  expect(files.map((name) => name.replace('.tsx', '')).sort()).toEqual(views.map(({ id }) => id).sort());
});

test('every style sheet is listed or loaded by its module', () => {
  const listed = readFileSync(join(COMPONENTS, 'styles/styles.ts'), 'utf8');
  const importOf = (name: string) =>
    name.startsWith('styles/') ? name.replace('styles', '.') : `../${name}`;
  const comesAlong = (name: string): boolean =>
    filesBelow(/-dialog\.tsx$/)
      .filter((file) => dirname(file) === dirname(name))
      .some((file) => readFileSync(join(COMPONENTS, file), 'utf8').includes(`'./${basename(name)}'`));
  const lost = filesBelow(/\.css$/).filter(
    (name) => !listed.includes(`'${importOf(name)}'`) && !comesAlong(name),
  );
  expect(lost).toEqual([]);
});

test('keys are handled through the registries only', () => {
  const readsKey = /\bevent\.(key|code|keyCode)\b|\{[^}]*\b(key|code)\b[^}]*\}: KeyboardEvent/;
  const readers = filesBelow(/\.tsx?$/)
    .filter((name) => name !== 'ui/keys.ts')
    .filter((name) => readsKey.test(readFileSync(join(COMPONENTS, name), 'utf8')));
  expect(readers).toEqual([]);
});
