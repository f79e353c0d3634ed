// @vitest-environment happy-dom
// The export dialog: placeholders by default, a preview of what leaves, and a question where secrets are found.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { actions } from '@/components/app/actions';
import { importText } from '@/components/files/open';
import { writtenFormats } from '@/lib/core/files/format-facts';
import type { StartWorker } from '@/lib/panel/file-worker/types';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import type { Host } from '@/lib/panel/host';
import { type Exchange, paced, recordingOf } from '../e2e/drive/recorded';
import { one, setValue, textsOf, unfold } from '../support/dom';
import { showPanel, type TestPanel } from '../support/panel';
import { whileRunning } from '../support/sessions';
import { events } from '../support/stream-text';

const CARD = '4111 1111 1111 1111';
const TALK = events(`run r1 · text m1 "My card is ${CARD}" · state {"city":"Paris"} · end`);

interface Shared {
  readonly panel: TestPanel;
  /** The dialog's text. */
  text(): string;
  /** The beginning of the file. */
  start(): string;
  saved(): Promise<readonly { name: string; text: string }[]>;
  choose(label: string, value: string): Promise<void>;
  click(role: string, name: string | RegExp): Promise<void>;
}

/** Shows a file, which can be read again. */
async function opened(talk: readonly object[] | string, host: Partial<Host>): Promise<TestPanel> {
  const panel = await showPanel(TALK, { host });
  await act(async () => {
    let isOpen = false;
    const text = typeof talk === 'string' ? talk : JSON.stringify(talk);
    const importing = importText(panel.workspace, 'talk.json', text).finally(() => void (isOpen = true));
    const isReading = () => panel.workspace.current.value.session.reading.progress.value !== undefined;
    // A large file comes in many pieces.
    for (let turn = 0; turn < 20 || !isOpen || isReading(); turn++) {
      panel.turns.run();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await importing;
  });
  return panel;
}

/** Opens the dialog for a file. */
async function shared(talk: readonly object[] | string = TALK, host: Partial<Host> = {}): Promise<Shared> {
  const panel = await opened(talk, host);
  const { container } = panel;
  const made = () =>
    panel.until(
      () =>
        container.querySelector('.export-choices') !== null && container.querySelector('progress') === null,
    );
  await panel.click('button', 'Export');
  await made();
  return {
    panel,
    text: () => container.querySelector('dialog')?.textContent ?? '',
    start: () => container.querySelector('.export-start')?.textContent ?? '',
    async saved() {
      await panel.host.written();
      return panel.host.saved;
    },
    async choose(label, value) {
      const select = [...container.querySelectorAll('select')].find((each) =>
        each.closest('label')?.textContent?.startsWith(label),
      );
      if (select === undefined) throw new Error(`There is nothing to choose called ${label}.`);
      await setValue(select, value);
      await made();
    },
    async click(role, name) {
      await panel.click(role, name);
      await made();
    },
  };
}

/** Opens the disclosure of the file. */
const openStart = ({ panel }: Shared) => unfold(one(panel.container, 'dialog details.fold'));

test('placeholders are the default, in the conversation, the list and the downloaded file', async () => {
  const dialog = await shared();
  expect(dialog.text()).toMatch(/6 events in 1 stream, .*values replaced\./);
  expect(dialog.text()).toContain('assistanttext 1, 28 characters');
  expect(dialog.text()).not.toMatch(/card is|Paris/);
  await dialog.click('tab', 'Events');
  expect(dialog.text()).toContain('2 TEXT_MESSAGE_CONTENT "text 1, 28 characters');
  await openStart(dialog);
  const shown = dialog.start();
  await dialog.panel.click('button', 'Download');
  const [file, ...others] = await dialog.saved();
  expect(others).toEqual([]);
  expect(file?.text.startsWith(shown)).toBe(true);
  expect(file?.text).not.toMatch(/4111|Paris|card/);
  expect(file?.name).toMatch(/^agui-.*\.agui\.jsonl$/);
});

test('a file of placeholders shows that it is one, also when it is exported again as it is', async () => {
  const dialog = await shared();
  const banner = () => dialog.panel.container.querySelector('.banner')?.textContent;
  expect(banner()).not.toContain('placeholders');
  for (const level of ['Placeholders', 'Everything']) {
    if (level === 'Everything') await dialog.panel.click('button', 'Export');
    await dialog.choose('Format', 'recording');
    await dialog.click('radio', level);
    await dialog.panel.click('button', 'Download');
    const file = (await dialog.saved()).at(-1);
    await act(() =>
      whileRunning(
        dialog.panel.turns,
        importText(dialog.panel.workspace, `${level}.agui.jsonl`, file?.text ?? ''),
      ),
    );
    expect(banner()).toMatch(new RegExp(`^Viewing ${level}.* \\(imported file, contains placeholders\\)`));
  }
});

test('everything: secrets are listed and need a confirmation', async () => {
  const dialog = await shared();
  await dialog.click('radio', 'Everything');
  expect(dialog.text()).toMatch(/card number in event 2: 4111… \(19 characters\)/);
  expect(dialog.panel.find('button', 'Download').hasAttribute('disabled')).toBe(true);
  await dialog.panel.click('checkbox', /I checked these values/);
  await dialog.panel.click('button', 'Download');
  expect((await dialog.saved())[0]?.text).toContain(CARD);
});

test('everything: one button hides only the secrets that were found', async () => {
  const dialog = await shared();
  await dialog.click('radio', 'Everything');
  await dialog.click('button', 'Redact it');
  expect(dialog.panel.find('radio', 'Hide secrets only')).toHaveProperty('checked', true);
  expect(dialog.text()).toContain('My card is card-number-1******');
  expect(dialog.text()).toContain('1 value replaced');
  expect(dialog.text()).toContain('No secrets found in this file');
  await dialog.panel.click('button', 'Download');
  const [file] = await dialog.saved();
  expect(file?.text).toContain('Paris');
  expect(file?.text).not.toContain('4111');
});

test('everything: an incomplete search needs a confirmation', async () => {
  const long = [...TALK.slice(0, 1), { type: 'CUSTOM', name: 'x', value: 'x '.repeat(8_500_000) }];
  const dialog = await shared(long);
  await dialog.click('radio', 'Everything');
  expect(dialog.text()).toContain('Too long to check completely');
  expect(dialog.text()).not.toContain('No secrets found');
  expect(dialog.panel.find('button', 'Download').hasAttribute('disabled')).toBe(true);
  await dialog.panel.click('checkbox', /I checked these values/);
  expect(dialog.panel.find('button', 'Download').hasAttribute('disabled')).toBe(false);
});

test('content: filtered events, also while the filter is still searching', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ type: 'CUSTOM', name: `x${n}`, value: n }));
  const dialog = await shared([...TALK.slice(0, 1), ...many]);
  const { filter } = dialog.panel.workspace.current.value.session;
  await act(() => void (filter.text.value = 'type:CUSTOM'));
  expect(filter.matches.peek().complete).toBe(false);
  await dialog.choose('Content', 'shown');
  expect(dialog.text()).toMatch(/\b5,000 events in 1 stream/);
});

