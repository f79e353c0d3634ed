// What a worker does for the panel: reading files and writing them, so that the panel stays awake. Types only.
import type { Annotations } from '@/lib/files/annotations';
import type { FileBatch, ReportParts, TestedFinding } from '@/lib/files/types';
import type { Level } from '@/lib/redact/policy';
import type { Seed } from '@/lib/redact/random';
import type { SecretScan } from '@/lib/redact/secrets';
import type { IncomingBatch } from '@/lib/wire/incoming';

/** A file as the browser holds it: outside of everybody's heap. */
export interface BlobFile {
  readonly name: string;
  readonly blob: Blob;
}

/** Which part of a session is written. */
export type Scope =
  | { readonly kind: 'all' }
  /** Runs by the events that they start with: an id may be that of several. */
  | { readonly kind: 'runs'; readonly starts: readonly number[] }
  /** All that came over some streams, by their keys. */
  | { readonly kind: 'streams'; readonly keys: readonly string[] }
  | { readonly kind: 'events'; readonly seqs: readonly number[] };

/** A file to read, piece by piece; several become one session. */
export interface ReadTask {
  readonly kind: 'read';
  readonly files: readonly BlobFile[];
}

/** A session to write. Its batches stand in files, or are handed over. */
export interface WriteTask {
  readonly kind: 'write';
  readonly files?: readonly BlobFile[];
  readonly format: string;
  readonly scope: Scope;
  readonly level: Level;
  readonly keep: readonly string[];
  readonly seed: Seed;
  readonly annotations: Annotations;
  readonly origin?: string;
  /** The finding that a test is made of. */
  readonly finding?: TestedFinding;
  /** The panel, for formats that hold it. */
  readonly report?: ReportParts;
  /** Whether what was written is looked at again: how many events it has, and whether there are secrets in it. */
  readonly isExamined: boolean;
}

/** A task. */
export type Task = ReadTask | WriteTask;

/** What a worker is told. */
export type Order =
  | { readonly kind: 'begin'; readonly task: Task }
  /** Reading: the next piece is wanted. */
  | { readonly kind: 'more' }
  /** Writing: batches of the session. */
  | { readonly kind: 'take'; readonly batches: readonly IncomingBatch[] }
  /** Writing: that was all of them. */
  | { readonly kind: 'end' };

/** What a task does with an order; nothing where the order is not for it. */
export type Serve = (order: Order) => Promise<void> | void;

/** Some batches of a file. */
export interface Piece {
  readonly batches: readonly FileBatch[];
  /** With the first piece. */
  readonly annotations?: Annotations;
  /** What the file was read as, in words. */
  readonly format?: string;
  /** How much of the file was read, 0 to 1. */
  readonly share: number;
}

/** What was found in a file that was written. */
export interface Examined {
  readonly events: number;
  readonly streams: number;
  /** Unix time of the first event, in milliseconds; 0 where there is none. */
  readonly startMs: number;
  /** Looked for where values leave as they are. */
  readonly secrets?: SecretScan;
}

/** A file that was written. */
export interface WrittenFile {
  readonly blob: Blob;
  /** Its first thousand units or so. */
  readonly start: string;
  /** How many different values were replaced. */
  readonly replaced: number;
  /** How many frames hold no event, so that a list of events is without them. */
  readonly leftOut: number;
  readonly examined?: Examined;
}

/** What a worker answers. */
export type Report =
  | { readonly kind: 'piece'; readonly piece: Piece }
  /** Reading: there are no more pieces. */
  | { readonly kind: 'end' }
  | { readonly kind: 'written'; readonly file: WrittenFile }
  /** One sentence. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The panel's end of the line to a worker. */
export interface WorkerLine {
  post(order: Order): void;
  /** Hears every report; one that the worker broke down is made up if it did. */
  listen(hear: (report: Report) => void): void;
  /** Ends the worker, whatever it is doing. */
  end(): void;
}

/** Starts the worker for tasks of a kind. */
export type StartWorker = (kind: Task['kind']) => WorkerLine;
