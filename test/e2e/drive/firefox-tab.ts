// A tab of Firefox, and the panel in its toolbox. The scripts in strings run inside the browser itself.
import { readFileSync } from 'node:fs';
import { kill } from 'node:process';
import {
  chooseFile,
  downloadInto,
  type Evaluate,
  expressionOf,
  type Name,
  type Panel,
  resizeElement,
  sourceOf,
  type Tab,
  until,
  untilDrawn,
  untilResized,
} from './browser';
import { type InputSource, keyActions, typeActions } from './keys';
import { type Marionette, payloadOf, writeImage } from './marionette';
import { FIREFOX_ADDON_ID } from './paths';
import { type Aiming, type Found, findByRole, type NameMatch } from './roles';

const WINDOW = 'const win = Services.wm.getMostRecentWindow("navigator:browser");';
const DEVTOOLS = `
  const { require } = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
  const { gDevTools } = require("devtools/client/framework/devtools");
  ${WINDOW}`;
/** The remote <browser> that holds the panel. */
const PANEL = `${DEVTOOLS}
  const toolbox = gDevTools.getToolboxForTab(win.gBrowser.selectedTab);
  const { id } = toolbox.getAdditionalTools().find((tool) => tool.extensionId === "${FIREFOX_ADDON_ID}");
  const holder = toolbox.doc.getElementById("toolbox-panel-iframe-" + id);
  const panel = holder.contentDocument.querySelector("browser");`;
/** The remote <browser> of the pane in the inspector. */
const PANE = `${DEVTOOLS}
  const toolbox = gDevTools.getToolboxForTab(win.gBrowser.selectedTab);
  const inspector = toolbox.getPanel("inspector");
  const panel = inspector.panelDoc.querySelector(".inspector-extension-sidebar-page").contentDocument.querySelector("browser");`;

/** Brings a tab to the front, by its window handle. */
export type Select = (handle: string) => Promise<void>;

/** Switching takes the focus away from DevTools, so that it must not happen when the tab is in front already. */
export function createSelect(marionette: Marionette): Select {
  let current = '';
  return async (handle) => {
    if (handle === current) return;
    await marionette.send('WebDriver:SwitchToWindow', { handle, focus: true });
    current = handle;
  };
}

/** Shared by the tabs of one Firefox. */
export interface Session {
  readonly marionette: Marionette;
  readonly select: Select;
  readonly downloads: string;
}

/** Wraps a window handle of Marionette. */
export function createTab({ marionette, select: selectTab, downloads }: Session, handle: string): Tab {
  const select = () => selectTab(handle);
  const inContent = async (command: string, parameters: Record<string, unknown> = {}) => {
    await marionette.send('Marionette:SetContext', { value: 'content' });
    await select();
    return marionette.send(command, parameters);
  };
  const evaluate: Evaluate = async (run, ...args) => {
    await select();
    // The script's own global is a sandbox around the page; only an explicit `window.` would see past it.
    return marionette.content(`return ${expressionOf(run, args)}`);
  };
  /** Id of the process that holds the page. */
  const process = async () => {
    await select();
    return marionette.chrome<number>(
      `${WINDOW} return win.gBrowser.selectedBrowser.browsingContext.currentWindowGlobal.osPid`,
    );
  };
  return {
    goto: async (url) => void (await inContent('WebDriver:Navigate', { url })),
    reload: async () => void (await inContent('WebDriver:Refresh')),
    evaluate,
    async id() {
      await select();
      return marionette.chrome(
        `${WINDOW} return WebExtensionPolicy.getByID(arguments[0]).extension.tabManager
          .getWrapper(win.gBrowser.selectedTab).id`,
        FIREFOX_ADDON_ID,
      );
    },
    async openPanel() {
      await select();
      await marionette.chrome(
        `${DEVTOOLS} return (async (id) => {
          const toolbox = await gDevTools.showToolboxForTab(win.gBrowser.selectedTab, { toolId: "webconsole" });
          for (let n = 0; n < 600; n++) {
            const tool = toolbox.getAdditionalTools().find((tool) => tool.extensionId === id);
            if (tool) return void (await toolbox.selectTool(tool.id));
            await new Promise((resolve) => win.setTimeout(resolve, 50));
          }
          throw new Error("The toolbox has no tool of the extension.");
        })(...arguments)`,
        FIREFOX_ADDON_ID,
      );
      const panel = createPanel(marionette, select, downloads);
      await until(() => panel.evaluate(() => 'lens' in window), { what: 'the panel to start' });
      return panel;
    },
    // The main thread has the number of its process. Its time is in nanoseconds, first of three.
    cpuMs: async () => {
      const pid = await process();
      const [ns] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
      return Number(ns) / 1e6;
    },
    tasks: () => Promise.reject(new Error('Only Chromium tells the tasks of a page.')),
    resize: () => Promise.reject(new Error('Only Chromium gives a page another size.')),
    forceColors: () => Promise.reject(new Error('Only Chromium shows a page in other colours.')),
    roles: () => Promise.reject(new Error('Only Chromium tells what a screen reader is told.')),
    prepare: () => Promise.reject(new Error('Only Chromium runs something before a page.')),
    screenshot: async (path) =>
      writeImage(path, payloadOf(await inContent('WebDriver:TakeScreenshot', { full: false }))),
    close: async () => void (await inContent('WebDriver:CloseWindow')),
    crash: async () => void kill(await process(), 'SIGKILL'),
  };
}

