// Starts a browser by its name.
import type { Browser, LaunchOptions } from './browser';
import { launchChromium } from './chromium';
import { launchFirefox } from './firefox';

/** Starts a browser with a fresh profile and, unless `bare`, the built extension. */
export async function launch(name: Browser['name'], options: LaunchOptions = {}): Promise<Browser> {
  const browser = await (name === 'firefox' ? launchFirefox(options) : launchChromium(options));
  if (!options.bare && !options.hasTour) await endTour(browser);
  return browser;
}

/** The tour is offered once, and hardly a story is about it. */
async function endTour(browser: Browser): Promise<void> {
  const tab = await browser.newTab();
  await tab.goto(`${browser.origin}/popup.html?tab=0`);
  await tab.evaluate(() => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { local: { set(values: object): Promise<void> } } };
    };
    return chrome.storage.local.set({ tour: 'ended' });
  });
  await tab.close();
}
