// Chromium with the built extension, by Playwright, with the panel inside the real DevTools.
//
// What is not public API is all here: the switch that shows DevTools windows as pages, `Target.openDevTools`, and
// the modules of the DevTools frontend.
Object.assign(process.env, { PW_CHROMIUM_ATTACH_TO_OTHER: '1' });

import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type ElementHandle,
  type Frame,
  type Page,
} from '@playwright/test';
import {
  type Browser,
  chooseFile,
  type DockSide,
  downloadInto,
  type Evaluate,
  expressionOf,
  type LaunchOptions,
  type Name,
  type Panel,
  resizeElement,
  sourceOf,
  type Tab,
  until,
  untilDrawn,
  untilResized,
} from './browser';
import { netLogArgs } from './network';
import { chromiumPath, EXTENSION } from './paths';
import { letGrant, permitInChromium } from './permissions';
import { type Profile, startInProfile } from './profile';

// Newer than the protocol that Playwright has types for.
const OPEN_DEVTOOLS = 'Target.openDevTools' as 'Target.closeTarget';

interface Session {
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
  readonly hasOpenDevTools: boolean;
  readonly origin: string;
  readonly dock: DockSide;
  readonly downloads: string;
}

/** Starts Chromium, with a fresh profile unless one is given. */
export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return startInProfile('chromium', options, start);
}

async function start(profile: Profile, options: LaunchOptions): Promise<Browser> {
  const { downloads } = profile;
  const executablePath = chromiumPath();
  const { grantable, extension = EXTENSION.chromium } = options;
  if (grantable) letGrant(profile.path, extension, grantable);
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    headless: options.headless ?? true,
    // Ctrl-C is for our callers to handle: Playwright would end the process with code 130.
    handleSIGINT: false,
    handleSIGTERM: false,
    viewport: null,
    downloadsPath: downloads,
    colorScheme: options.dark ? 'dark' : 'light',
    // Users have extensions, and their pages come back from the back/forward cache.
    ignoreDefaultArgs: ['--disable-extensions', '--disable-back-forward-cache'],
    args: argsFor(executablePath, options),
  });
  context.setDefaultTimeout(30_000);
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
  const browser = context.browser();
  if (!browser) throw new Error('Playwright gave no browser for the persistent context.');
  const cdp = await browser.newBrowserCDPSession();
  if (!options.bare && isBranded(executablePath)) await loadByProtocol(cdp, options);
  const origin = options.bare ? '' : await originOf(context);
  const hasOpenDevTools = await findOpenDevTools(cdp);
  const dock = options.dock ?? 'right';
  const session: Session = { context, cdp, hasOpenDevTools, origin, dock, downloads };
  const [first] = context.pages();
  if (options.inPrivate) await allowPrivate(session);
  return {
    name: 'chromium',
    version: browser.version(),
    origin,
    tab: tabOf(session, first ?? (await context.newPage())),
    newTab: async () => tabOf(session, await context.newPage()),
    openPrivate: (url) => openPrivate(session, url),
    killBackground: () => killBackground(session),
    inBackground: async (run, ...args) => {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
      return worker.evaluate(expressionOf(run, args));
    },
    closed,
    reloadExtension: () => reloadExtension(session),
    grant: (site) => permitInChromium(session, 'request', site),
    revoke: (site) => permitInChromium(session, 'remove', site),
    async kill() {
      await profile.kill();
      await context.close().catch(() => undefined);
    },
    async close() {
      await context.close();
      if (!options.profile) await profile.end();
    },
  };
}

function argsFor(path: string, options: LaunchOptions): string[] {
  const { headless, bare, size, requestsTo } = options;
  const [width, height] = size ?? [1400, 900];
  return [
    ...(bare ? [] : loadArgs(path, options)),
    // Until Chromium 132 plain `--headless`, as Playwright passes it, was another browser without extensions.
    ...(headless === false ? [] : ['--headless=new']),
    ...(requestsTo === undefined ? [] : netLogArgs(requestsTo)),
    '--disable-gpu',
    '--disable-quic',
    `--window-size=${width},${height}`,
  ];
}

/** Google's and Microsoft's own builds no longer know `--load-extension`. */
const isBranded = (path: string): boolean => /google|chrome\.exe|edge/i.test(path);

function loadArgs(path: string, { extension = EXTENSION.chromium }: LaunchOptions): readonly string[] {
  return isBranded(path) ? ['--enable-unsafe-extension-debugging'] : [`--load-extension=${extension}`];
}

async function loadByProtocol(cdp: CDPSession, { extension }: LaunchOptions): Promise<void> {
  // Newer than the protocol that Playwright has types for.
  const parameters = { path: extension ?? EXTENSION.chromium } as unknown as { targetId: string };
  await cdp.send('Extensions.loadUnpacked' as 'Target.closeTarget', parameters);
}

async function originOf(context: BrowserContext): Promise<string> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // Node knows no origin for this scheme.
  return `chrome-extension://${new URL(worker.url()).host}`;
}

