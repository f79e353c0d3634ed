// The Messages view: long conversations, segments that lead to their events, parts, snapshots, markdown, what
// the app does not have, copies.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buttonIn, contextMenu, one, textsOf, unfold } from '../support/dom';
import { layOut } from '../support/layout';
import { FINISHED as END, STARTED as START, sseRecords } from '../support/logs';
import { mountPanel, testContainer } from '../support/panel';
import { events } from '../support/stream-text';
import { waitForElement } from '../support/wait-for-element';
import { waitUntil } from '../support/wait-until';

const container = testContainer();
let undoLayout: () => void;
beforeEach(() => {
  undoLayout = layOut('conversation-box', {
    box: 600,
    content: () =>
      Number.parseFloat(container.querySelector<HTMLElement>('.conversation')?.style.height || '0'),
  });
});
afterEach(() => undoLayout());

const begin = (messageId: string) => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
const delta = (messageId: string, text: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: text });
const end = (messageId: string) => ({ type: 'TEXT_MESSAGE_END', messageId });
const STOCK = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] };
const user = (id: string, content: unknown = `Question ${id}`) => ({ id, role: 'user', content });
const snapshot = (...messages: object[]) => ({ type: 'MESSAGES_SNAPSHOT', messages });

async function show(list: readonly object[], request?: object) {
  const records = sseRecords(list, request);
  const made = await mountPanel(container, [{ doc: 'd', frameId: 0, n: 0, records }], { view: 'messages' });
  const to = (seq: number) => act(() => made.session.cursor.goTo(seq));
  return { ...made, to, copied: made.host.copied };
}

const items = () => [...container.querySelectorAll<HTMLElement>('li.message')];
const button = (name: RegExp, root: Element = container) => buttonIn(root, name);
const choose = async (menu: RegExp, item: RegExp) => {
  await act(() => button(menu).click());
  const menus = container.querySelector('[role=menu]');
  if (menus === null) throw new Error('No menu is open.');
  const entry = [...menus.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    item.test(textContent ?? ''),
  );
  await act(() => entry?.click());
};

test('a message after unrecorded data shows the cause', async () => {
  const { feed } = await show(events('run · text a "One." · end'));
  const missed = { kind: 'gap', t: 10, reason: 'late', detail: 'capture was off' } as const;
  const later = sseRecords(events('run s · text b "Three."'));
  await feed({ doc: 'd', frameId: 0, n: 1, records: [missed, ...later.slice(1)] });
  expect(items().map((item) => item.textContent.includes('missing: capture was off'))).toEqual([false, true]);
  expect(container.querySelector('.event-list')?.textContent).toContain('missing: capture was off');
});

/** A conversation of 500 messages in a box of 600 pixels, and an event at its end that is about `m50`. */
async function showMany() {
  const list: object[] = [START];
  for (let n = 0; n < 500; n++) list.push(begin(`m${n}`), delta(`m${n}`, `Text ${n}.`));
  const made = await show([...list, begin('m50')]);
  // Scroll events follow the scrolling.
  const settle = () => act(() => undefined);
  await settle();
  return { ...made, settle, last: list.length };
}

test('a call of a client tool that the client will not run is marked', async () => {
  // As TanStack AI writes its messages.
  const metadata = { tanstack: { createdAt: '2026-01-01T00:00:00Z' } };
  const tools = [{ name: 'find', description: 'finds', parameters: { type: 'object' } }];
  const input = { threadId: 't', runId: 'r', messages: [{ ...user('u'), metadata }], tools, data: {} };
  const { to } = await show(
    [...events('run · tool a find'), { ...END, outcome: { type: 'success' } }],
    input,
  );
  const tag = () => container.querySelector<HTMLElement>('.inline-call .tag');
  expect(tag()?.textContent).toBe('never runs');
  expect(tag()?.title).toContain('TanStack AI runs a client tool only if the run ends with an interrupt');
  await to(2);
  expect(tag()?.textContent).not.toBe('never runs');
});

