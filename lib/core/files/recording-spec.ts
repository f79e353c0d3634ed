// The recording format `.agui.jsonl`, version 3: one JSON value per line. The first line is the header; every other
// line is a batch of captured records, in the order in which they were stored. The format is declared here, apart
// from the program's types: files must stay readable while types may change.

/** The value of `format` in the header. */
export const RECORDING_FORMAT = 'ag-ui-lens';
/** Version of written files. */
export const RECORDING_VERSION = 3;

/** The first line. */
export interface RecordingHeader {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: number;
  /** Source of the recording, as text. */
  readonly origin?: string;
  /** Ids of the rules that are off for this recording. Unknown ids are preserved. */
  readonly rulesOff?: readonly string[];
  /** Bookmarked events, by position, each with its note ('' for none). */
  readonly notes?: readonly (readonly [seq: number, text: string])[];
  /** Dialects chosen by hand, by stream key (document, colon, number). */
  readonly dialects?: Readonly<Record<string, string>>;
  /** Consumers chosen by hand, by site (the origin of the URLs of streams). */
  readonly consumers?: Readonly<Record<string, string>>;
  /** True if values were replaced by placeholders. Older files of placeholders do not have it. */
  readonly isRedacted?: true;
}

/**
 * Every other line. `records` contains records of lib/messages/records.ts. New in version 3: the `origin` of an open
 * record (a response made in the browser, or a request sent by the user of the panel), and the reason `changed` of a
 * gap record (a rule edited the response there). Older files need no conversion.
 */
export interface RecordingLine {
  /** Id of the document. */
  readonly doc: string;
  /** The browser's number of the frame within the tab, 0 for the top. */
  readonly frame: number;
  /** Number of the batch within its document, from 0; with `made`, the number that it precedes. */
  readonly n: number;
  /** Why the extension made the batch. Since version 2; version 1 added 2^40 or more to `n`. */
  readonly made?: string;
  readonly records: readonly unknown[];
}
