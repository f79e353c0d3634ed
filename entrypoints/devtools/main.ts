import { browser } from 'wxt/browser';

browser.devtools.panels.create('AG-UI', '/icon/32.png', '/panel.html');
