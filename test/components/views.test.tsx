// @vitest-environment happy-dom
// What each view shows of one short run at one event; and that none of them fails, whatever it is given.
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { views } from '@/components/app/views';
import { testView, type ViewFixture } from '../contract/view';
import { agents } from '../harness/agents';
import { garbage } from '../harness/garbage';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleSize } from '../support/sample-size';
import { runInput, sampleRun } from '../support/sessions';
import { events } from '../support/stream-text';

const fixtures: readonly ViewFixture[] = [
  { name: 'an empty log', events: [] },
  { name: 'a short run', events: sampleRun(), request: runInput },
  ...agents
    .filter(({ name }) => name !== 'long')
    .map(({ name, run }) => ({
      name: `agent ${name}`,
      events: [...run(runInput)].slice(0, 120),
      request: runInput,
    })),
  ...garbage
    .filter(({ name }) => !['endless-frame', 'huge'].includes(name))
    .map(({ name, parts }) => ({
      name: `garbage ${name}`,
      events: [],
      body: [...parts()],
      request: runInput,
    })),
  {
    name: 'values of every wrong type',
    events: events(`
      RUN_STARTED {"threadId":1,"runId":null} · TEXT_MESSAGE_START {"messageId":{},"role":[]}
      TEXT_MESSAGE_CONTENT {"messageId":"x","delta":{"a":1}}
      messages [{"id":"a","role":"user","content":[{"type":"image"}]},7] · patch "none" · state null
      TOOL_CALL_START {"toolCallId":[],"toolCallName":3} · NO_SUCH_TYPE {"a":{"__proto__x":1}}
      RUN_FINISHED {"outcome":{"type":"interrupt","interrupts":"many"}} · RUN_ERROR {"message":["no"]}
    `),
  },
];

/** Events of each log at which a view is rendered: all in the project `long`. */
const EVENTS = sampleSize(120, '', 12);

for (const view of views) describe(view.id, () => testView(view, fixtures, EVENTS));

/** Texts of views for the short run: at an event, and at its end. */
const SHOWN: Readonly<
  Record<string, { readonly at: number; readonly past: RegExp[]; readonly end: RegExp[] }>
> = {
  event: {
    at: 1,
    past: [/STATE_SNAPSHOT #1/, /Effect.*State.*cart/, /Decoded/, /Raw/, /Request/],
    end: [/RUN_FINISHED #12/, /Run #1 .* finished successfully/],
  },
  messages: { at: 3, past: [/assistant.*streaming.*r1-m/, /Hel(?!lo)/], end: [/Hello/, /search/, /3 found/] },
  state: { at: 1, past: [/last changed by #1/, /total: ?1/], end: [/last changed by #11/, /total: ?2/] },
  tools: {
    at: 7,
    past: [/search/, /streaming/, /incomplete/],
    end: [/search/, /answered/, /valid JSON/, /3 found/],
  },
  run: { at: 0, past: [/RunStatus.*#1 /, /● running/], end: [/✓ success/, /Run metrics/] },
  findings: { at: 0, past: [/No findings up to this event/], end: [/No findings up to this event/] },
};

let panel: TestPanel;
test.each(views.map(({ id }) => id))('%s shows the model as of the cursor', async (view) => {
  panel = await showPanel(sampleRun(), { request: runInput, view });
  const { cursor } = panel.session;
  const { at, past, end } = SHOWN[view] ?? { at: 0, past: [/there is an entry for this view/], end: [] };
  await act(() => cursor.goTo(at));
  for (const text of past) expect(panel.view()).toMatch(text);
  await act(() => cursor.goTo(12));
  for (const text of end) expect(panel.view()).toMatch(text);
});

test('the tabs of Tools and Findings show open calls and findings', async () => {
  panel = await showPanel(sampleRun(), { request: runInput });
  const { cursor } = panel.session;
  await act(() => cursor.goTo(8));
  const badge = (name: string) => panel.find('tab', name).dataset['badge'];
  expect([badge('Tools'), badge('Messages')]).toEqual(['1', undefined]);
  await act(() => cursor.goLive());
  expect(badge('Tools')).toBeUndefined();
  panel.remove();
  panel = await showPanel([
    ...sampleRun().slice(0, 3),
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'x', delta: 'y' },
  ]);
  expect(Number(badge('Findings'))).toBeGreaterThan(0);
});
