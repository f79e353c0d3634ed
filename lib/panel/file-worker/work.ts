// Reads and writes files in workers, one for each task.
import type { IncomingBatch } from '@/lib/messages/incoming';
import type {
  BlobFile,
  Piece,
  Report,
  StartWorker,
  Task,
  WorkerLine,
  WriteTask,
  WrittenFile,
} from '@/lib/panel/file-worker/types';

/** Most batches sent at once; more would block painting. */
const BATCHES_AT_ONCE = 32;

interface Talk {
  readonly line: WorkerLine;
  next(): Promise<Report>;
}

function talkTo(start: StartWorker, task: Task): Talk {
  const line = start(task.kind);
  const came: Report[] = [];
  let waiting: ((report: Report) => void) | undefined;
  line.listen((report) => {
    if (waiting === undefined) came.push(report);
    else waiting(report);
    waiting = undefined;
  });
  line.post({ kind: 'begin', task });
  return {
    line,
    next() {
      const first = came.shift();
      if (first !== undefined) return Promise.resolve(first);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
  };
}

async function* readPieces({ line, next }: Talk, stopped: Promise<undefined>): AsyncGenerator<Piece, void> {
  try {
    line.post({ kind: 'more' });
    for (;;) {
      const report = await Promise.race([next(), stopped]);
      if (report === undefined) return;
      if (report.kind === 'failed') throw new Error(report.reason);
      if (report.kind !== 'piece') return;
      line.post({ kind: 'more' });
      yield report.piece;
    }
  } finally {
    line.end();
  }
}

/** At most one piece ahead. Throws one sentence if nothing can be read. `return` ends the worker at once. */
export function readInWorker(start: StartWorker, files: readonly BlobFile[]): AsyncGenerator<Piece, void> {
  let stop = (): void => {};
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  const pieces = readPieces(talkTo(start, { kind: 'read', files }), stopped);
  const end = pieces.return.bind(pieces);
  return Object.assign(pieces, {
    return() {
      stop();
      return end();
    },
  });
}

export interface Waiting {
  /** Aborting ends the worker. */
  readonly signal?: AbortSignal;
  /** Resolves after the panel has painted. */
  rest(): Promise<void>;
  /** Receives the fraction that is done, 0 to 1. */
  onShare?(share: number): void;
}

/** Fraction of the work that is done when the worker has all batches. */
const SENT = 0.2;

/** Writes a session. Throws one sentence on failure, and an AbortError if aborted. */
export async function writeInWorker(
  start: StartWorker,
  task: WriteTask,
  batches: readonly IncomingBatch[],
  { signal, rest, onShare }: Waiting,
): Promise<WrittenFile> {
  signal?.throwIfAborted();
  const { line, next } = talkTo(start, task);
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    for (let at = 0; at < batches.length; at += BATCHES_AT_ONCE) {
      line.post({ kind: 'take', batches: batches.slice(at, at + BATCHES_AT_ONCE) });
      onShare?.((SENT * at) / batches.length);
      if (at + BATCHES_AT_ONCE < batches.length) await Promise.race([rest(), aborted]);
    }
    line.post({ kind: 'end' });
    let report = await Promise.race([next(), aborted]);
    for (; report.kind === 'progress'; report = await Promise.race([next(), aborted]))
      onShare?.(SENT + (1 - SENT) * report.share);
    if (report.kind === 'failed') throw new Error(report.reason);
    if (report.kind !== 'written') throw new Error('The file was not written.');
    return report.file;
  } finally {
    line.end();
  }
}
