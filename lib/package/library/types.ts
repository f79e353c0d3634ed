// Published types of the package `ag-ui-lens`, which stay stable while those of the program change.

/** An event as it was sent. */
export interface AguiEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A problem of an event by itself. */
export interface Problem {
  /** framing, json, protobuf, shape, unknown-type or dialect. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  /** JSON pointer into the event, if the problem has a location. */
  readonly pointer?: string;
}

/** A decoded event and its position. */
export interface LoggedEvent {
  /** Its position, from 0. */
  readonly seq: number;
  readonly type: string;
  /** Arrival as Unix time in milliseconds; 0 if unknown. */
  readonly timeMs: number;
  /** Index of the stream that carried it. */
  readonly stream: number;
  /** Undefined for a frame that is not an event. */
  readonly event: AguiEvent | undefined;
  /** Problems of the event by itself. */
  readonly problems: readonly Problem[];
}

/** A response, a body, or a file with one stream or more, as `read` returns it. */
export interface Recorded {
  readonly name: string;
  /** The decoded events of all streams, in the order in which they arrived. */
  readonly events: readonly LoggedEvent[];
}

/** Input of every function: a recording, a body as text or bytes, or events. */
export type Source = Recorded | string | Uint8Array | ArrayBuffer | readonly object[];

/** Options for reading a source. */
export interface ReadOptions {
  /** File name, for sentences. Its ending (.sse, .bin, .har …) helps to detect the format. */
  readonly name?: string;
  /** Dialect of the streams; by default detected. */
  readonly dialect?: string;
}

/** Severity of a finding. */
export type Severity = 'error' | 'warning' | 'info';

/** A problem in a stream, with its place, its effect on the app, and a fix. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** Position of the event; the last one for a finding about a stream; -1 if there is none. */
  readonly seq: number;
  /** Index of the stream. */
  readonly stream: number;
  /** One sentence. */
  readonly message: string;
  /** Positions of related events. */
  readonly related: readonly number[];
  /** True if the stock client stops the run here. */
  readonly clientStops?: true;
  /** Error text of the client. */
  readonly clientText?: string;
  /** One sentence: the effect on the app. */
  readonly impact: string;
  /** One sentence: the fix. */
  readonly fix: string;
  /** Link to the section of the specification. */
  readonly spec: string;
}

/** Options for checking a source. */
export interface CheckOptions extends ReadOptions {
  /** Client or specification to check as: `client-1.0`, `client-0.0`, `client-1.1` or `spec`; by default that of each stream's consumer. */
  readonly profile?: string;
  /** Client that reads the streams; by default detected from the requests. */
  readonly consumer?: string;
  /** Rules to turn off, by id or by their id in ag-ui-validate. */
  readonly off?: readonly string[];
}

/** Result of a check. */
export interface Checked {
  /** True if no finding is an error. */
  readonly ok: boolean;
  /** In the order of the events; at most 10,000. */
  readonly findings: readonly Finding[];
  /** Number of findings beyond these. */
  readonly leftOut: number;
  /** One sentence about missing data. */
  readonly missing?: string;
}

/** A message in the stock client's shape. */
export interface Message {
  readonly id: string;
  readonly role: string;
  readonly [key: string]: unknown;
}

/** A run. */
export interface RunView {
  readonly index: number;
  readonly runId: string;
  readonly threadId: string;
  /** running, success, interrupted, cancelled, error, truncated, aborted or failed. */
  readonly status: string;
  readonly [key: string]: unknown;
}

/** A tool call. */
export interface CallView {
  readonly id: string;
  readonly name: string;
  /** The arguments so far, as text. */
  readonly args: string;
  /** streaming, called or answered. */
  readonly status: string;
  readonly [key: string]: unknown;
}

/** A thread as of an event. */
export interface ThreadView {
  readonly messages: readonly Message[];
  readonly state: unknown;
  readonly runs: readonly RunView[];
  readonly toolCalls: readonly CallView[];
  /** Unanswered interrupts. */
  readonly interrupts: readonly object[];
}

/** Options for reading a thread. */
export interface AtOptions extends ReadOptions {
  /** The event, counted from 0; by default the last one. */
  readonly seq?: number;
  /** The thread, if there are several; by default that of the newest event. */
  readonly thread?: string;
  /** As sent by the server (default), or as seen by the app. */
  readonly view?: 'server' | 'app';
  /** Client that reads the streams; by default detected from the requests. */
  readonly consumer?: string;
}

/** Options for compacting. */
export interface CompactOptions extends ReadOptions {
  /** `safe` (default): a replay yields the same; `stock`: what compactEvents in @ag-ui/client gives. */
  readonly mode?: 'safe' | 'stock';
}

/** Options for comparing. */
export interface DiffOptions {
  /** Differences to ignore. */
  readonly ignore?: readonly ('ids' | 'times' | 'wording')[];
  /** Number of the run in both sources, from 1, or one for each. */
  readonly run?: number | readonly [a: number, b: number];
}

/** Differences between two sources. */
export interface Difference {
  /** True without a difference, apart from ignored ones and figures. */
  readonly same: boolean;
  /** Position of the first event that differs, in `a` or else in `b`; -1 if none does. */
  readonly event: number;
  /** That event in each source; null if missing. */
  readonly a: unknown;
  readonly b: unknown;
  /** True if the sources differ too much to match events reliably. */
  readonly rough: boolean;
  /** Positions of the events that differ. */
  readonly events: readonly {
    readonly kind: string;
    readonly type: string;
    readonly a: number | null;
    readonly b: number | null;
  }[];
  readonly messages: readonly object[];
  readonly state: readonly object[];
  readonly calls: readonly object[];
  readonly findings: readonly { readonly rule: string; readonly a: number; readonly b: number }[];
  readonly figures: { readonly a: object; readonly b: object };
}

/** Options for redacting. */
export interface RedactOptions extends ReadOptions {
  /**
   * Replaces all values that are not known to be safe (`share`), keeps names and schemas of tools (`tools`), or the paths
   * in `keep` (`choose`), or everything but what looks like a secret (`secrets`).
   */
  readonly level?: 'share' | 'tools' | 'choose' | 'secrets';
  /** Paths to keep: TYPE/field/key, or request/field/key; * is any one key. */
  readonly keep?: readonly string[];
  /** Only the runs with these ids, with their requests. */
  readonly runs?: readonly string[];
}
