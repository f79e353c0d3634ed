// The library: what is on screen is saved and opens as it was, lists are found, sorted and used by keys, and nothing is
// gone that can be undone.
import fc from 'fast-check';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { compressed } from '@/components/files/compress-blob';
import { importText } from '@/components/files/open';
import { factsOf } from '@/components/library/facts';
import { foundRows, sortedRows, tagsIn } from '@/components/library/rows';
import { keepFocus } from '@/components/ui/keep-focus';
import { formats } from '@/lib/core/files/formats';
import { sourceOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { createLog } from '@/lib/core/log/log';
import { one, setValue, textsOf } from '../support/dom';
import { fakeLibrary, recent, saved } from '../support/library';
import { sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { STOCK_REQUEST, sampleRun } from '../support/sessions';

const REQUEST = {
  ...STOCK_REQUEST,
  messages: [{ id: 'u1', role: 'user', content: 'What is the\nweather in London?' }],
};

let panel: TestPanel | undefined;
async function opened(
  fake = fakeLibrary(),
  host: Parameters<typeof showPanel>[1] = {},
): Promise<TestPanel & { text(): string; list(): HTMLElement; names(): readonly string[] }> {
  const shown = await showPanel(sampleRun(), {
    request: REQUEST,
    host: { library: () => Promise.resolve(fake.library), ...host.host },
  });
  panel = shown;
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.library-list') !== null);
  const dialog = () => shown.find('dialog', 'Library');
  return {
    ...shown,
    text: () => dialog().textContent ?? '',
    list: () => shown.find('grid', /Saved|Recent/),
    names: () => textsOf(dialog(), '.session-title'),
  };
}

const selected = (shown: TestPanel): string =>
  shown.container.querySelector('[aria-selected=true] .session-title')?.textContent ?? '';
const isGone = (shown: TestPanel) => () => shown.container.querySelector('dialog') === null;

test('the live session is saved up to now and named after its prompt', async () => {
  const fake = fakeLibrary();
  const shown = await showPanel([], { host: { library: () => Promise.resolve(fake.library) } });
  panel = shown;
  const batch = (n: number) => ({
    id: n + 1,
    session: 's',
    tab: 1,
    doc: `e${n}`,
    frameId: 0,
    n: 0,
    body: JSON.stringify(sseRecords(sampleRun(), REQUEST)),
  });
  await act(() => {
    shown.channel.session(recent({ session: 's' }), true);
    shown.channel.batches('s', [batch(0)], false);
    shown.turns.run();
  });
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.library-save') !== null);
  const field = shown.find('textbox', 'Session name');
  expect(field).toHaveProperty('value', 'What is the weather in London?');
  await shown.click('button', 'Save');
  await shown.until(() => fake.state.saved.length > 0);
  await act(() => shown.channel.batches('s', [batch(1)], false));
  const [row] = fake.state.saved;
  expect(row).toMatchObject({ name: 'What is the weather in London?', runs: 1, events: sampleRun().length });
  expect(row?.picture.every((lane) => lane.length === 48)).toBe(true);
  const read = readFile({ name: 'x', bytes: fake.files.get(row?.id ?? 0) ?? new Uint8Array(0) });
  expect('batches' in read && [...read.batches]).toEqual([
    { doc: 'e0', frameId: 0, n: 0, records: JSON.parse(batch(0).body) },
  ]);
});

test('the duration of a session is counted from its first request, as below the list of events', async () => {
  const { workspace } = await showPanel(sampleRun(), { request: REQUEST });
  // The request is at 1 ms, the events are at 2 ms, 3 ms …
  expect(factsOf(workspace.current.value.session).durationMs).toBe(sampleRun().length);
});

test('the notice shows the listed name, however long the typed one is', async () => {
  const shown = await opened();
  await act(() => (shown.workspace.dialog.value = undefined));
  let isRead = false;
  void importText(shown.workspace, 'talk.json', JSON.stringify(sampleRun())).then(() => (isRead = true));
  await shown.until(() => isRead);
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.library-save') !== null);
  await shown.type('textbox', 'Session name', `\u202e${'n'.repeat(100_000)}`);
  await shown.click('button', 'Save');
  await shown.until(() => shown.text().includes('Saved as'));
  expect(/Saved as “(.*?)”/.exec(shown.text())?.[1]).toBe('n'.repeat(200));
});

test('a file that is saved opens again exactly as it was', async () => {
  const fake = fakeLibrary();
  const shown = await opened(fake);
  await act(() => (shown.workspace.dialog.value = undefined));
  const file = JSON.stringify(sampleRun());
  let isRead = false;
  void importText(shown.workspace, 'talk.json', file).then(() => (isRead = true));
  await shown.until(() => isRead);
  const before = shown.workspace.current.value.session;
  before.annotations.setNote(1, 'look here');
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.library-save') !== null);
  await shown.type('textbox', 'Session name', 'my talk');
  await shown.click('button', 'Save');
  await shown.until(() => fake.state.saved.length === 1);
  const [row] = fake.state.saved;
  expect(row).toMatchObject({ name: 'my talk', events: before.log.length, runs: 1 });
  await act(() => (shown.workspace.dialog.value = undefined));
  await act(() => shown.workspace.close());
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.session-row') !== null);
  await act(() => shown.container.querySelector<HTMLElement>('.session-row')?.click());
  await shown.press(shown.find('grid', 'Saved'), 'Enter');
  await shown.until(isGone(shown));
  const { session, name, from } = shown.workspace.current.value;
  expect([name, from]).toEqual(['my talk', { kind: 'saved', id: row?.id }]);
  expect(shown.container.textContent).toContain('Viewing my talk (saved recording)');
  expect(session.log.length).toBe(before.log.length);
  for (let seq = 0; seq < before.log.length; seq++)
    expect(session.log.at(seq)?.event).toEqual(before.log.at(seq)?.event);
  expect([...session.annotations.notes.value]).toEqual([[1, 'look here']]);
});

test('a changed recording is saved in its own place or as a copy', async () => {
  const fake = fakeLibrary();
  const shown = await opened(fake);
  let isRead = false;
  void importText(shown.workspace, 'talk.json', JSON.stringify(sampleRun())).then(() => (isRead = true));
  await shown.until(() => isRead);
  const named = () => fake.state.saved.map(({ name, deletedMs }) => [name, deletedMs !== undefined]);
  await shown.click('button', 'Save');
  await shown.until(() => fake.state.saved.length === 1);
  const [first] = fake.state.saved;
  await act(() => fake.library.edit(first?.id ?? 0, { tags: ['good'], note: 'kept' }));
  shown.workspace.current.value.session.annotations.setNote(1, 'look here');
  await shown.type('textbox', 'Session name', 'better');
  await shown.click('button', 'Save');
  await shown.until(() => named().some(([, isDeleted]) => isDeleted === true));
  expect(named()).toEqual([
    ['better', false],
    ['talk.json', true],
  ]);
  const [again] = fake.state.saved;
  expect(again).toMatchObject({ tags: ['good'], note: 'kept' });
  const read = readFile({ name: 'x', bytes: fake.files.get(again?.id ?? 0) ?? new Uint8Array(0) });
  expect('annotations' in read && read.annotations?.notes).toEqual([[1, 'look here']]);
  expect(shown.text()).toContain('Saved “better”. The previous version can be restored.');
  await shown.click('button', 'Save as new');
  await shown.until(() => fake.state.saved.length === 3);
  expect(named().filter(([, isDeleted]) => isDeleted === false)).toHaveLength(2);
});

const textOfAny = fc.string({ unit: 'binary', maxLength: 60 });
const anyBatch = fc.record({
  doc: fc.string({ minLength: 1, maxLength: 5 }),
  frameId: fc.nat(5),
  n: fc.nat(99),
  records: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('chunk' as const),
        t: fc.nat(),
        stream: fc.integer({ min: 1, max: 9 }),
        text: textOfAny,
      }),
      fc.record({
        kind: fc.constant('gap' as const),
        t: fc.nat(),
        reason: fc.constant('late' as const),
        detail: textOfAny,
      }),
    ),
    { maxLength: 4 },
  ),
});

