// Firefox with the built extension, by Marionette, with the panel inside the real toolbox.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type DockSide, type LaunchOptions, until } from './browser';
import { createSelect, createTab } from './firefox-tab';
import { connectMarionette, type Marionette, payloadOf } from './marionette';
import { observeFirefox, writeFirefox } from './network';
import { EXTENSION, FIREFOX_ADDON_ID, firefoxPath } from './paths';
import { permitInFirefox } from './permissions';
import { type Profile, startInProfile } from './profile';

/** A fixed address for the extension's pages; Firefox would make one up. */
const UUID = '6a1c7f1e-2f4b-4b5c-9c3a-3f3a1d7e0a11';
/** A toolbox in a window of its own could be neither clicked nor photographed: it gets most of the window instead. */
const HOSTS: Record<DockSide, string> = { bottom: 'bottom', right: 'right', undocked: 'bottom' };

/** Starts Firefox, with a fresh profile unless one is given. */
export function launchFirefox(options: LaunchOptions = {}): Promise<Browser> {
  return startInProfile('firefox', options, start);
}

async function start(profile: Profile, options: LaunchOptions): Promise<Browser> {
  const { downloads } = profile;
  // A browser that was killed leaves it behind.
  rmSync(join(profile.path, 'MarionetteActivePort'), { force: true });
  const child = spawnFirefox(profile, options);
  const closed = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const portFile = join(profile.path, 'MarionetteActivePort');
  const marionette = await until(
    async () => {
      const code = child.exitCode ?? child.signalCode;
      if (code !== null) throw new Error(`Firefox ended with code ${code}.`);
      // The file may be there before all of the number is.
      return existsSync(portFile) && connectMarionette(Number(readFileSync(portFile, 'utf8')));
    },
    { what: 'Firefox to open its remote port', timeoutMs: 60_000 },
  );
  const session = (await marionette.send('WebDriver:NewSession')) as {
    capabilities: { browserVersion: string };
  };
  await marionette.send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 });
  const { requestsTo } = options;
  if (requestsTo !== undefined) await observeFirefox(marionette);
  const path = options.extension ?? EXTENSION.firefox;
  if (!options.bare)
    await marionette.send('Addon:Install', {
      path,
      temporary: true,
      allowPrivateBrowsing: options.inPrivate ?? false,
    });
  const first = payloadOf<string>(await marionette.send('WebDriver:GetWindowHandle'));
  const select = createSelect(marionette);
  const tabs = { marionette, select, downloads };
  return {
    name: 'firefox',
    version: session.capabilities.browserVersion,
    origin: `moz-extension://${UUID}`,
    tab: createTab(tabs, first),
    async newTab() {
      // The current window may be a tab that was closed; without one Firefox opens no other.
      await select(first);
      const opened = (await marionette.send('WebDriver:NewWindow', { type: 'tab' })) as { handle: string };
      return createTab(tabs, opened.handle);
    },
    async openPrivate(url) {
      await select(first);
      const opened = await marionette.send('WebDriver:NewWindow', { type: 'window', private: true });
      const tab = createTab(tabs, (opened as { handle: string }).handle);
      await tab.goto(url);
      return options.inPrivate ? tab.id() : undefined;
    },
    killBackground: () => killBackground(marionette),
    reloadExtension: () =>
      marionette.chrome(
        `const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
        return AddonManager.getAddonByID(arguments[0]).then((addon) => addon.reload()).then(() => undefined)`,
        FIREFOX_ADDON_ID,
      ),
    grant: (site) => permitInFirefox(marionette, 'add', site),
    revoke: (site) => permitInFirefox(marionette, 'remove', site),
    async kill() {
      await profile.kill();
      await closed;
      marionette.close();
    },
    closed,
    async close() {
      if (requestsTo !== undefined) await writeFirefox(marionette, requestsTo);
      marionette.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await closed;
      clearTimeout(timer);
      marionette.close();
      if (!options.profile) await profile.end();
    },
  };
}

function spawnFirefox({ path, downloads }: Profile, options: LaunchOptions): ChildProcess {
  const [width, height] = options.size ?? [1400, 900];
  const prefs = Object.entries(prefsFor(options, downloads)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(path, 'user.js'), prefs.join('\n'));
  const args = [
    ...(options.headless === false ? [] : ['--headless']),
    ...['--no-remote', '--marionette', '--remote-allow-system-access', '--profile', path],
    ...[`--width=${width}`, `--height=${height}`, 'about:blank'],
  ];
  const env = { ...process.env, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) };
  // In a group of its own, so that its watchdog can end all of it.
  return spawn(firefoxPath(), args, { stdio: 'ignore', env, detached: true });
}

function prefsFor(
  { dark, dock }: LaunchOptions,
  downloads: string,
): Record<string, string | number | boolean> {
  return {
    'marionette.port': 0,
    // Data of a temporary extension outlives a killed browser.
    'extensions.webextensions.keepStorageOnUninstall': true,
    'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_ADDON_ID]: UUID }),
    // A background that is asked for may take this long on a busy machine before Firefox gives up on it.
    'extensions.background.idle.timeout': 30_000,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.aboutwelcome.enabled': false,
    'browser.tabs.warnOnClose': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.reportingpolicy.firstRun': false,
    'app.update.enabled': false,
    'app.normandy.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'extensions.update.enabled': false,
    'extensions.getAddons.cache.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    'devtools.toolbox.host': HOSTS[dock ?? 'bottom'],
    'devtools.toolbox.footer.height': dock === 'undocked' ? 700 : 460,
    'devtools.toolbox.sidebar.width': 700,
    // Escape in a panel opens the console below it, which stays for the next story: there is less room for the panel then.
    'devtools.toolbox.splitconsole.enabled': false,
    ...(dark ? { 'devtools.theme': 'dark', 'ui.systemUsesDarkTheme': 1 } : {}),
  };
}

/** Acts as the idle timer, at once. */
async function killBackground(marionette: Marionette): Promise<void> {
  await marionette.chrome(
    `return WebExtensionPolicy.getByID(arguments[0]).extension
      .terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true })
      .then(() => true)`,
    FIREFOX_ADDON_ID,
  );
}
