// Several agents, costs of runs, the position of the pointer, and quiet findings.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { importText } from '@/components/files/open';
import type { Order, StartWorker } from '@/lib/panel/file-worker/types';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import { actAndLoad, one, textsOf, unfold } from '../support/dom';
import { openOf, sse, sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleRun, whileRunning } from '../support/sessions';
import { waitUntil } from '../support/wait-until';

let panel: TestPanel;
const usage = [{ model: 'mini-2', inputTokens: 1_000, outputTokens: 100 }];
const PRICED = sampleRun().map((event) =>
  'type' in event && event.type === 'RUN_FINISHED' ? { ...event, usage } : event,
);

test('the table of runs has a column of costs if the user has set prices', async () => {
  panel = await showPanel(PRICED, { view: 'run' });
  expect(panel.names('columnheader')).not.toContain('Cost');
  await actAndLoad(() => void (panel.workspace.dialog.value = 'settings'));
  await panel.choose('textbox', 'Model, row 1', 'mini-*');
  await panel.choose('spinbutton', 'Price of tokens in, row 1', '2');
  await panel.choose('spinbutton', 'Price of tokens out, row 1', '10');
  expect(panel.workspace.settings.values.value.prices).toEqual([{ model: 'mini-*', input: 2, output: 10 }]);
  expect(panel.find('button', /^Cost/).title).toBe('Sort by cost');
  expect(panel.container.querySelector('.figure-cost')?.textContent).toBe('0.003');
  await panel.click('button', 'Remove the price of mini-*');
  expect(panel.container.querySelector('.figure-cost')).toBeNull();
});

test('two different views can be shown side by side by key, and stay so in the next panel', async () => {
  panel = await showPanel();
  const shown = () => [...panel.container.querySelectorAll('[role=tabpanel]')].map(({ id }) => id);
  expect(shown()).toEqual(['view']);
  await panel.press(panel.find('grid', 'Events'), 'v');
  expect(panel.workspace.settings.values.value.isPaired).toBe(true);
});

test('the overview marks the row under the pointer', async () => {
  panel = await showPanel();
  const line = () => panel.container.querySelector('.hover-line')?.textContent;
  const row = panel.container.querySelector('[data-seq="1"]');
  await act(() => void row?.dispatchEvent(new Event('pointermove', { bubbles: true })));
  expect(line()).toMatch(/^#1 · 1 ms$/);
  await act(() => {
    panel.container.querySelector('.event-list')?.dispatchEvent(new Event('pointerleave'));
  });
  expect(line()).toBeUndefined();
});

test('rows mark info findings only while the filter asks for them', async () => {
  const events = sampleRun().map((event) =>
    'parentMessageId' in event ? { ...event, parentMessageId: 'nobody' } : event,
  );
  panel = await showPanel(events, { view: 'findings' });
  const { session } = panel.workspace.current.value;
  expect(session.findings.listed.value.map(({ severity }) => severity)).toContain('info');
  const infos = () => panel.container.querySelectorAll('.event-row.has-info').length;
  expect(infos()).toBe(0);
  expect(panel.view()).toContain('No errors or warnings up to this event');
  await act(() => {
    session.filter.text.value = 'is:info';
    panel.turns.run();
  });
  expect(infos()).toBeGreaterThan(0);
});

test('repeated findings are one entry with a count and its events', async () => {
  const again = Array.from({ length: 4 }, (_, at) => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'replace', path: `/none/${at}`, value: at }],
  }));
  const [start = {}, ...rest] = sampleRun();
  panel = await showPanel([start, ...again, ...rest], { view: 'findings' });
  const found = [...panel.container.querySelectorAll('[aria-label=patch-failed] .finding')];
  expect(found).toHaveLength(1);
  expect(found[0]?.textContent).toContain('×4');
  await unfold(one(panel.container, '[aria-label=patch-failed] .finding details'));
  expect(found[0]?.querySelectorAll('details button')).toHaveLength(3);
});

/** Adds the run of another agent. */
function otherAgent(url: string): Promise<void> {
  const ids = { threadId: 't2', runId: 'x' };
  const text = sse({ type: 'RUN_STARTED', ...ids });
  const records = [
    { ...openOf(ids, url), stream: 2 },
    { kind: 'chunk', t: 50, stream: 2, text },
  ] as const;
  return panel.feed({ doc: 'd0', frameId: 0, n: 1, records });
}

