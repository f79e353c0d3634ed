// The workspace, handed down to every component.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { assertExists } from '@/lib/core/json/assert';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';

/** Set once by mount. */
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace of this panel. */
export function useWorkspace(): Workspace {
  return assertExists(useContext(WorkspaceContext), 'A component was rendered outside of mount.');
}

/** The session on screen: the live one, or the file that stands in its place. */
export function useSession(): Session {
  return useWorkspace().shown.value.session;
}

/** True while the host's own session is shown; only another file replaces it. */
export function useIsOwn(): boolean {
  const { host, shown } = useWorkspace();
  return host.own !== undefined && host.own.name === shown.value.name;
}
