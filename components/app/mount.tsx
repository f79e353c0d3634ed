// Starts the panel in a container: in DevTools, in a tab, or in an ordinary page.
import { render } from 'preact';
import { setLocale } from '@/lib/core/json/format';
import type { Workspace } from '@/lib/panel/workspace';
import { App } from './app';
import { WorkspaceContext } from './context';
import { loadRest } from './load-rest';
import '../styles/styles';

/** Resolves when the page has nothing else to do, at the latest a second later: a busy page must not wait forever. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}

/** Resolves when the first picture is painted, or soon where nobody sees it. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}

/** Renders the panel of a workspace; the result takes it away again. */
export function mount(workspace: Workspace, container: HTMLElement): () => void {
  setLocale(navigator.language);
  render(
    <WorkspaceContext.Provider value={workspace}>
      <App />
    </WorkspaceContext.Provider>,
    container,
  );
  void painted().then(() => loadRest(idle));
  return () => {
    render(null, container);
    workspace.dispose();
  };
}
