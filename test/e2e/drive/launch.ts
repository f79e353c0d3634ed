// Starts a browser by its name.
import type { Browser, LaunchOptions } from './browser';
import { launchChromium } from './chromium';
import { launchFirefox } from './firefox';

/** Starts a browser with a fresh profile and, unless `bare`, the built extension. */
export function launch(name: Browser['name'], options: LaunchOptions = {}): Promise<Browser> {
  return name === 'firefox' ? launchFirefox(options) : launchChromium(options);
}
