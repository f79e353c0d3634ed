// The panel in a language that nobody speaks: what is left in plain letters on screen is data, or a word that is not among
// its texts and could not be translated.
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { consumers } from '@/lib/core/consumers/consumers';
import { formats } from '@/lib/core/files/formats';
import { dialectNames } from '@/lib/core/log/stream-reader';
import type { TestPanel } from '../support/panel';
import { speakPseudo } from '../support/pseudo';

let panel: TestPanel | undefined;
let showPanel: typeof import('../support/panel').showPanel;
let actAndLoad: typeof import('../support/panel').actAndLoad;
beforeAll(async () => {
  vi.resetModules();
  Reflect.set(globalThis, 'translateLens', speakPseudo);
  ({ actAndLoad, showPanel } = await import('../support/panel'));
});
afterEach(() => panel?.remove());
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'translateLens');
  vi.resetModules();
});

const VIEWS = ['event', 'messages', 'state', 'tools', 'run', 'findings'];
const REQUEST = { threadId: 'Zq1', runId: 'Zq2', messages: [{ id: 'Zq3', role: 'user', content: 'Xyzzy' }] };
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 'Zq1', runId: 'Zq2' },
  { type: 'STEP_STARTED', stepName: 'Zq4' },
  { type: 'STATE_SNAPSHOT', snapshot: { Zq5: { Zq6: 1 }, Zq7: ['Zq8'] } },
  { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/Zq5/Zq6', value: 2 }] },
  { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/Zq7/0' }] },
  { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/Zq9/Zq9', value: 2 }] },
  { type: 'STATE_SNAPSHOT', snapshot: { Zq5: { Zq6: 3 } } },
  { type: 'TEXT_MESSAGE_START', messageId: 'Zq10', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'Zq10', delta: 'Plugh' },
  { type: 'TEXT_MESSAGE_END', messageId: 'Zq10' },
  { type: 'TOOL_CALL_START', toolCallId: 'Zq11', toolCallName: 'Zq12' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'Zq11', delta: '{"Zq13":1}' },
  { type: 'TOOL_CALL_END', toolCallId: 'Zq11' },
  { type: 'TOOL_CALL_RESULT', toolCallId: 'Zq11', messageId: 'Zq14', content: '7' },
  { type: 'TOOL_CALL_START', toolCallId: 'Zq15', toolCallName: 'Zq16' },
  { type: 'TOOL_CALL_END', toolCallId: 'Zq15' },
  { type: 'STEP_FINISHED', stepName: 'Zq4' },
  { type: 'RUN_FINISHED', threadId: 'Zq1', runId: 'Zq2', outcome: { type: 'success' } },
];
/** Units, names of keys and of things that have the same name in every language. */
const EVERYWHERE = new Set(
  'ms s min h d B kB MB GB AG UI JSON SSE NDJSON HAR RAW Ctrl Alt Shift Enter Esc Escape Space Tab Home End Delete Backspace ContextMenu PageDown PageUp'.split(
    ' ',
  ),
);
/** What the protocol calls things is the same in every language too, and so is what the app sent. */
const SENT = [
  EVENTS,
  REQUEST,
  'POST http localhost agent text event-stream fetch sse data user assistant tool',
];
/** Names of formats, dialects and clients, and how a client is known, come from the core, which has one language. */
const FROM_CORE = [
  ...formats.map(({ label }) => label),
  ...dialectNames(),
  ...consumers.map(({ name }) => name),
  'an unknown reader. Nothing in the request shows which client sent it.',
];
const DATA = new Set(JSON.stringify([SENT, FROM_CORE]).match(/[A-Za-z]+/g));
/** And so do the sentences of rules, and why a patch fails. */
const OF_RULES = '.rule-group, .finding, .failed-patch, [lang=en]';

const SHOWN = ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'];

/** Words in plain letters that are on screen, each with what it stands in. */
function plainWords(root: Element): readonly string[] {
  const found: string[] = [];
  const look = (text: string) => {
    const words = text.match(/[A-Za-z]+\d*/g) ?? [];
    const left = words.filter(
      (word) => !EVERYWHERE.has(word) && !DATA.has(word.replace(/\d+$/, '')) && /^[A-Za-z]{2}/.test(word),
    );
    if (left.length > 0) found.push(`${left.join(' ')} in “${text.trim().slice(0, 90)}”`);
  };
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.closest(OF_RULES) !== null) continue;
    for (const name of SHOWN) look(element.getAttribute(name) ?? '');
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE) look(child.nodeValue ?? '');
  }
  return [...new Set(found)];
}

test('a word that is not among the texts is seen', () => {
  const root = document.createElement('div');
  root.innerHTML = '<p title="Hello">Ĥéļļó <b>Zq2</b> world</p>';
  expect(plainWords(root)).toHaveLength(2);
});

for (const id of VIEWS) {
  test(`the view ${id} has no words of its own`, async () => {
    const shown = await showPanel(EVENTS, { view: id, request: REQUEST });
    panel = shown;
    expect(plainWords(shown.container)).toEqual([]);
    await act(() => {
      shown.workspace.current.value.session.cursor.at.value = 5;
    });
    expect(plainWords(panel.container)).toEqual([]);
  });
}

for (const dialog of ['settings', 'shortcuts', 'palette']) {
  test(`the dialog ${dialog} has no words of its own`, async () => {
    const shown = await showPanel(EVENTS, { request: REQUEST });
    panel = shown;
    await actAndLoad(() => {
      shown.workspace.dialog.value = dialog;
    });
    expect(plainWords(shown.container)).toEqual([]);
  });
}

for (const list of ['Saved', 'Recent']) {
  test(`the list ${list} of the library has no words of its own`, async () => {
    const { fakeLibrary, recent, saved } = await import('../support/library');
    const rows = [
      saved({ id: 1, name: 'Zq1', sites: ['http://localhost'], tags: ['Zq2'] }),
      saved({ id: 2, name: 'Zq3', sites: [], damage: 'row', startedMs: 1 }),
      saved({ id: 3, name: 'Zq4', deletedMs: 1 }),
    ];
    const removed = [{ site: 'http://localhost', lastMs: 1, length: 1, atMs: 2, reason: 'age' as const }];
    const { library } = fakeLibrary(rows, {
      recent: [recent({ session: 'Zq5', url: 'http://localhost' })],
      removed,
    });
    const shown = await showPanel(EVENTS, { request: REQUEST, host: { library: async () => library } });
    panel = shown;
    await actAndLoad(() => {
      shown.workspace.dialog.value = 'library';
    });
    const tab = () => [...shown.container.querySelectorAll<HTMLElement>('.library [role=tab]')];
    for (let turn = 0; turn < 400 && tab().length === 0; turn++)
      await act(() => new Promise((resolve) => setTimeout(resolve, 2)));
    await act(() => tab()[list === 'Saved' ? 0 : 1]?.click());
    await act(() => shown.container.querySelector<HTMLElement>('.session-row')?.click());
    if (list === 'Recent')
      await act(() => shown.container.querySelectorAll<HTMLElement>('.session-actions button')[2]?.click());
    expect(shown.container.querySelectorAll('.session-row.selected')).toHaveLength(1);
    expect(plainWords(shown.container)).toEqual([]);
  });
}

test('a panel without events has no words of its own', async () => {
  panel = await showPanel([]);
  expect(plainWords(panel.container)).toEqual([]);
});
