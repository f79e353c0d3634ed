// Following the newest event, from wherever somebody asks for it.
import type { Workspace } from '@/lib/panel/workspace';
import { TEXTS } from './texts';

/** Follows what comes. A range of the overview that does not reach there lets go, and says so. */
export function goLive(workspace: Workspace): void {
  const { list, cursor } = workspace.current.value.session;
  if (list.range.value !== undefined) {
    list.range.value = undefined;
    workspace.notice.value = { severity: 'info', text: TEXTS.list.rangeLetGo };
  }
  cursor.goLive();
}
