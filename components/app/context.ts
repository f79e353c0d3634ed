import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { assertExists } from '@/lib/core/json/assert';
import type { Session } from '@/lib/panel/session';
import type { Workspace } from '@/lib/panel/workspace';

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  return assertExists(useContext(WorkspaceContext), 'A component was rendered outside of mount.');
}

export function useSession(): Session {
  return useWorkspace().current.value.session;
}

/** True while the session on screen can grow: that of a page, or a file that is followed. */
export function isLive({ host, current }: Workspace): boolean {
  return current.value.name === undefined && (host.hasPage || host.isFollowing === true);
}

/** True while the host's own session is shown, as in a report. */
export function useIsOwn(): boolean {
  const { host, current } = useWorkspace();
  return host.own !== undefined && host.own.name === current.value.name;
}
