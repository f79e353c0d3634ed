// A session as a file: what writes it is loaded when somebody asks for one.
import { messageOf } from '@/lib/core/json/reason';
import type { Finding } from '@/lib/core/lint/types';
import type { Run } from '@/lib/core/model/types';
import { late } from '@/lib/panel/late';
import type { Workspace } from '@/lib/panel/workspace';
import { say } from '../app/notices';
import { TEXTS } from '../texts';

/** What writes files. */
export const writer = late(() => import('./write-file'));

/** Does something with what writes files; says why it cannot be loaded. */
async function withWriter(
  workspace: Workspace,
  act: (writes: typeof import('./write-file')) => Promise<void>,
): Promise<void> {
  try {
    await act(await writer.load());
  } catch (error) {
    say(workspace, 'error', TEXTS.exportFailed(messageOf(error)));
  }
}

/** Hands the session on screen to the user as a file. */
export function exportAs(workspace: Workspace, id: string, isPacked = false): Promise<void> {
  return withWriter(workspace, ({ saveAs }) => saveAs(workspace, id, isPacked));
}

/** Hands a run to the user as a test that replays it. */
export function saveRunTest(workspace: Workspace, run: Run): Promise<void> {
  return withWriter(workspace, ({ saveRunAsTest }) => saveRunAsTest(workspace, run));
}

/** Hands a finding to the user as a test that is red while its rule fires. */
export function saveFindingTest(workspace: Workspace, finding: Finding): Promise<void> {
  return withWriter(workspace, ({ saveFindingAsTest }) => saveFindingAsTest(workspace, finding));
}