test('any captured session that is saved opens as the same batches', async () => {
  const recording = formats.find(({ id }) => id === 'recording');
  await fc.assert(
    fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const parts = recording?.write?.(sourceOf(createLog(), () => batches)) ?? [];
      const bytes = await compressed(new Blob('refused' in parts ? [] : [...parts]));
      expect([...bytes.subarray(0, 2)], 'gzip').toEqual([31, 139]);
      const read = readFile({ name: 'a name', bytes });
      expect('batches' in read && [...read.batches]).toEqual(batches);
    }),
    { numRuns: 100 },
  );
});

const ROWS = [
  saved({ id: 1, name: 'cart 10', tags: ['bug'], runs: 5, errors: 0, warnings: 9, startedMs: 3e12 }),
  saved({ id: 2, name: 'cart 9', note: 'the Paris one', runs: 1, errors: 1, startedMs: 1e12 }),
  saved({ id: 3, name: 'weather', sites: ['https://shop.example'], errors: 0, startedMs: 2e12 }),
];

test('rows are found by words in names, tags, notes and sites, and sorted by any column', () => {
  const names = (search: string) => foundRows(ROWS, search).map(({ id }) => id);
  expect([
    names('CART'),
    names('bug cart'),
    names('paris'),
    names('shop'),
    names('cart shop'),
    names(' '),
  ]).toEqual([[1, 2], [1], [2], [3], [], [1, 2, 3]]);
  const by = (column: Parameters<typeof sortedRows>[1]['by'], isDescending = false) =>
    sortedRows(ROWS, { by: column, isDescending }).map(({ id }) => id);
  expect([by('name'), by('when', true), by('findings', true), by('size'), by('site', true)]).toEqual([
    [2, 1, 3],
    [1, 3, 2],
    [2, 1, 3],
    [1, 2, 3],
    [3, 2, 1],
  ]);
  expect(tagsIn(' a, b b ,,')).toEqual(['a', 'b b']);
});

