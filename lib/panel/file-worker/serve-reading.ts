// Reads files for the panel, piece by piece on request.
import type { FileBatch, ReadResult } from '@/lib/core/files/types';
import { dataLengthOf } from '@/lib/messages/records';
import { readBlobs } from '@/lib/panel/file-worker/read-blob';
import type { Piece, ReadTask, Report, Serve } from '@/lib/panel/file-worker/types';

/** Size of a piece, UTF-16 units: the panel reads it within a few frames. */
const PIECE = 256 * 1024;
/** Size of the first piece, which fills the screen, UTF-16 units. */
const FIRST_PIECE = 32 * 1024;
/** Extra size of a record or batch: many small ones take longer to send than a few large ones. */
const RECORD = 200;

function batchUnits({ records }: FileBatch): number {
  return records.reduce((sum, record) => sum + RECORD + dataLengthOf(record), RECORD);
}

function* groupedPieces(
  opened: Exclude<ReadResult, { error: string }>,
  share: () => number,
): Iterable<Piece> {
  const { batches, annotations, format } = opened;
  const about = {
    ...(annotations !== undefined && { annotations }),
    ...(format !== undefined && { format }),
  };
  let waiting: FileBatch[] = [];
  let units = 0;
  let wanted = FIRST_PIECE;
  for (const batch of batches) {
    waiting.push(batch);
    units += batchUnits(batch);
    if (units < wanted) continue;
    yield { batches: waiting, ...about, share: share() };
    waiting = [];
    units = 0;
    wanted = PIECE;
  }
  yield { batches: waiting, ...about, share: 1 };
}

export function serveReading({ files }: ReadTask, report: (report: Report) => void): Serve {
  const progress = { bytes: 0 };
  const size = files.reduce((sum, { blob }) => sum + blob.size, 0);
  const opening = readBlobs(files, progress).then((opened) => {
    if ('error' in opened) throw new Error(opened.error);
    return groupedPieces(opened, () => progress.bytes / Math.max(1, size))[Symbol.iterator]();
  });
  return async ({ kind }) => {
    if (kind !== 'more') return;
    const { done, value } = (await opening).next();
    report(done === true ? { kind: 'end' } : { kind: 'piece', piece: value });
  };
}
