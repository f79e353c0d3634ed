// The recording format `.agui.jsonl`, version 1: one JSON value per line. The first line is the header, every other
// line is a batch of captured records in the order in which they were stored. Declared here and nowhere else: the
// file is a promise, the types of the program are not.

/** The value of `format` in the header. */
export const RECORDING_FORMAT = 'ag-ui-lens';
/** The version that is written. */
export const RECORDING_VERSION = 1;

/** First line. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: number;
  /** Where the recording comes from, in words. */
  readonly origin?: string;
  /** Ids of the rules that are switched off for this recording. Ids that a program does not know are left alone. */
  readonly rulesOff?: readonly string[];
  /** Events with a bookmark, by position, and what was noted about each ('' for nothing). */
  readonly notes?: readonly (readonly [seq: number, text: string])[];
  /** Dialects by the key of the stream (document, colon, number), where they were chosen by hand. */
  readonly dialects?: Readonly<Record<string, string>>;
}

/** Every other line. `records` holds the records of lib/wire/records.ts. */
export interface RecordingLine {
  /** Id of the document. */
  readonly doc: string;
  /** Frame within the tab, 0 for the top. */
  readonly frame: number;
  /** Number of the batch within its document, from 0. */
  readonly n: number;
  readonly records: readonly unknown[];
}
