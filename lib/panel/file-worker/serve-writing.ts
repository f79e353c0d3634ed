// Writes a session for the panel, from received batches or from files.
import type { FileBatch } from '@/lib/core/files/types';
import { recordsOf } from '@/lib/messages/incoming';
import { readBlobs } from '@/lib/panel/file-worker/serve-reading';
import type { Report, Serve, WriteTask } from '@/lib/panel/file-worker/types';
import { writeFile } from '@/lib/panel/file-worker/write-file';

export function serveWriting(task: WriteTask, report: (report: Report) => void): Serve {
  const taken: FileBatch[] = [];
  const batchesOf = async (): Promise<Iterable<FileBatch>> => {
    if (task.files === undefined) return taken;
    const opened = await readBlobs(task.files);
    if ('error' in opened) throw new Error(opened.error);
    return opened.batches;
  };
  return async (order) => {
    if (order.kind === 'take') {
      for (const batch of order.batches) {
        const { doc, frameId, n, made } = batch;
        taken.push({ doc, frameId, n, ...(made !== undefined && { made }), records: recordsOf(batch) });
      }
    }
    if (order.kind !== 'end') return;
    const written = writeFile(await batchesOf(), task, (share) => report({ kind: 'progress', share }));
    if ('refused' in written) throw new Error(written.refused);
    report({ kind: 'written', file: written });
  };
}
