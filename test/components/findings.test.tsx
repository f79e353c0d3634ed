// The Findings view: by rule, with what to do, links, severities, and rules that are switched off and on.

import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { groupRepeated } from '@/components/findings/finding-list';
import { positionOf } from '@/lib/core/lint/order';
import type { CapturedRecord } from '@/lib/messages/records';
import { stepBy, stepMatch } from '@/lib/panel/navigate';
import { buttonIn } from '../support/dom';
import { sseRecords } from '../support/logs';
import { mountPanel, testContainer } from '../support/panel';
import { batchOf } from '../support/sessions';
import { events } from '../support/stream-text';

const TOOL = { name: 'f', description: '', parameters: { type: 'object', required: ['city'] } };
const EVENTS = events(`
  run r1 on t1 · RUN_STARTEDD · tool c f {"days":1}
  TOOL_CALL_START {"toolCallId":"c","toolCallName":"f","parentMessageId":"nobody"}
  TOOL_CALL_END {"toolCallId":"c"} · end
`);

const container = testContainer();

const REQUEST = { threadId: 't1', runId: 'r1', protocolVersion: '1.0', messages: [], tools: [TOOL] };
const shown = (view: string) => mountPanel(container, [batchOf(EVENTS, 0, REQUEST)], { view });

/** As a key does it. */
const press = (name: string) =>
  act(() => {
    button(name).focus();
    button(name).click();
  });

const button = (name: string | RegExp) => buttonIn(container, name);

const groups = () =>
  [...container.querySelectorAll('.rule-group')].map((each) => each.getAttribute('aria-label'));

