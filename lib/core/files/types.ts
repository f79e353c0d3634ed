// What a file format is. Types only.

import type { Annotations } from '@/lib/core/files/annotations';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { MadeKind } from '@/lib/messages/made';
import type { CapturedRecord } from '@/lib/messages/records';

/** A batch of records, as a recording holds it and as the log appends it. */
export interface FileBatch {
  readonly doc: string;
  readonly frameId: number;
  /** Number of the batch within its document. */
  readonly n: number;
  readonly made?: MadeKind;
  readonly records: readonly CapturedRecord[];
}

/**
 * Unpacks brotli; throws if it is none, or cut off and not said to be: then what stands before the cut is unpacked.
 * Only some environments have it.
 */
type Brotli = (bytes: Uint8Array, isCut: boolean) => Uint8Array;

/** A file to read: its bytes, or its text if that is all there is. */
export interface FileInput {
  readonly name: string;
  readonly bytes?: Uint8Array;
  readonly text?: string;
  /** Unpacks brotli, where that can be done. */
  readonly brotli?: Brotli;
  /** The content of a file beside it that it names; undefined if there is none. */
  attached?(name: string): Uint8Array | undefined;
}

/** What a format sees to decide whether a file is its own. */
export interface FileHead {
  /** In lower case. */
  readonly name: string;
  /** The first 4,096 units. */
  readonly start: string;
}

/** The batches of a file, and its annotations. */
interface ReadBatches {
  readonly batches: readonly FileBatch[];
  /** What the file was read as, in words. */
  readonly format?: string;
  readonly annotations?: Annotations;
}

/** A file that is larger than memory; each of these reads it again. */
export interface FileSteps {
  readonly name: string;
  bytes(): Iterable<Uint8Array>;
  /** The text, in parts. */
  texts(): Iterable<string>;
  lines(): Iterable<string>;
}

/** The batches of a file that is larger than memory, read again each time that somebody goes through them. */
interface StepBatches {
  readonly batches: Iterable<FileBatch>;
  /** What the file was read as, in words; absent where there are several. */
  readonly format?: string;
  readonly annotations?: Annotations;
  /** True for a single body: its events come in the order of the file, and answer no request. */
  readonly isBody: boolean;
}

/** What is read in steps, or one sentence saying why it cannot be. */
export type ReadSteps = StepBatches | { readonly error: string };

/** The content of a file, or one sentence saying what could not be read, where and why. */
export type ReadResult = ReadBatches | { readonly error: string };

/** What makes a page of a recording: the panel as one script, and its style. */
export interface ReportParts {
  /** As it stands between its tags. */
  readonly script: string;
  readonly style: string;
  /** Of the script, as a content security policy names it: `sha256-…`. */
  readonly hash: string;
}

/** A finding that is written as a test: its rule, and the index of its stream in the log. */
export interface TestedFinding {
  readonly rule: string;
  readonly stream: number;
}

/** What can be written. Functions, because a session may be large. */
export interface WriteSource {
  batches(): Iterable<FileBatch>;
  /** All of it as a log, whose folds say what the events amount to; of a large file made when it is first asked for. */
  log(): Log;
  /** The decoded events of all streams, stream by stream. */
  events(): Iterable<JsonObject>;
  /** How many frames hold no event and were left out of what was taken of `events`. */
  leftOut?(): number;
  /** The same including what only the requests contained, so that they can stand alone. */
  selfContained(): Iterable<JsonObject>;
  /** Where the file comes from, in words. */
  readonly origin?: string;
  /** The user's annotations. */
  readonly annotations?: Annotations;
  /** Addresses and texts are tokens: what a person runs has to say so. */
  readonly isRedacted?: true;
  /** Only this finding is written; for tests. */
  readonly finding?: TestedFinding;
  /** Where the panel itself is at hand. */
  readonly report?: ReportParts;
}

/** The text of a file in parts, or one sentence saying why there is none. */
export type WriteResult = Iterable<string> | { readonly refused: string };

/** What is known of a file format without its code. */
export interface FormatFacts {
  readonly id: string;
  readonly label: string;
  readonly extension: string;
  readonly mime: string;
  /** Whether files of it can be written. */
  readonly isWritten?: true;
  /** Written from the batches themselves, which the panel has to read again; other formats need only events. */
  readonly needsBatches?: true;
  /** Written with the panel itself inside. */
  readonly needsReport?: true;
  /** Text that says the same again and again: offered packed with gzip too. */
  readonly isPackable?: true;
}

/** A file format. */
export interface Format extends FormatFacts {
  /** Written as it is: bytes of a body, or a program whose checksum is known. All other text is made harmless. */
  readonly isRaw?: true;
  /** 0 to 1; among the formats that can read, the highest wins. */
  confidence(head: FileHead): number;
  read?(input: FileInput): ReadResult;
  /** Reads a file that is larger than memory, to the same end; undefined for one that has to be read at once. */
  readInSteps?(file: FileSteps): ReadSteps | undefined;
  /** Text in parts, or one sentence saying why this session cannot be written in this format. */
  write?(source: WriteSource): WriteResult;
}
