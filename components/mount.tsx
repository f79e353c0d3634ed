// Starts the panel in a container: in DevTools, in a tab, or in an ordinary page.
import { render } from 'preact';
import type { Workspace } from '@/lib/session/workspace';
import { App } from './app';
import { WorkspaceContext } from './context';
import { loadRest } from './load-rest';
import './styles';

/** Resolves when the page has nothing else to do; a page that is never idle must not wait forever. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve);
  });
}

/** Renders the panel of a workspace; the result takes it away again. */
export function mount(workspace: Workspace, container: HTMLElement): () => void {
  render(
    <WorkspaceContext.Provider value={workspace}>
      <App />
    </WorkspaceContext.Provider>,
    container,
  );
  void loadRest(idle);
  return () => {
    render(null, container);
    workspace.dispose();
  };
}