test('the list is operated by keys: move, delete, undo, rename, open', async () => {
  const fake = fakeLibrary(ROWS);
  const shown = await opened(fake);
  expect(shown.names()).toEqual(['cart 10', 'weather', 'cart 9']);
  const list = shown.list();
  await shown.press(list, 'ArrowDown');
  await shown.press(list, 'ArrowDown');
  expect(selected(shown)).toBe('weather');
  await shown.press(list, 'Delete');
  expect(shown.names()).toEqual(['cart 10', 'cart 9']);
  expect(selected(shown)).toBe('cart 9');
  expect(shown.text()).toContain('“weather” was deleted.');
  await shown.press(shown.list(), 'z', { ctrlKey: true });
  expect(shown.names()).toEqual(['cart 10', 'weather', 'cart 9']);
  expect(selected(shown)).toBe('weather');
  await shown.press(shown.list(), 'F2');
  const name = shown.find('textbox', 'Name');
  expect(document.activeElement).toBe(name);
  await setValue(name, 'wetter');
  expect(shown.names()).toEqual(['cart 10', 'wetter', 'cart 9']);
  await shown.press(shown.list(), 'Home');
  expect(selected(shown)).toBe('cart 10');
  await shown.press(shown.list(), 'End');
  await shown.press(shown.list(), 'Enter');
  await shown.until(() => shown.text().includes('no longer stored'));
});

test('recordings at the end of the list can be deleted one after the other and restored', async () => {
  const fake = fakeLibrary(ROWS.slice(0, 2));
  const shown = await opened(fake);
  for (let times = 0; times < 2; times++) {
    shown.list().focus();
    await shown.press(shown.list(), 'End');
    await shown.press(shown.list(), 'Delete');
  }
  expect(shown.text()).toContain('and 1 more were deleted.');
  expect(shown.text()).toContain('No saved recordings.');
  // By keys alone it could not be reached in time.
  expect(document.activeElement?.textContent).toBe('Undo');
  await shown.press(shown.find('button', 'Undo'), 'z', { ctrlKey: true });
  await shown.click('button', 'Undo');
  expect(new Set(shown.names())).toEqual(new Set(['cart 10', 'cart 9']));
  await shown.press(shown.list(), 'End');
  await shown.click('button', 'Delete');
  await shown.click('button', 'Delete permanently');
  expect(fake.state.saved).toHaveLength(1);
});

test('the list gets the focus when a pressed button is removed with its row', async () => {
  const shown = await opened(fakeLibrary(ROWS));
  await shown.press(shown.list(), 'End');
  for (const name of ['Duplicate', 'Delete', 'Undo', 'Delete', 'Delete permanently']) {
    shown.find('button', name).focus();
    await shown.click('button', name);
    expect(document.activeElement, name).toBe(shown.list());
  }
});

test('the list is searched, and an empty result is stated', async () => {
  const shown = await opened(fakeLibrary(ROWS));
  await shown.type('searchbox', /^Search/, 'bug');
  expect(shown.names()).toEqual(['cart 10']);
  await shown.type('searchbox', /^Search/, 'nothing like it');
  expect(shown.text()).toContain('No recordings match the search.');
});

test('tags and notes are changed, and a copy has a name of its own', async () => {
  const fake = fakeLibrary(ROWS);
  const shown = await opened(fake);
  await shown.press(shown.list(), 'Home');
  await shown.choose('textbox', 'Tags', 'bug, later');
  await setValue(one(shown.container, '.session-details textarea'), 'two lines\nof it');
  expect(fake.state.saved.find(({ id }) => id === 1)).toMatchObject({
    tags: ['bug', 'later'],
    note: 'two lines\nof it',
  });
  await shown.click('button', 'Duplicate');
  await shown.until(() => fake.state.saved.length === 4);
  expect(fake.state.saved[0]).toMatchObject({ name: 'cart 10 (copy)', tags: ['bug', 'later'] });
});

