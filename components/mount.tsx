// Starts the panel in a container: in DevTools, in a tab, or in an ordinary page.
import { render } from 'preact';
import type { Workspace } from '@/lib/panel/workspace';
import { App } from './app';
import { WorkspaceContext } from './context';
import './styles';

/** Renders the panel of a workspace; the result takes it away again. */
export function mount(workspace: Workspace, container: HTMLElement): () => void {
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
