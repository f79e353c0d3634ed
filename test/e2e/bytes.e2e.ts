// Captured data goes to the background as bytes if the browser can send them, otherwise as text.
import { type Browser, majorOf } from './drive/browser';
import { readingUrl } from './drive/reading-page';
import { expect, story, untilRead, visit } from './reading-story';

/** Chromium clones messages since 148, for extensions that ask for it; Firefox always does. */
const canSendBytes = (browser: Browser): boolean => browser.name === 'firefox' || majorOf(browser) >= 148;

story('bytes arrive as bytes', async ({ parts }) => {
  const { driver, tab, pages, reader } = parts;
  await reader.evaluate(() => {
    interface Line {
      readonly name: string;
      readonly onMessage: {
        addListener(listener: (message: { kind?: string; bytes?: unknown }) => void): void;
      };
    }
    const { chrome } = globalThis as unknown as {
      chrome: { runtime: { onConnect: { addListener(listener: (line: Line) => void): void } } };
    };
    const received = { all: 0, bytes: 0 };
    Object.assign(window, { received });
    // Another page of the extension receives every bridge's messages, too.
    chrome.runtime.onConnect.addListener((line) => {
      if (line.name !== 'bridge') return;
      line.onMessage.addListener(({ kind, bytes }) => {
        if (kind !== 'batch') return;
        received.all++;
        if (ArrayBuffer.isView(bytes)) received.bytes++;
      });
    });
  });
  const reads = visit({ streams: 2, events: 2000 });
  await tab.goto(readingUrl(pages.url, reads));
  await untilRead(parts, reads, 20_000);
  const received = () =>
    reader.evaluate(() => JSON.stringify((window as unknown as { received: object }).received));
  const counted = async () =>
    JSON.parse(await received()) as { readonly all: number; readonly bytes: number };
  await expect.poll(async () => (await counted()).all).toBeGreaterThan(5);
  const { all, bytes } = await counted();
  if (!canSendBytes(driver)) expect(bytes).toBe(0);
  // The first batches go before the background has answered, which shows what it gets.
  else expect(bytes).toBeGreaterThan(all / 2);
});