test('content: events in the selected time, of those that match the filter', async () => {
  const dialog = await shared();
  const { filter, list } = dialog.panel.workspace.current.value.session;
  const options = () => textsOf(dialog.panel.container, 'option[value=shown]');
  expect(options()).toEqual([]);
  await act(() => void (list.range.value = { from: 1, to: 4 }));
  expect(options()).toEqual(['Events in the selected time']);
  await dialog.choose('Content', 'shown');
  expect(dialog.text()).toMatch(/\b4 events in 1 stream/);
  await dialog.choose('Content', 'all');
  await act(() => void (filter.text.value = '-type:STATE_*'));
  expect(options()).toEqual(['Filtered events in the selected time']);
  await dialog.choose('Content', 'shown');
  expect(dialog.text()).toMatch(/\b3 events in 1 stream/);
});

test('content: a list that begins with the last page load exports from there', async () => {
  const [header, first = ''] = recordingOf([
    { request: { threadId: 't', runId: 'r1' }, events: paced(TALK), how: 'complete' },
  ]).split('\n');
  const second = first.replace('"doc":"d"', '"doc":"e"').replace('1700000000000', '1700000009000');
  const dialog = await shared([header, first, second, ''].join('\n'));
  const options = () => textsOf(dialog.panel.container, 'option[value=shown]');
  expect(options()).toEqual([]);
  expect(dialog.text()).toMatch(/\b12 events in 2 streams/);
  await act(() => void (dialog.panel.workspace.current.value.session.list.isPreserved.value = false));
  expect(options()).toEqual(['Events since the last page load']);
  await dialog.choose('Content', 'shown');
  expect(dialog.text()).toMatch(/\b6 events in 1 stream/);
});

