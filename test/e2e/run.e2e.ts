// The Run view and the player: runs by lineage, a question and its answer, the numbers of a run.
import { converse, expectedEvents, panelEvents } from './drive/demo';
import { viewOf } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

story(
  'the Run view shows a question, the run that continues, and the waiting time',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'interrupt', pace: 2 }));
    await converse(tab, 'Delete the report.');
    const asked = (await expectedEvents(tab, 'interrupt')).length;
    await panelEvents(panel, asked);
    await tab.evaluate(() => window.demo.resume(true));
    const answered = (await expectedEvents(tab, 'interrupt')).length;
    expect(answered).toBeGreaterThan(asked);
    expect((await panelEvents(panel, answered)).at(-1)).toBe('RUN_FINISHED');
    await panel.click('tab', /^Run\b/);
    await expect.poll(() => panel.count('row', /‖ paused/)).toBe(1);
    await expect.poll(() => panel.count('row', /✓ success/)).toBe(1);
    const view = () => viewOf(panel);
    expect(await view()).toContain('Delete /tmp/report.txt?');
    await panel.click('row', /‖ paused/);
    await expect.poll(view).not.toContain('Waiting for the user');
    // As of now, the run that was chosen has its answer.
    await panel.click('button', 'Back to latest');
    await expect.poll(view).toMatch(/Waiting for the user\s+[\d.]+ m?s/);
    expect(await view()).toMatch(/Time to first token\s+\d+ ms/);
    await expect.poll(() => panel.count('img', 'Characters per second')).toBe(1);
  },
);

story('two runs that were asked the same are compared', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converse(tab, 'Hello?');
  await converseShown(tab, panel);
  await panel.click('tab', /^Run\b/);
  await panel.click('checkbox', /^Compare #1 /);
  await panel.click('checkbox', /^Compare #2 /);
  const view = () => viewOf(panel);
  await expect.poll(view).toMatch(/events differ, first|No events differ\./);
  expect(await view()).toMatch(/messages[\s\S]*final state[\s\S]*timing/i);
});

story(
  'the player goes from the beginning to the end, and stops when the cursor is moved',
  async ({ tab, visit }) => {
    // Long enough to be paused before its end.
    const panel = await panelOn(tab, visit({ pace: 40 }));
    const { length } = await converseShown(tab, panel);
    const cursor = () => panel.evaluate(() => lens.cursor);
    await panel.click('grid', 'Events');
    await panel.press('Home');
    await expect.poll(cursor).toBe(0);
    await panel.click('button', 'Play');
    await expect.poll(cursor).not.toBe(0);
    await expect.poll(cursor).toBe(length - 1);
    await expect.poll(() => panel.count('button', 'Play')).toBe(1);
    await panel.click('grid', 'Events');
    await panel.press('Home');
    await panel.click('button', 'Play');
    await panel.click('button', 'Pause');
    const at = await cursor();
    expect(at).not.toBe(length - 1);
    // The player moves on animation frames.
    await panel.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await cursor()).toBe(at);
  },
);

story(
  'capabilities that the page requested are shown beside the run, and a run that exceeds them is a finding',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'everything', pace: 2 }));
    // Two answers of the same kind of path: only one declares something.
    await tab.evaluate(async () => {
      await (await fetch('/agents/everything/capabilities')).json();
      await (await fetch('data:application/json,{"version":"1"}#/info')).json();
    });
    await expect.poll(() => panel.count('row', /Capabilities of 1 agent/)).toBe(1);
    await converse(tab, 'Hello?');
    await panelEvents(panel, (await expectedEvents(tab, 'everything')).length);
    await panel.click('tab', /^Run\b/);
    await expect.poll(() => viewOf(panel)).toMatch(/declared capabilities of everything/i);
    await panel.click('tab', /^Findings\b/);
    await expect.poll(() => viewOf(panel)).toContain('declares reasoning.supported: false');
  },
);