test('a call within a message has the menu of a call', async () => {
  const { copied } = await show(events('run · tool a find {"city":"Oslo"} · end'));
  await contextMenu(one(container, '.inline-call summary'));
  const copy = textsOf(container, '[role=menuitem]').indexOf('Copy arguments');
  await act(() => container.querySelectorAll<HTMLElement>('[role=menuitem]')[copy]?.click());
  expect(copied).toEqual(['{"city":"Oslo"}']);
});

test('only the visible part of a long conversation is in the DOM, and its end while it is live', async () => {
  await showMany();
  expect(items().length).toBeGreaterThan(5);
  expect(items().length).toBeLessThan(40);
  expect(items().at(-1)?.textContent).toContain('Text 499.');
  expect(items().at(-1)?.getAttribute('aria-posinset')).toBe('500');
  expect(items().at(-1)?.getAttribute('aria-setsize')).toBe('500');
});

test('a long conversation is printed as a whole', async () => {
  await showMany();
  const { length } = items();
  dispatchEvent(new Event('beforeprint'));
  await Promise.resolve();
  expect(items().length).toBe(500);
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => items().length).toBe(length);
});

test('the list scrolls to the message that the cursor’s event changed', async () => {
  const { to, settle, last, session } = await showMany();
  const touched = () => container.querySelector('.touched')?.textContent;
  for (const [seq, text] of [
    [last, 'Text 50.'],
    [1 + 2 * 300 + 1, 'Text 300.'],
    [2 * 5 + 2, 'Text 5.'],
  ] as const) {
    await to(seq);
    await waitUntil(async () => {
      await settle();
      expect(touched()).toContain(text);
    });
    expect(items().length).toBeLessThan(40);
  }
  await act(() => session.cursor.goLive());
  await waitUntil(async () => {
    await settle();
    expect(items().at(-1)?.textContent).toContain('Text 499.');
  });
});

test('a list that was scrolled up does not follow new messages', async () => {
  const { feed, settle } = await showMany();
  const box = container.querySelector<HTMLElement>('.conversation-box');
  if (box === null) throw new Error('There is a conversation.');
  await act(() => {
    box.dispatchEvent(new Event('wheel'));
    box.scrollTop = 1_000;
  });
  const records = sseRecords([delta('m499', ' More.')]).slice(1);
  await feed({ doc: 'd', frameId: 0, n: 1, records });
  await settle();
  expect(box.scrollTop).toBe(1_000);
});

test('a range of a text of a megabyte is in the DOM', async () => {
  const text = `${'long '.repeat(200_000)}end`;
  const { session } = await show([START, begin('m'), delta('m', text), end('m'), END]);
  const size = () => items()[0]?.textContent?.length ?? 0;
  expect(size()).toBeGreaterThan(10_000);
  expect(size()).toBeLessThan(30_000);
  await act(() => button(/more characters/).click());
  expect(size()).toBeGreaterThan(100_000);
  expect(size()).toBeLessThan(150_000);
  expect(session.cursor.at.value).toBe('live');
});

