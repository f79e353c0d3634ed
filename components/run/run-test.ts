// A run as a test: what its streams brought, alone, as the format that replays it.
import { factsOf } from '@/lib/files/format-facts';
import type { Run } from '@/lib/model/types';
import type { Workspace } from '@/lib/session/workspace';
import { recordsOf } from '@/lib/wire/incoming';
import { formatSize } from '../format';
import { TEXTS } from '../texts';

const FORMAT = factsOf('vitest-test');

/** The records of a run's streams; a sentence where nobody has them any more. */
async function batchesOf({ shown }: Workspace, run: Run) {
  const again = await shown.value.session.reading.again();
  if ('gone' in again) return again.gone;
  const keys = new Set(run.streams.map(({ key }) => key));
  return again.batches.flatMap((batch) => {
    const { doc, frameId, n } = batch;
    const records = recordsOf(batch).filter(
      (record) => 'stream' in record && keys.has(`${doc}:${record.stream}`),
    );
    return records.length === 0 ? [] : [{ doc, frameId, n, records }];
  });
}

/** Hands a run to the user as a test that replays it; what cannot be replayed is said. */
export async function saveRunTest(workspace: Workspace, run: Run): Promise<void> {
  const batches = await batchesOf(workspace, run);
  const fail = (reason: string) => {
    workspace.notice.value = { severity: 'error', text: TEXTS.exportFailed(reason) };
  };
  if (typeof batches === 'string') return fail(batches);
  const { writeBatches } = await import('@/lib/files/write-log');
  const written = writeBatches(FORMAT.id, batches);
  if ('refused' in written) return fail(written.refused);
  const parts = [...written];
  const name = `agui-run-${run.index + 1}${FORMAT.extension}`;
  workspace.host.save(name, FORMAT.mime, parts);
  const size = formatSize(parts.reduce((sum, part) => sum + part.length, 0));
  workspace.notice.value = { severity: 'info', text: TEXTS.exported(name, size) };
}
