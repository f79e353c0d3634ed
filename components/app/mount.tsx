// Renders the panel in DevTools, in a tab or in an ordinary page.
import { render } from 'preact';
import { setLocale } from '@/lib/core/json/format';
import type { Workspace } from '@/lib/panel/workspace';
import { App } from './app';
import { WorkspaceContext } from './context';
import { loadRest } from './load-rest';
import '../styles/styles';

/** Resolves when the page is idle, after a second at the latest. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}

/** Resolves after the first paint, or after a second in a hidden page. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}

/** Returns a function that removes the panel. */
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