test('content: a run is exported under its name on screen, without others of the same id', async () => {
  const long = (text: string) =>
    events(`run r1 · text m1 "${text}" · end`).map((event) =>
      'runId' in event ? { ...event, runId: 'r'.repeat(60_000) } : event,
    );
  const dialog = await shared([...long('First'), ...long('Second')]);
  await dialog.choose('Format', 'openai-chat');
  await dialog.click('radio', 'Everything');
  await dialog.choose('Content', 'run');
  await openStart(dialog);
  expect(dialog.start()).toContain('Second');
  expect(dialog.start()).not.toContain('First');
  const [name = ''] = textsOf(dialog.panel.container, 'option[value=run]');
  expect(name).toMatch(/^This run: #2 /);
  expect(name.length).toBeLessThan(200);
});

test('content: a run is exported also if an event precedes its RUN_STARTED', async () => {
  const first = { type: 'CUSTOM', name: 'run.accepted', value: {} };
  const exchange = { request: { threadId: 't', runId: 'r1' }, events: paced([first, ...TALK]) };
  const dialog = await shared(recordingOf([exchange]));
  await dialog.choose('Format', 'ndjson-file');
  await dialog.choose('Content', 'run');
  await openStart(dialog);
  expect(dialog.start()).toContain('RUN_STARTED');
  expect(dialog.start()).toContain('"CUSTOM"');
});

test.each([
  ['without RUN_STARTED', [TALK.slice(1)]],
  ['with the stream that continues it', [TALK.slice(0, 3), TALK.slice(3)]],
])('content: a run is exported %s', async (_name, parts) => {
  const request = { threadId: 't', runId: 'r1' };
  const exchanges = parts.map(
    (part, at): Exchange => ({
      request,
      events: paced(part, 10 + at * 100),
      how: at < parts.length - 1 ? 'network-error' : 'complete',
    }),
  );
  const dialog = await shared(recordingOf(exchanges));
  await dialog.choose('Format', 'ndjson-file');
  await dialog.click('radio', 'Everything');
  await dialog.choose('Content', 'run');
  await openStart(dialog);
  const lines = dialog.start().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(parts.flat());
});

test('content: a run has the events before its RUN_STARTED, also if its stream has a later run', async () => {
  const first = { type: 'CUSTOM', name: 'run.accepted', value: {} };
  const later = events('run r2 · custom x 1 · end');
  const request = { threadId: 't', runId: 'r1' };
  const exchange = { request, events: paced([first, ...TALK, ...later]), how: 'complete' } as const;
  const dialog = await shared(recordingOf([exchange]));
  await act(() => dialog.panel.workspace.current.value.session.cursor.goTo(0));
  await dialog.choose('Format', 'ndjson-file');
  await dialog.click('radio', 'Everything');
  await dialog.choose('Content', 'run');
  await openStart(dialog);
  const lines = dialog.start().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([first, ...TALK]);
});

test('content: one event, in another format', async () => {
  const dialog = await shared();
  await dialog.choose('Format', 'ndjson-file');
  await dialog.choose('Content', 'event');
  await openStart(dialog);
  expect(dialog.start().trim().split('\n')).toHaveLength(1);
  // A whole file is not labelled as its first part.
  expect(dialog.text()).not.toContain('First part');
});

test('choose: only ticked paths keep their values', async () => {
  const dialog = await shared();
  await dialog.choose('Format', 'json-array');
  await dialog.click('radio', 'Choose');
  await openStart(dialog);
  expect(dialog.start()).not.toContain('Paris');
  await dialog.click('checkbox', 'STATE_SNAPSHOT/snapshot/city');
  expect(dialog.start()).toContain('"city":"Paris"');
  expect(dialog.start()).not.toContain('card is');
  expect(dialog.text()).toContain('No secrets found');
  await dialog.click('checkbox', 'TEXT_MESSAGE_CONTENT/delta');
  expect(dialog.start()).toContain(CARD);
  await dialog.click('button', 'Redact it');
  expect(dialog.start()).toContain('My card is card-number-1');
});

test('choose: a truncated list of paths is marked', async () => {
  const state = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n])));
  const dialog = await shared(events(`run r1 · state ${state} · end`));
  await dialog.click('radio', 'Choose');
  const places = dialog.panel.find('checkbox', 'STATE_SNAPSHOT/snapshot/key0').closest('ul')?.children;
  expect(places).toHaveLength(61);
  expect(places?.[60]?.textContent).toMatch(/… and more/);
});