test('each segment of a text leads to its event, by mouse and by keys', async () => {
  const { session, to } = await show(events('run · text m "One " "two " "3."'));
  const text = () => items()[0]?.querySelector<HTMLElement>('.content') ?? container;
  expect(text().querySelectorAll('.segment')).toHaveLength(0);
  await act(() => void text().dispatchEvent(new Event('pointerover', { bubbles: true })));
  const segments = () => [...text().querySelectorAll<HTMLElement>('.segment')];
  expect(segments().map(({ textContent }) => textContent)).toEqual(['One ', 'two ', '3.']);
  await act(() => segments()[1]?.click());
  expect(session.cursor.at.value).toBe(3);
  expect(text().textContent).toBe('One two ');
  expect(items()[0]?.querySelector('.goes-on')).not.toBeNull();
  expect(text().querySelector('.here')?.textContent).toBe('two ');
  const press = (key: string) =>
    act(() => {
      text().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
  await to(4);
  await act(() => void text().dispatchEvent(new Event('focusin', { bubbles: true })));
  await press('End');
  await press('ArrowLeft');
  await press('ArrowLeft');
  expect(items()[0]?.querySelector('output')?.textContent).toContain('#2, 1 ms after it began');
  await press('Enter');
  expect(session.cursor.at.value).toBe(2);
  await to(5);
  expect(items()[0]?.querySelector('.goes-on')).toBeNull();
});

test('media parts are shown, large ones on demand, and nothing is loaded from the network', async () => {
  const data = (mimeType: string, value = 'AAAA') => ({ type: 'data', value, mimeType });
  await show([
    START,
    snapshot(
      user('u', [
        { type: 'text', text: 'Look:' },
        { type: 'image', source: data('image/png') },
        { type: 'image', source: data('image/png', 'AAAA'.repeat(400_000)) },
        { type: 'image', source: data('image/svg+xml') },
        { type: 'audio', source: data('audio/wav') },
        { type: 'video', source: data('video/mp4') },
        { type: 'document', source: data('application/pdf'), metadata: { filename: 'plan.pdf' } },
        { type: 'image', source: { type: 'url', value: 'https://example.org/a.png' } },
        { type: 'document', source: { type: 'file', value: 'file-1', provider: 'openai' } },
      ]),
    ),
  ]);
  const [message] = items();
  const sources = () =>
    [...container.querySelectorAll('[src]')].map((each) => each.getAttribute('src')?.slice(0, 15));
  expect(sources()).toEqual(['data:image/png;', 'data:audio/wav;', 'data:video/mp4;']);
  expect(message?.textContent).toContain('image · image/png · 1.2 MB');
  expect(message?.textContent).toContain('plan.pdf · document · application/pdf · 3 B');
  expect(message?.textContent).toContain('https://example.org/a.png');
  expect(message?.textContent).toContain('document · openai · file file-1');
  await act(() => button(/^Show$/).click());
  expect(sources()).toHaveLength(4);
});

test('a snapshot opens to its effect, a request to its changes', async () => {
  const { session, to } = await show(
    [
      START,
      snapshot(user('a'), user('b'), user('c')),
      snapshot(user('a', 'Other'), user('c2', 'Question c'), user('d')),
    ],
    { threadId: 't', runId: 'r', messages: [user('a', 'First')], tools: [], context: [] },
  );
  await to(2);
  const note = () => container.querySelector('.note-box')?.textContent ?? '';
  for (const words of ['Dropped (1)', 'ID changed (1)', 'Replaced (1)', 'Appended (1)']) {
    expect(note()).toContain(words);
  }
  expect(note()).toContain('Changes from MESSAGES_SNAPSHOT #2');
  const touched = textsOf(container, '.touched .id');
  expect(touched).toEqual(['a', 'c2', 'd']);
  await to(1);
  expect(note()).toContain('Replaced (1)');
  await to(0);
  expect(note()).toBe('');
  await act(() => void (session.cursor.at.value = 'live'));
  await act(() => button(/from snapshot #2/).click());
  expect(note()).toContain('Changes from MESSAGES_SNAPSHOT #2');
});

test('a request that omits or changes messages is marked where its run begins', async () => {
  const input = (runId: string, ...messages: object[]) => {
    return { threadId: 't', runId, messages, tools: [], context: [], state: {}, forwardedProps: {} };
  };
  const { feed, to } = await show([START, END], input('r', user('a'), user('b'), user('c')));
  const again = [START, END].map((event) => ({ ...event, runId: 'r2' }));
  const records = sseRecords(again, input('r2', user('a'), user('c', 'Edited')), 2);
  await feed({ doc: 'd', frameId: 0, n: 1, records: records.slice(1) });
  await to(2);
  const note = container.querySelector('.note-box')?.textContent ?? '';
  expect(note).toContain('Changes from the request of #2 “Edited”');
  expect(note).toContain('Dropped (1)user b Question b');
  expect(note).toContain('Replaced (1)user c');
  await to(3);
  expect(container.querySelector('.note-box')).toBeNull();
});

test('messages missing in the app are marked', async () => {
  const late = events('run · text m "Seen." · end · text late "Not seen."').slice(0, -1);
  const { session, to } = await show(late, STOCK);
  const line = () => container.querySelector('[role=tabpanel] .bar')?.textContent;
  expect(line()).toBe('The app is missing 1 message that the server sent. Its client stopped at #5.');
  const marked = () => textsOf(container, '.differs .id');
  expect(marked()).toEqual(['late']);
  await to(4);
  expect(line()).toBeUndefined();
  await to(6);
  await act(() => void (session.models.perspective.value = 'app'));
  expect(line()).toContain('is missing 1 message');
  expect(items()).toHaveLength(1);
});

test('calls stand in their message with arguments and result, and lead to Tools', async () => {
  const { workspace } = await show(
    events(String.raw`
      run · tool c generateUserInterface "{\"description\":\"A form\",\"da"
      result c "{\"ok\":true}" · custom card {"resource":{"uri":"ui://a"}}
    `),
  );
  expect(items()[0]?.textContent).toContain('created implicitly by TOOL_CALL_START #1');
  const call = items()[0]?.querySelector('details');
  expect(call?.textContent).toContain('answered');
  await unfold(one(container, 'li.message details'));
  expect(call?.querySelectorAll('[role=tree]')).toHaveLength(2);
  await act(() => workspace.current.value.session.cursor.goTo(3));
  expect(items()[0]?.classList.contains('touched')).toBe(true);
  await act(() => workspace.current.value.session.cursor.goTo(5));
  expect(container.querySelector('.note-box')?.textContent).toContain("'card' carries MCP-UI");
  await act(() => button(/Show in Tools/).click());
  expect(workspace.view.value).toBe('tools');
});

test('markdown is a setting; copies are of the message and of the conversation', {
  timeout: 40_000,
}, async () => {
  const { workspace, copied } = await show([START, snapshot(user('u', '**Hi**'))]);
  const box = container.querySelector<HTMLInputElement>('[role=tabpanel] input[type=checkbox]');
  await act(() => box?.click());
  expect(workspace.settings.values.value.isMarkdown).toBe(true);
  await waitForElement(container, '.markdown');
  expect(container.querySelector('.markdown strong')?.textContent).toBe('Hi');
  await choose(/Copy conversation/, /OpenAI/);
  await choose(/Copy conversation/, /Markdown/);
  await choose(/Message u/, /Copy text/);
  expect(JSON.parse(copied[0] ?? '')).toEqual([{ role: 'user', content: '**Hi**' }]);
  expect(copied.slice(1)).toEqual(['## user\n\n**Hi**\n', '**Hi**']);
});

test('the view of the app names its client, and is not offered for an unknown one', async () => {
  const fullStream = events('run · text m "Hi." · end');
  const picker = () => container.querySelector<HTMLSelectElement>('select[aria-label="View as"]');
  const option = () => picker()?.querySelector<HTMLOptionElement>('option[value=app]');
  await show(fullStream, { threadId: 't', runId: 'r', messages: [] });
  expect(option()?.disabled).toBe(true);
  expect(picker()?.title).toContain('Nothing in the request shows which client sent it.');
  render(null, container);
  await show(fullStream, STOCK);
  expect(option()?.disabled).toBe(false);
  expect(option()?.textContent).toBe('App (@ag-ui/client 1.0)');
  expect(picker()?.title).toContain('The request states protocolVersion "1.0".');
});
