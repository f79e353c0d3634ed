// Everyday questions, each answered with at most two clicks or keys in the real DevTools. Every story counts from the
// moment that something happened; files stand for the events that a page would have brought by then.
import { events as streamed } from '../support/stream-text';
import type { Panel } from './drive/browser';
import { converse, openFile, panelEvents } from './drive/demo';
import { cursorOf, viewOf } from './drive/panel-actions';
import { type Exchange, paced, recordingOf, textMessage } from './drive/recorded';
import { converseShown, expect, panelOn, story } from './story';
import { inTwoClicks } from './two-clicks-story';

async function open(panel: Panel, ...exchanges: readonly Exchange[]): Promise<void> {
  await openFile(panel, 'recorded.agui.jsonl', recordingOf(exchanges));
  await panelEvents(panel, exchanges.flatMap(({ events }) => events).length);
}

const ids = (runId: string) => ({ threadId: 't', runId });
const started = (runId: string) => ({ type: 'RUN_STARTED', ...ids(runId) });
const finished = (runId: string) => ({ type: 'RUN_FINISHED', ...ids(runId) });

for (const [agent, reason] of [
  ['broken-truncated', /cut off: no RUN_FINISHED/],
  ['http-500', /request failed: HTTP 500/],
] as const) {
  story(`why did the answer stop? ${agent}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent, pace: 2 }));
    await converse(tab, 'Tell me a story.').catch(() => undefined);
    // No click: the row of the request shows it, and so does the last message.
    await expect.poll(() => panel.count('row', reason)).toBeGreaterThan(0);
    await inTwoClicks(panel, async (asked) => {
      await asked.click('tab', 'Messages');
      await expect.poll(() => viewOf(panel)).toMatch(/Ended here ·/);
      expect(await viewOf(panel)).not.toContain('streaming');
      // One more: only what is wrong.
      await asked.click('button', /\d+ errors?$/);
    });
    await expect.poll(() => panel.count('tab', /^Findings/)).toBe(1);
    await expect
      .poll(() => panel.evaluate(() => document.querySelector<HTMLInputElement>('.filter')?.value))
      .toBe('is:error');
  });
}

story('which event holds this text? It came in deltas', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  const events = await converseShown(tab, panel);
  const deltas = events.flatMap((event, seq) =>
    event.type === 'TEXT_MESSAGE_CONTENT' ? [{ seq, delta: String(event['delta']) }] : [],
  );
  const [first, second] = deltas;
  if (first === undefined || second === undefined) throw new Error('The demo streams its answer.');
  const across = `${first.delta.slice(-3)}${second.delta.slice(0, 3)}`.trim();
  await inTwoClicks(panel, async (asked) => {
    await asked.click('searchbox', 'Filter');
    await panel.type(`"${across}"`);
    await asked.press('Enter');
  });
  await expect.poll(() => cursorOf(panel)).toBe(first.seq);
});

story('which event holds this value of the state? It was moved there', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const changes = streamed(`
    run · state {"city":"Lisbon","home":null} · patch [{"op":"copy","from":"/city","path":"/home"}] · end
  `);
  await open(panel, { request: ids('r'), events: paced(changes), how: 'complete' });
  await inTwoClicks(panel, async (asked) => {
    await asked.click('searchbox', 'Filter');
    await panel.type('"home = Lisbon"');
    await asked.press('Enter');
  });
  await expect.poll(() => cursorOf(panel)).toBe(2);
});

story('which event set this value, and what was it before?', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const changes = streamed(`
    run · state {"cart":{"total":1},"city":"Lisbon"} · patch /city = "London" · patch /cart/total = 20 · end
  `);
  await open(panel, { request: ids('r'), events: paced(changes), how: 'complete' });
  await inTwoClicks(panel, async (asked) => {
    await asked.click('tab', 'State');
    await asked.click('treeitem', /^\W*city/);
    const strip = async () => (await panel.texts('region', 'Selected value')).join('');
    await expect.poll(strip).toMatch(/#2 STATE_DELTA/);
    await expect.poll(strip).toMatch(/Lisbon/);
  });
});

story('which tool was slow, its arguments or the waiting?', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const call = (toolCallId: string, toolCallName: string, [start, end, result]: readonly number[]) =>
    [
      [start, { type: 'TOOL_CALL_START', toolCallId, toolCallName }],
      [start, { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{}' }],
      [end, { type: 'TOOL_CALL_END', toolCallId }],
      [result, { type: 'TOOL_CALL_RESULT', toolCallId, messageId: `${toolCallId}-r`, content: 'ok' }],
    ] as [number, object][];
  const events = [
    [10, started('r')] as const,
    ...call('a', 'quick', [20, 40, 90]),
    ...call('b', 'writer', [100, 1_900, 1_950]),
    ...call('c', 'search', [2_000, 2_020, 3_720]),
    [3_800, finished('r')] as const,
  ];
  await open(panel, { request: ids('r'), events, how: 'complete' });
  await inTwoClicks(panel, async (asked) => {
    await asked.click('tab', 'Tools');
    // Both times of all calls are there, and one more click brings the slowest to the top.
    await asked.click('button', /^Waiting/);
    const rows = async () =>
      (await panel.texts('row')).filter((row) => /quick|writer|search/.test(row) && /\d ms|\d s/.test(row));
    await expect
      .poll(async () => (await rows()).find((row) => !row.includes('CALL')))
      .toMatch(/search[\s\S]*20 ms[\s\S]*1\.70 s/);
    expect((await rows()).join()).toMatch(/writer[\s\S]*1\.80 s[\s\S]*50 ms/);
  });
});

const paint = { name: 'paint', description: 'paints', parameters: { type: 'object', properties: {} } };
const ASKED: Exchange = {
  request: { ...ids('r1'), tools: [paint] },
  events: paced(streamed('run r1 · tool c paint {} · end')),
  how: 'complete',
};
const CALLED = {
  id: 'c',
  role: 'assistant',
  toolCalls: [{ id: 'c', type: 'function', function: { name: 'paint', arguments: '{}' } }],
};
const answered = (messages: readonly object[]): Exchange => ({
  request: { ...ids('r2'), tools: [paint], messages },
  events: paced([started('r2'), ...textMessage('m', 'Done.'), finished('r2')], 2_000),
  how: 'complete',
});

for (const [name, exchanges, status, expected] of [
  ['it still waits', [ASKED], 'awaiting result', /Waiting for the app’s result, \d/],
  [
    'nobody answered',
    [ASKED, answered([CALLED, { id: 'u', role: 'user', content: 'Well?' }])],
    'unanswered',
    /No result: the app runs this tool, but the next request contains none/,
  ],
  [
    'it did',
    [ASKED, answered([CALLED, { id: 'a', role: 'tool', toolCallId: 'c', content: 'blue' }])],
    'answered',
    /Answered by the app, in the request of/,
  ],
] as const) {
  story(`did my tool’s answer reach the agent? ${name}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await open(panel, ...exchanges);
    await inTwoClicks(panel, async (asked) => {
      await asked.click('tab', 'Tools');
      await expect.poll(() => viewOf(panel)).toMatch(expected);
      expect(await panel.count('gridcell', status)).toBe(1);
    });
  });
}

