// Types of file formats.

import type { StoredAnnotations } from '@/lib/core/files/annotations';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { BackgroundBatchKind } from '@/lib/messages/background-batch';
import type { CapturedRecord } from '@/lib/messages/records';

/** A batch of records, as in a recording and as input of the log. */
export interface FileBatch {
  readonly doc: string;
  readonly frameId: number;
  readonly n: number;
  readonly made?: BackgroundBatchKind;
  readonly records: readonly CapturedRecord[];
}

/** Unpacks brotli; throws on invalid data. `isCut` accepts data without an end. */
type Brotli = (bytes: Uint8Array, isCut: boolean) => Uint8Array;

/** A file to read: `text`, `bytes` or `chunks`. */
export interface FileInput {
  readonly name: string;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Reads the file from its beginning, at each call. A chunk is valid until the next one. */
  chunks?(): Iterable<Uint8Array>;
  /** Size of `chunks`, if known before reading. */
  readonly sizeBytes?: number;
  /** Missing in environments that cannot unpack brotli. */
  readonly brotli?: Brotli;
  /** Content of a file in the same folder; undefined if there is none. */
  attached?(name: string): Uint8Array | undefined;
}

interface FileHead {
  /** In lower case. */
  readonly name: string;
  /** The first 4 KiB. */
  readonly start: string;
}

interface ReadBatches {
  /** Reads the file again at each iteration, which may throw one sentence. */
  readonly batches: Iterable<FileBatch>;
  /** Label of the format; missing for several files. */
  readonly format?: string;
  readonly annotations?: StoredAnnotations;
  /** True for a single body without a request: its events come in the order of the file. */
  readonly isBody?: true;
}

/** Content of a file, or one sentence about the failure. */
export type ReadResult = ReadBatches | { readonly error: string };

export interface ReportParts {
  /** Escaped for an inline script. */
  readonly script: string;
  readonly style: string;
  /** Hash of the script for a content security policy: `sha256-…`. */
  readonly hash: string;
}

export interface TestedFinding {
  readonly rule: string;
  /** Index in the log. */
  readonly stream: number;
}

/** Content to write. Functions, because a session may be large. */
export interface WriteSource {
  batches(): Iterable<FileBatch>;
  /** Created at the first call: a large body may be written without it. */
  log(): Log;
  /** Decoded events, stream by stream. */
  events(): Iterable<JsonObject>;
  /** Number of frames without an event that the last iteration of `events` or `selfContained` skipped. */
  skipped?(): number;
  /** Decoded events with the messages and state of the requests, which a replay needs. */
  selfContained(): Iterable<JsonObject>;
  readonly origin?: string;
  readonly annotations?: StoredAnnotations;
  /** Restricts a test to this finding. */
  readonly finding?: TestedFinding;
  readonly report?: ReportParts;
}

export type WriteResult = Iterable<string> | { readonly refused: string };

/** For people to read, for tests, for other tools, as on the wire. */
export type FormatGroup = 'people' | 'tests' | 'tools' | 'raw';

/** Properties of a format that do not need its code. */
export interface FormatFacts {
  readonly id: string;
  readonly label: string;
  readonly extension: string;
  readonly mime: string;
  /** Heading in the export dialog; missing for formats that are only read. */
  readonly group?: FormatGroup;
  /** Written from the batches, which the panel has to read again. Other formats need only events. */
  readonly needsBatches?: true;
  /** Contains the panel. */
  readonly needsReport?: true;
  /** Compresses well: can be packed with gzip. */
  readonly isPackable?: true;
}

export interface Format extends FormatFacts {
  /** Written unchanged, as bytes of a body or a program with a checksum; other text is escaped. */
  readonly isRaw?: true;
  /** 0 to 1; among the formats that can read, the highest wins. Missing for formats that are only written. */
  confidence?(head: FileHead): number;
  read?(input: FileInput): ReadResult;
  write?(source: WriteSource): WriteResult;
}
