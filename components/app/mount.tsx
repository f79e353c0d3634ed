// Renders the panel in DevTools, in a tab or in an ordinary page.
import { render } from 'preact';
import { setLocale } from '@/lib/core/json/format';
import type { Workspace } from '@/lib/panel/workspace';
import { App } from './app';
import { WorkspaceContext } from './context';

/** Returns a function that removes the panel. */
export function mount(workspace: Workspace, container: HTMLElement): () => void {
  setLocale(navigator.language);
  render(
    <WorkspaceContext.Provider value={workspace}>
      <App />
    </WorkspaceContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    workspace.dispose();
  };
}
