// The Run view: the tree with the links named, keys, questions with their answers, and the request's news.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mount } from '@/components/mount';
import type { CapturedRecord } from '@/lib/wire/records';
import { sseRecords } from '../support/logs';
import { createTestHost, createTestWorkspace } from '../support/workspace';

let container: HTMLElement;
beforeEach(() => {
  container = document.createElement('div');
  document.body.replaceChildren(container);
});
afterEach(() => render(null, container));

const U1 = { id: 'u1', role: 'user', content: 'Hello?' };
const A1 = { id: 'a1', role: 'assistant', content: 'Hello' };
const request = (runId: string, messages: readonly object[], more: object = {}) => {
  return { threadId: 't', runId, messages, tools: [], context: [], state: {}, forwardedProps: {}, ...more };
};
const run = (runId: string, outcome?: object) => [
  { type: 'RUN_STARTED', threadId: 't', runId },
  { type: 'TEXT_MESSAGE_START', messageId: `a-${runId}`, role: 'assistant' },
  { type: 'TEXT_MESSAGE_END', messageId: `a-${runId}` },
  { type: 'RUN_FINISHED', threadId: 't', runId, ...(outcome !== undefined && { outcome }) },
];

async function show(exchanges: readonly (readonly [events: object[], request: object])[]) {
  const copied: string[] = [];
  const copy = (text: string) => {
    copied.push(text);
    return Promise.resolve(true);
  };
  const { workspace, turns } = createTestWorkspace(createTestHost({ copy }));
  workspace.view.value = 'run';
  await act(() => {
    mount(workspace, container);
  });
  await act(() => {
    for (const [n, [events, input]] of exchanges.entries()) {
      const records: CapturedRecord[] = sseRecords(events, input).map((record) =>
        'stream' in record ? ({ ...record, stream: n + 1 } as CapturedRecord) : record,
      );
      workspace.shown.value.session.reading.append([
        { doc: 'd', frameId: 0, n, body: JSON.stringify(records) },
      ]);
    }
    turns.run();
  });
  return { copied };
}

const rows = () => [...container.querySelectorAll<HTMLElement>('[role=treeitem][data-run]')];
const details = () => container.querySelector('[role=tabpanel] section')?.textContent ?? '';
const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);

const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'approval', message: 'May I?' }] };
const resume = [{ interruptId: 'i1', status: 'resolved', payload: { approved: true } }];
const CONVERSATION = [
  [run('r1', outcome), request('r1', [U1])],
  [run('r2'), request('r2', [U1, { ...A1, id: 'a-r1', content: '' }], { resume })],
  [run('r3'), request('r3', [U1])],
] as const satisfies readonly (readonly [object[], object])[];

test('the tree names what each run comes from; the newest is chosen, keys choose others', async () => {
  await show(CONVERSATION);
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('r1'),
    expect.stringContaining('answers r1'),
    expect.stringContaining('restarts the thread'),
  ]);
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'false', 'true']);
  expect(rows().map((row) => row.tabIndex)).toEqual([-1, -1, 0]);
  await act(() => {
    rows()[2]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  });
  expect(rows()[0]?.getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(rows()[0]);
});

test('a question stands with its answer and leads to the run that gave it', async () => {
  await show(CONVERSATION);
  await act(() => rows()[0]?.click());
  expect(details()).toContain('May I?');
  expect(details()).toContain('answered');
  expect(details()).toContain('Resolved by');
  await act(() => button('#2 r2')?.click());
  expect(rows()[1]?.getAttribute('aria-selected')).toBe('true');
  expect(details()).toContain('Answers to interrupts');
});

test('the request says what it repeated; only what was new can be shown and copied', async () => {
  const { copied } = await show(CONVERSATION);
  await act(() => rows()[1]?.click());
  expect(details()).toContain('2 messages repeated, 0 new');
  await act(() => button('Only new')?.click());
  expect(button('Only new')?.getAttribute('aria-pressed')).toBe('true');
  await act(() => button('Copy as JSON')?.click());
  expect(JSON.parse(copied[0] ?? '')).toEqual({ threadId: 't', runId: 'r2', messages: [], resume });
  await act(() => rows()[2]?.click());
  expect(details()).toContain('1 message repeated, 0 new · 2 dropped');
});