const text = (text: string) => textMessage('m', text);
for (const [name, events, rule] of [
  ['the same deltas twice', textMessage('m', 'Hel', 'Hel', 'lo', 'lo'), 'deltas-repeated'],
  ['the same text with another id', [...text('Hello.'), ...textMessage('n', 'Hello.')], 'text-repeated'],
  [
    'a snapshot that gave it another id',
    [
      ...text('Hello.'),
      { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'n', role: 'assistant', content: 'Hello.' }] },
    ],
    'snapshot-renames',
  ],
  ['the same id again', [...text('Hello.'), ...text('Hello.')], 'message-reopened'],
] as const) {
  story(`why does the UI show a message twice? ${name}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit());
    await open(panel, {
      request: ids('r'),
      events: paced([started('r'), ...events, finished('r')]),
      how: 'complete',
    });
    await inTwoClicks(panel, async (asked) => {
      await asked.click('tab', 'Findings');
      const isReported = () => panel.count('region', rule);
      // Not the server's fault: level info, hidden by default.
      if ((await isReported()) === 0) await asked.click('checkbox', /^info/);
      await expect.poll(isReported).toBe(1);
    });
  });
}

story('turn this into a failing test: from the run, and from a finding', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'broken-bad-patch', pace: 2 }));
  await converse(tab, 'Change the state.').catch(() => undefined);
  await expect.poll(() => panel.count('button', /\d+ errors?$|\d+ warnings?$/)).toBeGreaterThan(0);
  for (const view of ['Run', 'Findings']) {
    const test = await panel.download(() =>
      inTwoClicks(panel, async (asked) => {
        await asked.click('tab', view);
        await asked.click('button', view === 'Run' ? 'Save run as a test' : 'Save finding as a test');
      }),
    );
    const reader =
      view === 'Run' ? "HttpAgent, type RunAgentInput } from '@ag-ui/client'" : "check } from 'ag-ui-lens'";
    expect(test, view).toContain(reader);
    if (view === 'Run') expect(test.match(/"runId": "/g)).toHaveLength(1);
    else expect(test).toContain('const rule = "patch-failed"');
  }
});

story('what changed between two runs of the same prompt?', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel, ['London', 'London']);
  await inTwoClicks(panel, async (asked) => {
    await asked.click('tab', 'Run');
    await asked.click('button', 'Compare with #1 “London”');
    await expect.poll(() => viewOf(panel)).toMatch(/#1 “London” and #2 “London”[\s\S]*Messages/i);
  });
});

story('the runs side by side: first tokens, and the differences between them', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel, ['London', 'Lisbon']);
  await inTwoClicks(panel, async (asked) => {
    await asked.click('tab', 'Run');
    await expect.poll(() => panel.count('row', /#1 “London”/)).toBeGreaterThan(0);
    await expect.poll(() => viewOf(panel)).toMatch(/Median/);
    await asked.click('button', /^First token/);
  });
  await panel.click('checkbox', 'Compare #1 “London”');
  await panel.click('checkbox', 'Compare #2 “Lisbon”');
  await expect.poll(() => viewOf(panel)).toMatch(/#1 “London” and #2 “Lisbon”[\s\S]*Messages/i);
  await panel.click('button', 'End comparison');
  await panel.click('gridcell', /^#1 “London”/);
  await expect.poll(() => cursorOf(panel)).not.toBe('live');
  await panel.click('button', 'Back to latest');
  await expect.poll(() => cursorOf(panel)).toBe('live');
});
