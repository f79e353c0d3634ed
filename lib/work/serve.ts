// The worker: takes one task, and reports.
import { messageOf } from '@/lib/agui/reason';
import type { FileBatch, ReadSteps } from '@/lib/files/types';
import { recordsOf } from '@/lib/wire/incoming';
import { readBlobs } from '@/lib/work/read-blob';
import type { Order, Piece, ReadTask, Report, WriteTask } from '@/lib/work/types';
import { writeFile } from '@/lib/work/write-file';

/** How much of what is read is one piece: as much as the panel reads in a few frames, units. */
const PIECE = 256 * 1024;
/** What a record or a batch costs beside what it carries: many small ones take longer to hand over than a few large ones. */
const RECORD = 200;

/** What a task does with an order; nothing where the order is not for it. */
type Serve = (order: Order) => Promise<void> | void;

function unitsOf({ records }: FileBatch): number {
  let units = (records.length + 1) * RECORD;
  for (const record of records)
    if (record.kind === 'chunk' || record.kind === 'frame') units += (record.text ?? record.b64 ?? '').length;
  return units;
}

/** Groups batches into pieces. */
function* piecesOf(opened: Exclude<ReadSteps, { error: string }>, share: () => number): Iterable<Piece> {
  const { batches, annotations, format } = opened;
  const about = {
    ...(annotations !== undefined && { annotations }),
    ...(format !== undefined && { format }),
  };
  let waiting: FileBatch[] = [];
  let units = 0;
  for (const batch of batches) {
    waiting.push(batch);
    units += unitsOf(batch);
    if (units < PIECE) continue;
    yield { batches: waiting, ...about, share: share() };
    waiting = [];
    units = 0;
  }
  yield { batches: waiting, ...about, share: 1 };
}

function serveReading({ files }: ReadTask, report: (report: Report) => void): Serve {
  const progress = { bytes: 0 };
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const opening = readBlobs(files, progress).then((opened) => {
    if ('error' in opened) throw new Error(opened.error);
    return piecesOf(opened, () => progress.bytes / Math.max(1, size))[Symbol.iterator]();
  });
  return async ({ kind }) => {
    if (kind !== 'more') return;
    const { done, value } = (await opening).next();
    report(done === true ? { kind: 'end' } : { kind: 'piece', piece: value });
  };
}

function serveWriting(task: WriteTask, report: (report: Report) => void): Serve {
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
        const { doc, frameId, n } = batch;
        taken.push({ doc, frameId, n, records: recordsOf(batch) });
      }
    }
    if (order.kind !== 'end') return;
    const written = writeFile(await batchesOf(), task);
    if ('refused' in written) throw new Error(written.refused);
    report({ kind: 'written', file: written });
  };
}

/** Serves one task: takes orders, and reports. What goes wrong is reported, in one sentence. */
export function createServer(report: (report: Report) => void): (order: Order) => void {
  let serve: Serve | undefined;
  const answer = async (order: Order): Promise<void> => {
    if (order.kind === 'begin') {
      const { task } = order;
      serve = task.kind === 'read' ? serveReading(task, report) : serveWriting(task, report);
    } else await serve?.(order);
  };
  return (order) => {
    answer(order).catch((error: unknown) => report({ kind: 'failed', reason: messageOf(error) }));
  };
}