test('several agents have a name and a colour in the list, in the table of runs and in the overview', async () => {
  panel = await showPanel(sampleRun(), { view: 'run' });
  const named = (selector: string) => textsOf(panel.container, selector);
  expect(named('.agent-legend li')).toEqual([]);
  await otherAgent('http://localhost/other');
  expect(named('.agent-legend li')).toEqual(['1 agent', '2 other']);
  expect(named('.run-row .agent-tag')).toEqual(['1 agent', '2 other']);
  const rows = [...panel.container.querySelectorAll<HTMLElement>('.event-row.of-agent')];
  expect(new Set(rows.map(({ style }) => style.getPropertyValue('--agent'))).size).toBe(2);
});

test('the legend shows only one agent, also one with a comma in its name', async () => {
  panel = await showPanel(sampleRun(), { view: 'run' });
  const { session } = panel.workspace.current.value;
  await otherAgent('http://localhost/a,b');
  await panel.click('button', '2 a,b');
  await act(() => panel.turns.run());
  expect(session.list.counts.value.matches).toBe(1);
  await panel.click('button', '2 a,b');
  expect(session.filter.text.value).toBe('');
});

test('a run is saved as a test of its own, which a worker writes', async () => {
  const orders: Order[] = [];
  const startWorker: StartWorker = (kind) => {
    const line = startHere(kind);
    return {
      ...line,
      post(order) {
        orders.push(order);
        line.post(order);
      },
    };
  };
  panel = await showPanel([], { view: 'run', host: { startWorker } });
  const { workspace, turns, host } = panel;
  const body = (run: string) => sampleRun(run).map((event) => sse(event));
  const text = [...body('r1'), ...body('r2')].join('');
  await act(() => whileRunning(turns, importText(workspace, 'runs.sse', text)));
  await act(async () => {
    panel.find('button', 'Save run as a test').click();
    await waitUntil(() => expect(host.saved).toHaveLength(1));
  });
  expect(workspace.notice.value?.text).toContain('agui-run-2.test.ts');
  await host.written();
  expect(host.saved).toHaveLength(1);
  expect(host.saved[0]?.text).toContain('HttpAgent');
  // It reads the file itself: the panel hands over nothing.
  const tasks = orders.flatMap((order) => (order.kind === 'begin' ? [order.task.kind] : []));
  expect([tasks, orders.some(({ kind }) => kind === 'take')]).toEqual([['read', 'write'], false]);
});

test('secrets do not get into a saved test: it will be committed', async () => {
  panel = await showPanel([], { view: 'run', host: { startWorker: startHere } });
  const { workspace, turns, host } = panel;
  const secret = 'sk-proj-Zx81TqPw3LmVb7Rk2NcYh5Jd9Fg4Sa6E';
  const events = sampleRun().toSpliced(-1, 0, { type: 'STATE_SNAPSHOT', snapshot: { key: secret } });
  await act(() =>
    whileRunning(turns, importText(workspace, 'run.sse', events.map((event) => sse(event)).join(''))),
  );
  await act(async () => {
    panel.find('button', 'Save run as a test').click();
    await waitUntil(() => expect(host.saved).toHaveLength(1));
  });
  expect(workspace.notice.value?.text).toMatch(
    /^Saved agui-run-1\.test\.ts \(.*\)\. Secrets of the session are replaced\.$/,
  );
  await host.written();
  expect(host.saved[0]?.text).toContain('STATE_SNAPSHOT');
  expect(host.saved[0]?.text).not.toContain(secret);
});

test('a replayed run is marked in the table of runs and in the row of its request', async () => {
  panel = await showPanel([], { view: 'run' });
  const input = { threadId: 't1', runId: 'r0', messages: [] };
  const [first = [], second = []] = [1, 2].map((stream) => sseRecords(sampleRun('r1'), input, stream));
  const asConnect = second.map((record) => ({
    ...record,
    ...(record.kind === 'open' && { url: 'http://localhost/agent/a/connect' }),
  }));
  await panel.feed(
    { doc: 'one', frameId: 0, n: 0, records: first },
    { doc: 'two', frameId: 0, n: 0, records: asConnect },
  );
  const requests = textsOf(panel.container, '.boundary-row');
  expect(requests.filter((row) => row.includes('/connect')).join()).toContain('replay');
  const own = requests.filter((row) => row.startsWith('→') && !row.includes('/connect'));
  expect(own.join()).not.toContain('replay');
  const runs = textsOf(panel.container, '.run-row');
  expect(runs).toHaveLength(2);
  expect(runs.filter((row) => /replay/.test(row))).toHaveLength(1);
});