test('findings are grouped by rule, the worst first, with a link that opens elsewhere', async () => {
  await shown('findings');
  const names = groups();
  expect(names).toEqual(expect.arrayContaining(['unknown-type', 'call-reopened', 'arguments-not-in-schema']));
  // Infos are hidden by default.
  expect(names).not.toContain('parent-unknown');
  const link = container.querySelector('.rule-group a');
  expect(link?.getAttribute('target')).toBe('_blank');
  expect(link?.getAttribute('rel')).toBe('noreferrer');
  expect(link?.getAttribute('href')).toMatch(/^https:\/\/docs\.ag-ui\.com\//);
  expect(container.textContent).toContain("Did you mean 'RUN_STARTED'");
});

test('the events of a finding are links', async () => {
  const { workspace } = await shown('findings');
  await act(() => button(/^#2 TOOL_CALL_START$/).click());
  expect(workspace.current.value.session.cursor.at.value).toBe(2);
});

test('a later request’s finding is not shown at an early event', async () => {
  const { session, feed } = await shown('findings');
  const records = sseRecords([], { threadId: 't1', runId: 'r2', messages: [] }).map((record) =>
    record.kind === 'open' ? { ...record, status: 500 } : record,
  );
  await feed({ doc: 'd1', frameId: 0, n: 1, records });
  expect(groups()).toContain('http-error');
  await act(() => void (session.cursor.at.value = 3));
  expect(groups()).not.toContain('http-error');
});

test('a finding in a response that a rule changed names the change', async () => {
  const { feed } = await shown('findings');
  expect(container.querySelector('.finding-origin')).toBeNull();
  const records = sseRecords(events('run r2 · RUN_STARTEDD · end'), { ...REQUEST, runId: 'r2' });
  const detail = 'TOOL_CALL_END removed by rule 1';
  const changed = records.flatMap((record): readonly CapturedRecord[] =>
    record.kind === 'open'
      ? [record, { kind: 'gap', t: record.t, stream: record.stream, reason: 'changed', detail }]
      : [record],
  );
  await feed({ doc: 'd2', frameId: 0, n: 0, records: changed });
  expect(container.querySelector('.finding-origin')?.textContent).toBe(detail);
});

/** A run whose request fails after all events: it has no event. */
function failedRequest(runId: string, n: number) {
  const input = { threadId: 't1', runId, messages: [] };
  const records = sseRecords([], input).map((record) =>
    record.kind === 'open' ? { ...record, status: 500 } : record,
  );
  return { doc: `d${n}`, frameId: 0, n: 0, records };
}

test('a failed request has its finding while it is selected: by its link, by keys and from the filter', async () => {
  const { session, feed } = await shown('findings');
  await feed(failedRequest('r2', 1));
  await feed(failedRequest('r3', 2));
  const failed = () => session.log.boundaries[session.cursor.boundary.value ?? -1];
  const runOf = () => {
    const boundary = failed();
    return boundary !== undefined && 'stream' in boundary ? boundary.stream.input?.['runId'] : undefined;
  };
  const step = (direction: 1 | -1) =>
    act(() => stepBy(session, direction, { kind: 'finding', hiddenSeverities: ['info'] }));
  await step(-1);
  expect(runOf()).toBe('r3');
  expect(groups()).toContain('http-error');
  await step(-1);
  expect(runOf()).toBe('r2');
  await step(-1);
  expect(runOf()).toBeUndefined();
  expect(groups()).not.toContain('http-error');
  expect(container.textContent).toContain('3 more after this event');
  await step(1);
  expect(runOf()).toBe('r2');
  await step(1);
  expect(runOf()).toBe('r3');
  await step(1);
  expect(runOf()).toBe('r3');

  await act(() => void (session.filter.text.value = 'url:agent is:error'));
  const seen = new Set<unknown>();
  for (let steps = 0; steps < 12; steps++) {
    await act(() => stepMatch(session, 1));
    seen.add(runOf());
  }
  expect([...seen]).toEqual(expect.arrayContaining(['r2', 'r3']));
});

test('a filter that only requests match counts them, and does not say that nothing matches', async () => {
  const { session, feed } = await shown('findings');
  await feed(failedRequest('r2', 1));
  await act(() => void (session.filter.text.value = 'kind:requests'));
  expect(container.querySelector('.matches')?.textContent).toBe('2 requests');
  expect(container.querySelector('.no-match')).toBeNull();
});

test('behind the last event of a file a request may have failed: a bar leads there, and End', async () => {
  const { session, feed } = await mountPanel(container, [batchOf(EVENTS, 0, REQUEST)], { view: 'run' });
  await feed(failedRequest('r2', 1));
  expect(container.querySelector('.past-bar')).toBeNull();
  await act(() => session.cursor.goTo(session.log.length - 1));
  expect(container.querySelector('.past-bar')?.textContent).toContain('the last one');
  await act(() => button('Back to latest').click());
  expect(session.cursor.at.value).toBe('live');
});

test('a finding about a request that is cut off later is a stop at the request', async () => {
  const asked = { threadId: 't1', runId: 'r2', messages: [] };
  const call = { type: 'TOOL_CALL_START', toolCallId: 'f', toolCallName: 'f' };
  const first = [
    ...events('run r1 on t1'),
    call,
    { type: 'TOOL_CALL_END', toolCallId: 'f' },
    ...events('end'),
  ];
  const { session, feed } = await mountPanel(container, [
    batchOf(first, 0, { ...REQUEST, tools: [{ ...TOOL, parameters: {} }] }),
  ]);
  const second = sseRecords(events('run r2 on t1 · say m "Hi"'), asked).map((record) =>
    record.kind === 'close' ? { ...record, how: 'network-error' as const, detail: 'broken' } : record,
  );
  await feed({ doc: 'd2', frameId: 0, n: 0, records: second });
  const positions = session.findings.listed.value.map(positionOf);
  expect(positions.some((position) => position % 1 !== 0)).toBe(true);
  const stops = (direction: 1 | -1) =>
    Array.from({ length: positions.length }, () => {
      stepBy(session, direction, { kind: 'finding' });
      return session.cursor.position.value;
    });
  const places = [...new Set(positions)].sort((a, b) => a - b);
  await act(() => session.cursor.goLive());
  expect([...new Set(stops(-1))]).toEqual(places.toReversed());
  expect([...new Set([session.cursor.position.value, ...stops(1)])]).toEqual(places);
});

test('severities can be hidden', async () => {
  await shown('findings');
  const info = container.querySelectorAll<HTMLInputElement>('.severities input')[2];
  await act(() => info?.click());
  expect(groups().at(-1)).toBe('parent-unknown');
  await act(() => info?.click());
  expect(groups()).not.toContain('parent-unknown');
  expect(groups()).toContain('unknown-type');
});

test('a rule can be switched off and on again', async () => {
  await shown('findings');
  await press('Turn off this rule: unknown-type');
  expect(groups()).not.toContain('unknown-type');
  expect(container.querySelector('.rules-off summary')?.textContent).toBe('1 rule is off');
  expect(document.activeElement?.id).toBe('view');
  await press('Turn on: unknown-type');
  expect(groups()).toContain('unknown-type');
  expect(container.querySelector('.rules-off')).toBeNull();
  expect(document.activeElement?.id).toBe('view');
});

test('the Tools view shows where arguments do not fit their schema', async () => {
  await shown('tools');
  const problems = container.querySelector('ul[aria-label=Problems]');
  expect(problems?.textContent).toContain('required');
  expect(problems?.textContent).toContain('city');
});

test('findings that quote a list of millions of numbers are grouped', () => {
  const finding = (numbers: string) => ({
    rule: 'r',
    severity: 'error' as const,
    stream: 1,
    seq: 0,
    message: `of ${numbers}.`,
    related: [],
  });
  const many = '1,'.repeat(8e6);
  expect(groupRepeated([finding(many), finding('12'), finding('1.5')]).map(({ all }) => all.length)).toEqual([
    3,
  ]);
});
