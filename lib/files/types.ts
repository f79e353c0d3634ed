// What a file format is. Types only.
import type { JsonObject } from '@/lib/agui/json';
import type { Annotations } from '@/lib/files/annotations';
import type { CapturedRecord } from '@/lib/wire/records';

/** A batch of records as a recording holds it and as the log appends it. */
export interface FileBatch {
  readonly doc: string;
  readonly frameId: number;
  /** Number of the batch within its document. */
  readonly n: number;
  readonly records: readonly CapturedRecord[];
}

/** A file to read: its bytes, or its text where that is all there is. */
export interface FileInput {
  readonly name: string;
  readonly bytes?: Uint8Array;
  readonly text?: string;
}

/** What a format may look at to say whether a file is its own. */
export interface FileHead {
  /** Lower case. */
  readonly name: string;
  /** The first 4,096 units. */
  readonly start: string;
}

/** The batches of a file, and what somebody has said about them. */
export interface ReadBatches {
  readonly batches: readonly FileBatch[];
  readonly annotations?: Annotations;
}

/** What a file holds, or one sentence that says which line or place of it could not be read, and why. */
export type ReadResult = ReadBatches | { readonly error: string };

/** What can be written: asked for when needed, because a session may be large. */
export interface WriteSource {
  batches(): Iterable<FileBatch>;
  /** The events of all streams, decoded, stream by stream. */
  events(): Iterable<JsonObject>;
  /** The same with what only the requests said, so that they can stand alone. */
  selfContained(): Iterable<JsonObject>;
  /** What the file says about where it comes from. */
  readonly origin?: string;
  /** What the user has said about it. */
  readonly annotations?: Annotations;
}

/** The text of a file in parts, or one sentence about why there is none. */
export type WriteResult = Iterable<string> | { readonly refused: string };

/** A file format. */
export interface Format {
  readonly id: string;
  readonly label: string;
  readonly extension: string;
  readonly mime: string;
  /** 0 to 1; the highest that can read reads the file. */
  confidence(head: FileHead): number;
  read?(input: FileInput): ReadResult;
  /** It is made of the batches themselves, which the panel has to read again; others need only events. */
  readonly needsBatches?: true;
  /** Text in parts, or one sentence about why this session cannot be written in this format. */
  write?(source: WriteSource): WriteResult;
}
