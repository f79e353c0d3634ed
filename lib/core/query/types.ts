// The parts of a query. Types only.
import type { Json } from '@/lib/core/json/json';
import type { Severity } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';

/** One term of a query, and its position in the text. */
export interface Term {
  readonly isNegated: boolean;
  /** Name of the field in lower case; absent for words. */
  readonly field?: string;
  readonly value: string;
  /** True for a `/regular expression/`. */
  readonly isRegex: boolean;
  /** Start and end of the term in the text. */
  readonly from: number;
  readonly to: number;
}

/** Facts about events besides the event itself. */
export interface QueryFacts {
  readonly log: Log;
  /** Id of the event's run; '' if unknown. */
  runOf(seq: number): string;
  threadOf(seq: number): string;
  /** Name of the tool for an event of a call; '' for other events. */
  toolOf(event: LoggedEvent): string;
  findingsOf(seq: number): readonly { readonly severity: Severity; readonly rule: string }[];
  /** Findings about a stream without events. */
  findingsOfStream(stream: number): readonly { readonly severity: Severity; readonly rule: string }[];
  /** Note of the user; undefined without a bookmark. */
  noteOf(seq: number): string | undefined;
  /** Name of the agent of a stream; '' for a single agent. */
  agentOf(stream: Stream | undefined): string;
  /** State of the event's thread before it; absent if unknown. */
  stateBefore?(seq: number): Json | undefined;
}

/** A compiled term for a request or the end of a stream. */
export type BoundaryTest = (boundary: Boundary, facts: QueryFacts) => boolean;

/** A compiled term: true if an event passes. */
export type EventTest = (seq: number, facts: QueryFacts) => boolean;

/** A field, used as `name:value`. */
export interface QueryField {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** An example value. */
  readonly example: string;
  /** True if the result for a value may change after the event has arrived; absent for never. */
  isLate?(value: string): boolean;
  /** Compiles a value, or explains why it is invalid. */
  test(value: string): EventTest | { readonly problem: string };
  /** Test for requests and ends of streams; absent if the value does not apply to them. */
  testBoundary?(value: string): BoundaryTest | undefined;
  /** Suggested values. */
  values?(facts: QueryFacts): Iterable<string>;
}
