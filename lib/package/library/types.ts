// What the package `ag-ui-lens` takes and gives. Types only, declared apart from those of the program: what others
// rely on stays as it is while those may change.

/** An event as it was sent. */
export interface AguiEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** What is wrong with an event by itself. */
export interface Problem {
  /** framing, json, protobuf, shape, unknown-type or dialect. */
  readonly code: string;
  /** One sentence: what happened, and where. */
  readonly message: string;
  /** JSON pointer into the event, if the problem has a location. */
  readonly pointer?: string;
}

/** A decoded event and where it stands. */
export interface LoggedEvent {
  /** Its position, from 0. */
  readonly seq: number;
  readonly type: string;
  /** When it arrived: Unix time in milliseconds; 0 where nobody knows. */
  readonly timeMs: number;
  /** Index of the stream that carried it. */
  readonly stream: number;
  /** Undefined for a frame that is no event. */
  readonly event: AguiEvent | undefined;
  /** What is wrong with it by itself. */
  readonly problems: readonly Problem[];
}

/** What was read: a response, a body, or a file with one stream or more. */
export interface Recorded {
  readonly name: string;
  /** The decoded events of all streams, in the order in which they arrived. */
  readonly events: readonly LoggedEvent[];
}

/** What every function takes: what was read, a body as text or bytes, or the events themselves. */
export type Source = Recorded | string | Uint8Array | ArrayBuffer | readonly object[];

/** How a source is read. */
export interface ReadOptions {
  /** The name of the file, which sentences use. A name that ends in .sse, .bin, .har … helps to tell what it is. */
  readonly name?: string;
  /** The dialect of its streams; by default it is found by what they look like. */
  readonly dialect?: string;
}

/** How severe a finding is. */
export type Severity = 'error' | 'warning' | 'info';

/** Something wrong in a stream, where, what the app experiences because of it, and what to do. */
export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** The event it is about; for a finding about a stream, its last event; -1 if it has none. */
  readonly seq: number;
  /** Index of the stream. */
  readonly stream: number;
  /** One sentence: what happened, and where. */
  readonly message: string;
  /** Other events it is about. */
  readonly related: readonly number[];
  /** True if the stock client stops the run here. */
  readonly clientStops?: true;
  /** The client's own words. */
  readonly clientText?: string;
  /** One sentence: what the app experiences because of it. */
  readonly impact: string;
  /** One sentence: what to do. */
  readonly fix: string;
  /** Link to the section of the specification. */
  readonly spec: string;
}

/** How a source is judged. */
export interface CheckOptions extends ReadOptions {
  /** The judgement to apply: `client-1.0`, `client-0.0`, `client-1.1` or `spec`; by default that of each stream's consumer. */
  readonly profile?: string;
  /** Who reads the streams; by default found by what their requests look like. */
  readonly consumer?: string;
  /** Rules to turn off, by id or by their id in ag-ui-validate. */
  readonly off?: readonly string[];
}

/** What was found. */
export interface Checked {
  /** True if no finding is an error. */
  readonly ok: boolean;
  /** In the order of the events; at most 10,000. */
  readonly findings: readonly Finding[];
  /** How many more there are. */
  readonly leftOut: number;
  /** What the source lacks and is therefore not judged, in one sentence. */
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
  /** Interrupts that wait for an answer. */
  readonly interrupts: readonly object[];
}

/** As of which event, and from whose point of view. */
export interface AtOptions extends ReadOptions {
  /** The event, counted from 0; by default the last one. */
  readonly seq?: number;
  /** The thread, if there are several; by default that of the newest event. */
  readonly thread?: string;
  /** As the server sent it (default), or as the app has it. */
  readonly view?: 'server' | 'app';
  /** Who reads the streams; by default found by what their requests look like. */
  readonly consumer?: string;
}

/** How a log is compacted. */
export interface CompactOptions extends ReadOptions {
  /** `safe` (default): a replay yields the same; `stock`: what compactEvents in @ag-ui/client gives. */
  readonly mode?: 'safe' | 'stock';
}

/** What may differ without counting. */
export interface DiffOptions {
  readonly ignore?: readonly ('ids' | 'times' | 'wording')[];
  /** Only this run of both, by its number from 1, or one of each. */
  readonly run?: number | readonly [a: number, b: number];
}

/** In what two sources differ. */
export interface Difference {
  /** Nothing differs but what is ignored; figures are shown and never count. */
  readonly same: boolean;
  /** The first event that differs, on the side that has it; -1 if no event differs. */
  readonly event: number;
  /** That event on each side; null where there is none. */
  readonly a: unknown;
  readonly b: unknown;
  /** True if the sources differ too much to match events reliably. */
  readonly rough: boolean;
  /** Events that differ, by their positions. */
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

/** What is kept, and which part of it. */
export interface RedactOptions extends ReadOptions {
  /**
   * Everything that is not known to be safe becomes a token (`share`), the names and schemas of tools are kept
   * (`tools`), or what `keep` names (`choose`).
   */
  readonly level?: 'share' | 'tools' | 'choose';
  /** Paths to keep: TYPE/field/key, or request/field/key; * stands for any key. */
  readonly keep?: readonly string[];
  /** Only the runs with these ids, with their requests. */
  readonly runs?: readonly string[];
}
