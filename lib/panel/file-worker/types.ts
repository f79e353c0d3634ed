// Types of the workers that read and write files for the panel.
import type { StoredAnnotations } from '@/lib/core/files/annotations';
import type { SessionPreview } from '@/lib/core/files/session-preview';
import type { FileBatch, ReportParts, TestedFinding } from '@/lib/core/files/types';
import type { Level } from '@/lib/core/redact/policy';
import type { SecretScan } from '@/lib/core/redact/secrets';
import type { IncomingBatch } from '@/lib/messages/incoming';

/** A file outside of the JavaScript heap. */
export interface BlobFile {
  readonly name: string;
  readonly blob: Blob;
}

export type Scope =
  | { readonly kind: 'all' }
  /** By the keys of the streams. */
  | { readonly kind: 'streams'; readonly keys: readonly string[] }
  | { readonly kind: 'events'; readonly seqs: readonly number[] };

/** Files to read as one session, piece by piece. */
export interface ReadTask {
  readonly kind: 'read';
  readonly files: readonly BlobFile[];
}

/** A session to write, from files or from sent batches. */
export interface WriteTask {
  readonly kind: 'write';
  readonly files?: readonly BlobFile[];
  readonly format: string;
  readonly scope: Scope;
  readonly level: Level;
  readonly keep: readonly string[];
  /** Hides secrets in kept values. */
  readonly hidesSecrets?: boolean;
  readonly annotations: StoredAnnotations;
  readonly origin?: string;
  readonly finding?: TestedFinding;
  /** The panel, for formats that include it. */
  readonly report?: ReportParts;
  /** True to examine the result: number of events, secrets. */
  readonly isExamined: boolean;
}

export type Task = ReadTask | WriteTask;

export type Order =
  | { readonly kind: 'begin'; readonly task: Task }
  /** Reading: requests the next piece. */
  | { readonly kind: 'more' }
  /** Writing: batches of the session. */
  | { readonly kind: 'take'; readonly batches: readonly IncomingBatch[] }
  /** Writing: there are no more batches. */
  | { readonly kind: 'end' };

/** Handles an order; ignores orders of other tasks. */
export type Serve = (order: Order) => Promise<void> | void;

export interface Piece {
  readonly batches: readonly FileBatch[];
  /** In the first piece only. */
  readonly annotations?: StoredAnnotations;
  readonly format?: string;
  /** Read fraction of the file, 0 to 1. */
  readonly share: number;
}

export interface Examined {
  readonly events: number;
  readonly streams: number;
  /** Unix time of the first event, in milliseconds; 0 without events. */
  readonly startMs: number;
  /** Present if values were not replaced. */
  readonly secrets?: SecretScan;
  readonly preview: SessionPreview;
}

export interface WrittenFile {
  readonly blob: Blob;
  /** The first few thousand UTF-16 units. */
  readonly start: string;
  /** Number of different replaced values. */
  readonly replaced: number;
  /** Number of frames without an event, which a list of events leaves out. */
  readonly skipped: number;
  readonly examined?: Examined;
}

export type Report =
  | { readonly kind: 'piece'; readonly piece: Piece }
  /** Reading: there are no more pieces. */
  | { readonly kind: 'end' }
  /** Writing: fraction that is done, 0 to 1. */
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'written'; readonly file: WrittenFile }
  /** One sentence. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface WorkerLine {
  post(order: Order): void;
  /** Receives all reports; a crash of the worker is reported, too. */
  listen(onReport: (report: Report) => void): void;
  end(): void;
}

export type StartWorker = (kind: Task['kind']) => WorkerLine;