/** Timeout for input that never arrives: DevTools or a closing panel took it; milliseconds. */
const ELSEWHERE_MS = 2_000;

/** Resolves to false for a click beside its element. */
type Arriving = Aiming & { arrived?: Promise<boolean> };

/** Runs in the panel: begins to count the keys. */
function awaitKeys(count: number): void {
  (window as Arriving).arrived = new Promise((resolve) => {
    let left = count;
    const onEnd = () => {
      if (--left > 0) return;
      window.removeEventListener('keyup', onEnd, true);
      resolve(true);
    };
    window.addEventListener('keyup', onEnd, true);
  });
}

/** Runs in the panel: begins to wait for a click. One that begins beside the aimed element reaches nothing. */
function awaitClick(timeoutMs: number): void {
  const { aimed } = window as Aiming;
  (window as Arriving).arrived = new Promise((resolve) => {
    let hits: boolean | undefined;
    const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    const onEvent = (event: Event) => {
      hits ??= event
        .composedPath()
        .some((each) => each === aimed || (each instanceof HTMLLabelElement && each.control === aimed));
      if (!hits) {
        event.stopImmediatePropagation();
        event.preventDefault();
      }
      // The click follows in the same task.
      if (event.type === 'mouseup') setTimeout(end);
    };
    const end = () => {
      for (const type of types) window.removeEventListener(type, onEvent, true);
      resolve(hits ?? true);
    };
    for (const type of types) window.addEventListener(type, onEvent, true);
    setTimeout(end, timeoutMs);
  });
}

/** Runs in the panel: resolves once the input has arrived. */
function inputArrived(timeoutMs: number): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), timeoutMs));
  return Promise.race([(window as Arriving).arrived ?? true, timeout]);
}