test('damaged recordings are listed with the damage, and offer only Delete where nothing is left', async () => {
  const rows = [
    saved({ id: 1, name: '', damage: 'file' }),
    saved({ id: 2, name: 'x', damage: 'row', startedMs: 1 }),
  ];
  const shown = await opened(fakeLibrary(rows));
  expect(shown.names()).toEqual(['Recording 1', 'x']);
  await shown.press(shown.list(), 'Home');
  expect(shown.text()).toContain('The data of this recording is missing.');
  expect(shown.find('button', 'Open').hasAttribute('disabled')).toBe(true);
  await shown.click('button', 'Delete');
  expect(shown.names()).toEqual(['x']);
  expect(shown.find('button', 'Open').hasAttribute('disabled')).toBe(false);
});

test('an unreadable library shows the cause and is retried; a loaded list stays', async () => {
  const fake = fakeLibrary(ROWS);
  let isBroken = true;
  const { watch } = fake.library;
  Object.assign(fake.library, {
    watch(listener: Parameters<typeof watch>[0]) {
      if (!isBroken) return watch(listener);
      listener.failed('An older window holds the database.');
      return () => undefined;
    },
  });
  const shown = await opened(fake);
  expect(shown.find('alert', /Could not read the library. An older window/)).toBeDefined();
  isBroken = false;
  await shown.click('button', 'Try again');
  expect(shown.names()).toHaveLength(3);
  await act(() => fake.fail('The disk is full.'));
  expect(shown.find('alert', 'The disk is full.')).toBeDefined();
  expect(shown.names()).toHaveLength(3);
});

test('the row of the session on screen is marked, not that of the tab', async () => {
  const fake = fakeLibrary([], { recent: [recent({ session: 'tab' }), recent({ session: 'old' })] });
  const batch = { id: 1, doc: 'd', frameId: 0, n: 0, body: JSON.stringify(sseRecords(sampleRun(), REQUEST)) };
  const shown = await opened(fake, { host: { openRecent: () => Promise.resolve([batch]) } });
  await act(() => shown.channel.session(recent({ session: 'tab' }), true));
  const marked = () =>
    [...shown.list().querySelectorAll('[aria-selected]')].map((row) => row.textContent?.includes('current'));
  await shown.click('tab', 'Recent');
  expect(marked()).toEqual([true, false]);
  await shown.press(shown.list(), 'End');
  await shown.press(shown.list(), 'Enter');
  await shown.until(isGone(shown));
  await shown.click('button', 'Library');
  await shown.until(() => shown.container.querySelector('.library-list') !== null);
  await shown.click('tab', 'Recent');
  expect(marked()).toEqual([false, true]);
});

test('a recent session is named by its prompt in the list, and once it is open', async () => {
  const batch = {
    id: 1,
    session: 'old',
    tab: 1,
    doc: 'd',
    frameId: 0,
    n: 0,
    body: JSON.stringify(sseRecords(sampleRun(), REQUEST)),
  };
  const fake = fakeLibrary([], { recent: [recent({ session: 'old' })] });
  const library = { ...fake.library, begin: () => Promise.resolve({ batches: [batch], more: false }) };
  const shown = await opened({ ...fake, library }, { host: { openRecent: () => Promise.resolve([batch]) } });
  await shown.click('tab', 'Recent');
  await shown.until(() => shown.names().includes('What is the weather in London?'));
  await shown.press(shown.list(), 'Home');
  await shown.press(shown.list(), 'Enter');
  await shown.until(isGone(shown));
  const banner = () => shown.container.querySelector('.banner')?.textContent;
  expect(banner()).toContain('Viewing What is the weather in London? (recent session, not saved)');
});

