// The panel reports data that cannot be captured: the worker or socket, and a remedy.
import { majorOf } from './drive/browser';
import { panelEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

story(
  'a worker of the page is reported once, and its streams are complete',
  async ({ driver, tab, visit }) => {
    const panel = await panelOn(tab, visit({ say: 'Hello?' }));
    await panelEvents(panel, 5);
    const hasStreamed = await tab.evaluate(() => {
      for (let n = 0; n < 3; n++) new Worker('/agent-worker.js');
      if (!('WebSocketStream' in window)) return false;
      const Streamed = (
        window as never as { WebSocketStream: new (url: string) => { opened: Promise<void> } }
      ).WebSocketStream;
      new Streamed(`ws://${location.host}/nothing`).opened.catch(() => undefined);
      return true;
    });
    // Chromium has it since 124.
    expect(hasStreamed).toBe(driver.name === 'chromium' && majorOf(driver) >= 124);
    const gaps = async (): Promise<string[]> => {
      const text = await panel.evaluate(() => JSON.stringify(lens.boundaries()));
      const all = JSON.parse(text) as readonly { kind: string; reason?: string; detail?: string }[];
      return all.flatMap(({ kind, reason, detail }) => (kind === 'gap' ? [`${reason}: ${detail}`] : []));
    };
    await expect.poll(async () => (await gaps()).length).toBe(hasStreamed ? 2 : 1);
    const [worker, socket] = await gaps();
    expect(worker).toMatch(/^unseen: Worker http:.*\/agent-worker\.js: .*run the client in the page/);
    if (hasStreamed) expect(socket).toMatch(/^unseen: WebSocketStream ws:.*\/nothing: .*use WebSocket/);
    await panel.click('grid', 'Events');
    await panel.press('End');
    await expect.poll(async () => (await panel.texts('row')).join('\n')).toContain('agent-worker.js');
    expect((await panel.texts('row')).join('\n')).not.toContain('missing');
  },
);