function createPanel(marionette: Marionette, select: () => Promise<void>, downloads: string): Panel {
  const evaluateIn =
    (holder: string): Evaluate =>
    async (run, ...args) => {
      await select();
      return marionette.chrome(
        `return (async (body) => { ${holder}
        return panel.browsingContext.currentWindowGlobal.getActor("MarionetteCommands").executeScript(body, [],
          { newSandbox: true, sandboxName: null, async: false, timeout: 60000, file: "panel", line: 1 });
      })(...arguments)`,
        `return ${expressionOf(run, args)}`,
      );
    };
  const evaluate = evaluateIn(PANEL);
  const find = (role: string, name?: Name, attribute = 'id', isToBeSeen = false): Promise<Found[]> =>
    evaluate(findByRole, role, matchOf(name), attribute, isToBeSeen);
  // The panel is in another process, and gets its events after the actions have returned.
  const act = async (source: InputSource): Promise<boolean> => {
    if (source.type === 'key')
      await evaluate(awaitKeys, source.actions.filter(({ type }) => type === 'keyUp').length);
    else await evaluate(awaitClick, ELSEWHERE_MS);
    await marionette.send('Marionette:SetContext', { value: 'chrome' });
    await marionette.send('WebDriver:PerformActions', { actions: [source] });
    try {
      const hits = await evaluate(inputArrived, ELSEWHERE_MS);
      await evaluate(untilDrawn);
      return hits;
    } catch {
      // It has closed the panel.
      return true;
    }
  };
  const clickOnce = async (role: string, name: Name): Promise<boolean> => {
    let last: Found | undefined;
    // An element in layout moves away from below the pointer: it has to be at the same place twice.
    const resting = async () => {
      const before = last;
      last = (await find(role, name, 'id', true))[0];
      return last?.x === before?.x && last?.y === before?.y && last;
    };
    const target = await until(resting, { what: `a ${role} named ${name}, at rest` });
    const [left, top] = await marionette.chrome<[number, number]>(`return (async () => { ${PANEL}
      const box = panel.getBoundingClientRect();
      const view = panel.ownerDocument.defaultView;
      return [view.mozInnerScreenX + box.x - win.mozInnerScreenX, view.mozInnerScreenY + box.y - win.mozInnerScreenY];
    })()`);
    const move = { type: 'pointerMove', x: Math.round(left + target.x), y: Math.round(top + target.y) };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const parameters = { pointerType: 'mouse' };
    return act({ type: 'pointer', id: 'mouse', parameters, actions: [move, ...press] });
  };
  return {
    evaluate,
    count: async (role, name) => (await find(role, name)).length,
    texts: async (role, name) => (await find(role, name)).map(({ text }) => text),
    attribute: async (role, name, attribute) => (await find(role, name, attribute))[0]?.attribute ?? null,
    async click(role, name) {
      const attempt = () => clickOnce(role, name);
      // The element may move away from the pointer meanwhile: its user clicks again.
      await until(attempt, { what: `a click on a ${role} named ${name}` });
    },
    press: async (keys) => void (await act(keyActions(keys))),
    type: async (text) => void (await act(typeActions(text))),
    upload: (name, text) => evaluate(chooseFile, name, text),
    download: (action) => downloadInto(downloads, action),
    resize: async (width, height) =>
      untilResized(
        evaluate,
        await marionette.chrome(
          `return (async () => { ${PANEL} return (${sourceOf(resizeElement)})(panel, ${JSON.stringify({ width, height })}); })()`,
        ),
      ),
    async screenshot(path) {
      await marionette.send('Marionette:SetContext', { value: 'chrome' });
      writeImage(path, payloadOf(await marionette.send('WebDriver:TakeScreenshot', { full: false })));
    },
    async openElementsPane() {
      await select();
      await marionette.chrome(`return (async () => { ${DEVTOOLS}
        const toolbox = gDevTools.getToolboxForTab(win.gBrowser.selectedTab);
        const inspector = await toolbox.selectTool("inspector");
        inspector.sidebar.select([...toolbox.inspectorExtensionSidebars.keys()][0]);
      })()`);
      const pane = evaluateIn(PANE);
      await until(() => pane(() => location.pathname === '/elements.html'), {
        what: 'the pane in the inspector',
      });
      return { evaluate: pane };
    },
    async close() {
      await select();
      await marionette.chrome(`return (async () => { ${DEVTOOLS}
        await gDevTools.closeToolboxForTab(win.gBrowser.selectedTab);
      })()`);
    },
  };
}

function matchOf(name: Name | undefined): NameMatch & Record<string, string> {
  if (name === undefined) return {};
  return typeof name === 'string' ? { exact: name } : { pattern: name.source };
}
