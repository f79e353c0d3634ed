import { type Browser, browser } from 'wxt/browser';
import { HIDDEN, SHOWN } from '../panel/visibility';

type Shown = Pick<Window, 'dispatchEvent'>;
type ExtensionPanel = Browser.devtools.panels.ExtensionPanel;

function follow(panel: ExtensionPanel): void {
  let shown: Shown | undefined;
  panel.onShown.addListener((window) => {
    // The browser's types declare their own Window; this is the DOM window of the panel's page.
    shown = window as unknown as Shown;
    shown.dispatchEvent(new Event(SHOWN));
  });
  panel.onHidden.addListener(() => shown?.dispatchEvent(new Event(HIDDEN)));
}

const { panels } = browser.devtools;
const PANEL = ['AG-UI', '/icon/32.png', '/panel.html'] as const;
const setPage = (pane: Browser.devtools.panels.ExtensionSidebarPane) => pane.setPage('/elements.html');
// Firefox returns a promise and takes no callback. All Chromium versions take a callback; some return no promise.
if (import.meta.env.FIREFOX) {
  void panels.create(...PANEL).then(follow);
  // The types declare the callback only.
  void (panels.elements.createSidebarPane as unknown as (title: string) => Promise<never>)('AG-UI').then(
    setPage,
  );
} else {
  panels.create(...PANEL, follow);
  panels.elements.createSidebarPane('AG-UI', setPage);
}
