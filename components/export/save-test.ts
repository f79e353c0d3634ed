// Tests of a run or a finding as files; the writer is loaded on demand.
import { messageOf } from '@/lib/core/json/reason';
import type { Finding } from '@/lib/core/lint/types';
import type { Run } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { notify } from '../app/notices';
import { TEXTS } from '../texts';

async function withWriter(
  workspace: Workspace,
  act: (writes: typeof import('./save-file')) => Promise<void>,
): Promise<void> {
  try {
    await act(await import('./save-file'));
  } catch (error) {
    notify(workspace, 'error', TEXTS.exportFailed(messageOf(error)));
  }
}

export function saveRunTest(workspace: Workspace, run: Run): Promise<void> {
  return withWriter(workspace, ({ saveRunAsTest }) => saveRunAsTest(workspace, run));
}

export function saveFindingTest(workspace: Workspace, finding: Finding): Promise<void> {
  return withWriter(workspace, ({ saveFindingAsTest }) => saveFindingAsTest(workspace, finding));
}