function evaluateIn(target: () => Page | Frame): Evaluate {
  return (run, ...args) => target().evaluate(expressionOf(run, args));
}

function tabOf(session: Session, page: Page): Tab {
  const { context } = session;
  return {
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    evaluate: evaluateIn(() => page),
    id: () => tabIdOf(session, page),
    openPanel: () => openPanel(session, page),
    cpuMs: () => cpuOf(session, page),
    tasks: (work) => tasksOf(session, page, work),
    async screenshot(path) {
      await page.screenshot({ path });
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    forceColors: (on) => page.emulateMedia({ forcedColors: on ? 'active' : 'none' }),
    roles: () => page.locator('body').ariaSnapshot(),
    async prepare(name, made) {
      await page.addInitScript({ content: `globalThis[${JSON.stringify(name)}] = ${sourceOf(made)}` });
    },
    close: () => page.close(),
    async crash() {
      const session = await context.newCDPSession(page);
      // It never answers: the process is gone.
      session.send('Page.crash').catch(() => undefined);
      await page.waitForEvent('crash');
    },
  };
}

const meters = new WeakMap<Page, CDPSession>();

async function cpuOf({ context }: Session, page: Page): Promise<number> {
  let meter = meters.get(page);
  if (!meter) {
    meter = await context.newCDPSession(page);
    await meter.send('Performance.enable', { timeDomain: 'threadTicks' });
    meters.set(page, meter);
  }
  const { metrics } = await meter.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time, microseconds. */
  readonly tdur?: number;
}

/** The trace has the tasks of every thread: a mark names that of the page. */
async function tasksOf(
  { context }: Session,
  page: Page,
  work: (evaluate: Evaluate) => Promise<void>,
): Promise<number[]> {
  const mark = 'end of tasks';
  const tracing = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] };
  await tracing.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  const evaluate: Evaluate = async (run, ...args) => {
    const { result, exceptionDetails } = await tracing.send('Runtime.evaluate', {
      expression: expressionOf(run, args),
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await work(evaluate);
  await evaluate((name) => void performance.mark(name), mark);
  const isComplete = new Promise<void>((resolve) => tracing.once('Tracing.tracingComplete', () => resolve()));
  await tracing.send('Tracing.end');
  await isComplete;
  await tracing.detach();
  const own = events.find(({ name }) => name === mark);
  if (own === undefined) throw new Error('The trace lacks the tasks of the page.');
  return events.flatMap(({ name, pid, tid, tdur = 0 }) =>
    name === 'RunTask' && pid === own.pid && tid === own.tid ? [tdur / 1000] : [],
  );
}

async function tabIdOf({ context, origin }: Session, page: Page): Promise<number> {
  const url = page.url();
  const own = await context.newPage();
  await own.goto(`${origin}/panel.html?file`);
  const id: unknown = await own.evaluate(
    `chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(url)})?.id)`,
  );
  await own.close();
  if (typeof id !== 'number') throw new Error(`The extension sees no tab with the address ${url}.`);
  return id;
}

/** Worker targets go away when the browser stops the worker, and come back with its next event. */
async function killBackground({ cdp, origin }: Session): Promise<void> {
  const workers = async () => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.filter(({ type, url }) => type === 'service_worker' && url.startsWith(origin));
  };
  for (const { targetId } of await workers()) await cdp.send('Target.closeTarget', { targetId });
}

// An extension that is loaded again is left switched off where this mode is.
const DEVELOPER = 'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })';

/** Asks the page of the extensions to do something with ours, by an expression. */
async function onExtensions({ context, origin }: Session, act: (id: string) => string): Promise<void> {
  const page = await context.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(act(JSON.stringify(new URL(origin).host)));
  await page.close();
}

/** The extension is loaded again for it, and not yet there when that is answered. */
async function allowPrivate(session: Session): Promise<void> {
  await onExtensions(
    session,
    (id) =>
      `${DEVELOPER}.then(() => chrome.developerPrivate.updateExtensionConfiguration({ extensionId: ${id}, incognitoAccess: true }))`,
  );
  const isAllowed = async () => {
    const page = await session.context.newPage();
    try {
      await page.goto(`${session.origin}/panel.html?file`);
      return (await page.evaluate('chrome.extension.isAllowedIncognitoAccess()')) === true;
    } finally {
      await page.close();
    }
  };
  await until(isAllowed, { what: 'the extension to be allowed in private windows' });
}

/** No driver sees such a window here: the extension opens it, and gets no tab id if it is not allowed there. */
async function openPrivate({ context, origin }: Session, url: string): Promise<number | undefined> {
  const page = await context.newPage();
  await page.goto(`${origin}/panel.html?file`);
  const id: unknown = await page.evaluate(
    `chrome.windows.create({ incognito: true, url: ${JSON.stringify(url)} }).then((made) => made?.tabs?.[0]?.id)`,
  );
  await page.close();
  return typeof id === 'number' ? id : undefined;
}

async function reloadExtension(session: Session): Promise<void> {
  await onExtensions(
    session,
    (id) => `${DEVELOPER}.then(() => chrome.developerPrivate.reload(${id}, { failQuietly: true }))`,
  );
}

async function openPanel(session: Session, page: Page): Promise<Panel> {
  const { context, origin } = session;
  const pageSession = await context.newCDPSession(page);
  const { targetInfo } = await pageSession.send('Target.getTargetInfo');
  const devtools = await openDevTools(session, page, targetInfo.targetId);
  await until(() => showView(devtools, session), { what: 'the panel among the views of DevTools' });
  const frame = () =>
    devtools.frames().find((candidate) => candidate.url().startsWith(`${origin}/panel.html`));
  const panel = panelOf(session, devtools, () => {
    const found = frame();
    if (!found) throw new Error('The panel’s document is gone.');
    return found;
  });
  await until(() => panel.evaluate(() => 'lens' in window), { what: 'the panel to start' });
  return panel;
}

async function openDevTools(session: Session, page: Page, targetId: string): Promise<Page> {
  const { context, cdp } = session;
  const opened = () =>
    context.waitForEvent('page', { predicate: (found) => /^(devtools:|about:blank$|$)/.test(found.url()) });
  if (session.hasOpenDevTools) {
    const [devtools] = await Promise.all([opened(), cdp.send(OPEN_DEVTOOLS, { targetId })]);
    return devtools;
  }
  // Older Chromium has its own list of pages, which opens DevTools on any of them.
  const list = await context.newPage();
  await list.goto('chrome://inspect');
  const inspect = `chrome.send('inspect', ['local', ${JSON.stringify(targetId)}])`;
  const [devtools] = await Promise.all([opened(), list.evaluate(inspect)]);
  await list.close();
  await page.bringToFront();
  return devtools;
}

/** False for Chromium that does not have the command; no target has this id. */
async function findOpenDevTools(cdp: CDPSession): Promise<boolean> {
  const answer = await cdp.send(OPEN_DEVTOOLS, { targetId: 'none' }).catch(String);
  return !/wasn't found/.test(String(answer));
}

/** DevTools register an extension's view some seconds after they opened; until then the modules may throw. */
function showView(devtools: Page, { origin, dock }: Session): Promise<boolean> {
  return devtools.evaluate(`(async () => {
    const { ViewManager, DockController } = await import('./ui/legacy/legacy.js');
    const views = ViewManager.ViewManager.instance();
    const id = [...views.views.keys()].find((key) => key.startsWith(${JSON.stringify(origin)}));
    if (!id) return false;
    DockController.DockController.instance().setDockSide(${JSON.stringify(dock)});
    await views.showView(id);
    return true;
  })()`);
}

/** Names of panes are in lower case among the tabs of the sidebar. */
function showElementsPane(devtools: Page): Promise<void> {
  return devtools.evaluate(`(async () => {
    const { ViewManager } = await import('./ui/legacy/legacy.js');
    await ViewManager.ViewManager.instance().showView('elements');
    const { ElementsPanel } = await import('./panels/elements/elements.js');
    const tabs = ElementsPanel.ElementsPanel.instance().sidebarPaneView.tabbedPane();
    tabs.selectTab(tabs.tabIds().find((id) => id.toLowerCase() === 'ag-ui'));
  })()`);
}

function panelOf({ downloads }: Session, devtools: Page, frame: () => Frame): Panel {
  const evaluate = evaluateIn(frame);
  const drawn = async (input: Promise<void>): Promise<void> => {
    await input;
    // It may have closed the panel.
    await evaluate(untilDrawn).catch(() => undefined);
  };
  const locate = (role: string, name?: Name) =>
    frame().getByRole(
      role as Parameters<Frame['getByRole']>[0],
      name === undefined ? {} : { name, exact: true },
    );
  return {
    evaluate,
    count: (role, name) => locate(role, name).count(),
    texts: (role, name) => locate(role, name).allInnerTexts(),
    attribute: (role, name, attribute) => locate(role, name).first().getAttribute(attribute),
    click: (role, name) => drawn(locate(role, name).first().click()),
    press: (keys) => drawn(devtools.keyboard.press(keys)),
    type: (text) => drawn(devtools.keyboard.type(text)),
    upload: (name, text) => evaluate(chooseFile, name, text),
    download: (action) => downloadInto(downloads, action),
    async resize(width, height) {
      const element = (await frame().frameElement()) as ElementHandle<HTMLElement>;
      await untilResized(evaluate, await element.evaluate(resizeElement, { width, height }));
    },
    async screenshot(path) {
      await devtools.screenshot({ path });
    },
    async openElementsPane() {
      await showElementsPane(devtools);
      const inPane = () =>
        devtools.frames().find((each) => new URL(each.url()).pathname === '/elements.html');
      const pane = await until(async () => inPane(), { what: 'the pane in Elements' });
      return { evaluate: evaluateIn(() => inPane() ?? pane) };
    },
    async close() {
      await devtools.evaluate('InspectorFrontendHost.closeWindow()').catch(() => undefined);
      await until(async () => devtools.isClosed(), { what: 'DevTools to close' });
    },
  };
}