test('formats are grouped, and can be chosen by the palette', async () => {
  const { panel } = await shared();
  const groups = [...panel.container.querySelectorAll('optgroup')].map(({ label, children }) => [
    label,
    [...children].map(({ textContent }) => textContent),
  ]);
  expect(groups.map(([label]) => label)).toEqual(['For people', 'For tests', 'For tools', 'Raw']);
  // A report cannot write another.
  expect(groups.flatMap(([, names]) => names)).toHaveLength(writtenFormats.length - 1);
  await panel.click('button', 'Cancel');
  await act(() => actions.find(({ id }) => id === 'export-har')?.run(panel.workspace));
  await panel.until(() => panel.container.querySelector('.export-choices') !== null);
  expect(panel.find('combobox', /^Format/)).toHaveProperty('value', 'har');
});

test('copy: the text is selected for manual copying if the clipboard is refused', async () => {
  const dialog = await shared(TALK, { copy: () => Promise.resolve(false) });
  await dialog.click('button', 'Copy');
  await dialog.panel.until(() => dialog.panel.container.querySelector('textarea') !== null);
  const area = dialog.panel.container.querySelector('textarea');
  expect(area?.value).toContain('"format":"ag-ui-lens"');
  expect(dialog.text()).toContain('Copy the selected text');
});

test('long work has a progress bar, and Cancel ends it', async () => {
  let ended = 0;
  const startWorker: StartWorker = (kind) => {
    if (kind === 'read') return startHere(kind);
    return {
      post() {},
      listen: (listener) => listener({ kind: 'progress', share: 0.5 }),
      end: () => ended++,
    };
  };
  const panel = await opened(TALK, { startWorker });
  await panel.click('button', 'Export');
  await panel.until(() => (panel.container.querySelector('progress')?.value ?? 0) > 0.5);
  expect(panel.container.querySelector('progress')?.value).toBeCloseTo(0.6);
  expect(panel.find('button', 'Download').hasAttribute('disabled')).toBe(true);
  await panel.click('button', 'Cancel');
  await panel.until(() => ended > 0);
  expect(ended).toBe(1);
  expect(panel.container.querySelector('dialog')).toBeNull();
});