test('recent sessions: kept and dropped ones, deletion with undo, deletion of all with a confirmation', async () => {
  const forgotten: string[] = [];
  const all = [
    recent({ session: 'a', url: 'http://localhost:1/shop?token=1', length: 2e6 }),
    recent({ session: 'b', url: '' }),
    recent({ session: 'visit', streams: 0 }),
  ];
  const fake = fakeLibrary([], {
    recent: all,
    removed: [{ site: 'http://localhost:2', lastMs: 1e12, length: 5e6, atMs: 2e12, reason: 'disk' }],
  });
  const host = {
    openRecent: () =>
      Promise.resolve([
        { id: 1, doc: 'd', frameId: 0, n: 0, body: JSON.stringify(sseRecords(sampleRun(), REQUEST)) },
      ]),
    forgetRecent(session: string, isForgotten: boolean) {
      if (isForgotten) forgotten.push(session);
      fake.set({ recent: all.filter((each) => each.session !== session || !isForgotten) });
      return Promise.resolve();
    },
  };
  const shown = await opened(fake, { host });
  await shown.click('tab', 'Recent');
  expect(shown.names()).toEqual(['http://localhost:1/shop?token=1', '(no page)']);
  expect(shown.text()).toContain('2 sessions, 2.0 MB. Keeps the last 20 closed tabs: 512 MB in total');
  expect(shown.text()).toMatch(
    /1 session removed from this list.*http:\/\/localhost:2, .*5\.0 MB.*disk full/,
  );
  await shown.press(shown.list(), 'Home');
  const [save] = [...shown.container.querySelectorAll<HTMLElement>('.session-actions button')].slice(1);
  await act(() => save?.click());
  await shown.until(() => fake.state.saved.length === 1);
  expect(fake.state.saved[0]).toMatchObject({ name: 'What is the weather in London?', runs: 1 });
  await shown.click('tab', 'Recent');
  await shown.press(shown.list(), 'Home');
  await shown.press(shown.list(), 'Delete');
  await shown.until(() => shown.names().length === 1);
  expect(forgotten).toEqual(['a']);
  await shown.click('button', 'Undo');
  await shown.until(() => shown.names().length === 2);
  await shown.click('button', 'Delete all');
  await act(() =>
    shown
      .find('alert', /Delete 3 sessions.*open tabs/)
      .querySelector('button')
      ?.click(),
  );
  expect(fake.state).toMatchObject({ recent: [], removed: [] });
});

test('a private window: saving is not possible, and the panel shows it', async () => {
  const shown = await opened();
  await act(() => shown.channel.session(recent({ session: 'p', private: true }), true));
  await shown.until(() => shown.text().includes('Private window'));
  expect(shown.container.querySelector('.library-save')).toBeNull();
});

test('without storage there is no library', async () => {
  panel = await showPanel();
  expect(panel.names('button')).not.toContain('Library');
});

test('typed text stays while other panels change the library, and a failed save stays visible until the next attempt', async () => {
  const fake = fakeLibrary([saved({ id: 1, name: 'one' }), saved({ id: 2, name: 'two' })]);
  const edit = fake.library.edit;
  const shown = await opened(fake);
  await act(() => shown.container.querySelector<HTMLElement>('.session-row')?.click());
  const rename = () => fake.set({ saved: fake.state.saved.map((row) => ({ ...row, tags: ['there'] })) });
  const field = await shown.type('textbox', 'Name', 'half a na');
  await act(rename);
  expect(shown.find('textbox', 'Name')).toHaveProperty('value', 'half a na');
  const change = () => act(async () => void field.dispatchEvent(new Event('change', { bubbles: true })));
  // A library does not change while a test holds it but here.
  Object.assign(fake.library, { edit: () => Promise.reject(new Error('The disk is full.')) });
  await change();
  await act(rename);
  expect(shown.text()).toContain('The disk is full.');
  expect(field).toHaveProperty('value', 'half a na');
  Object.assign(fake.library, { edit });
  await change();
  expect(shown.text()).not.toContain('The disk is full.');
  expect(fake.state.saved.map(({ name }) => name)).toContain('half a na');
});

test('the undo button gets the focus when the list is removed, not the search field above it', async () => {
  const stop = keepFocus();
  document.body.innerHTML =
    '<dialog open><div><input type="search"><p></p><div role="grid" tabindex="0"></div></div></dialog>';
  const grid = one(document.body, '[role=grid]');
  grid.focus();
  one(document.body, 'p').innerHTML = '<button data-focus="undo">Undo</button>';
  grid.remove();
  await expect.poll(() => document.activeElement?.tagName, { timeout: 1000 }).toBe('BUTTON');
  stop();
});

test('a blank name keeps the one before', async () => {
  const fake = fakeLibrary([saved({ id: 1, name: 'mine' })]);
  const shown = await opened(fake);
  await shown.press(shown.list(), 'Home');
  const field = one<HTMLInputElement>(shown.container, '[data-focus="name"]');
  await setValue(field, ' ', 'input');
  await setValue(field, ' ');
  await expect.poll(() => field.value, { timeout: 1000 }).toBe('mine');
  expect(fake.state.saved[0]?.name).toBe('mine');
});
