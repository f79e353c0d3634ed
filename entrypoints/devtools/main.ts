import { browser } from 'wxt/browser';
import { HIDDEN, SHOWN } from '../panel/visibility';

type Shown = Pick<Window, 'dispatchEvent'>;

void browser.devtools.panels.create('AG-UI', '/icon/32.png', '/panel.html').then((panel) => {
  let shown: Shown | undefined;
  panel.onShown.addListener((window) => {
    // The browser's types declare a Window of their own; this is the DOM window of the panel's page.
    shown = window as unknown as Shown;
    shown.dispatchEvent(new Event(SHOWN));
  });
  panel.onHidden.addListener(() => shown?.dispatchEvent(new Event(HIDDEN)));
});
