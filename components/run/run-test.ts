// A run as a test: what its streams brought, alone, as the format that replays it.
import { factsOf } from '@/lib/files/format-facts';
import type { Run } from '@/lib/model/types';
import type { Workspace } from '@/lib/session/workspace';
import { saveFile, writeSession } from '../files';

const FORMAT = factsOf('vitest-test');

/** Hands a run to the user as a test that replays it; what cannot be replayed is said. */
export async function saveRunTest(workspace: Workspace, run: Run): Promise<void> {
  const { session } = workspace.shown.value;
  const keys = run.streams.map(({ key }) => key);
  const choice = {
    format: FORMAT.id,
    scope: { kind: 'streams', keys },
    level: 'full',
    keep: [],
    isExamined: false,
  } as const;
  const name = `agui-run-${run.index + 1}${FORMAT.extension}`;
  await saveFile(workspace, { name, mime: FORMAT.mime }, (signal) =>
    writeSession(workspace, session, choice, signal),
  );
}
