// The panel page: in DevTools, as a tab for another tab (`?tab=`), or for files only (`?file`).
import { browser } from 'wxt/browser';
import { mount } from '@/components/app/mount';
import { importText } from '@/components/files/open';
import { createDirectChannel } from '@/lib/panel/channel';
import { createPortChannel } from '@/lib/panel/port-channel';
import { createWorkspace } from '@/lib/panel/workspace';
import { answerElementsPane } from './elements-pane';
import { connect, createHost, inspectedTab, later, openSettings } from './host';
import { scheduler } from './scheduler';
import { createLens } from './script-api';
import { followTheme } from './theme';
import '@/components/styles/styles';

const tab = inspectedTab();
const channel =
  tab === undefined ? createDirectChannel(() => () => {}) : createPortChannel({ tab, connect, later });

// A top-level await would keep the bundler from merging chunks.
void openSettings().then((settings) => {
  const workspace = createWorkspace(channel, createHost(tab, settings), scheduler);
  followTheme(workspace.settings);
  if (tab !== undefined && browser.devtools !== undefined) answerElementsPane(workspace, tab);
  browser.devtools?.network?.onNavigated.addListener(() => void workspace.checkPage());
  addEventListener('focus', () => void workspace.checkPage());
  const container = document.getElementById('app');
  if (container !== null) mount(workspace, container);
  Object.assign(globalThis, {
    lens: createLens(workspace, (name, text) => importText(workspace, name, text)),
  });
});
