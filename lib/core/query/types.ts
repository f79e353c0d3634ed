// The parts of a query. Types only.
import type { Json } from '@/lib/core/json/json';
import type { Severity } from '@/lib/core/lint/types';
import type { Log } from '@/lib/core/log/log';
import type { Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';

export interface Term {
  readonly isNegated: boolean;
  /** Name of the field in lower case; absent for words. */
  readonly field?: string;
  readonly value: string;
  /** True for a `/regular expression/`. */
  readonly isRegex: boolean;
  /** True for the `"value"` of a field, which is matched whole; commas do not separate. */
  readonly isQuoted?: boolean;
  readonly from: number;
  readonly to: number;
}

export interface QueryFacts {
  readonly log: Log;
  /** Id of the event's run; '' if unknown. */
  runOf(seq: number): string;
  /** Number of the event's run on screen, from 1; 0 if unknown. */
  runNumberOf(seq: number): number;
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

export type BoundaryTest = (boundary: Boundary, facts: QueryFacts) => boolean;

export type EventTest = (seq: number, facts: QueryFacts) => boolean;

/** A field, used as `name:value`. */
export interface QueryField {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly example: string;
  /** True if the result for a value may change after the event has arrived; absent for never. */
  mayChangeLater?(value: string): boolean;
  /** Compiles a value, or explains why it is invalid. */
  test(value: string, isQuoted?: boolean): EventTest | { readonly problem: string };
  /** Test for requests and ends of streams; absent if the value does not apply to them. */
  testBoundary?(value: string, isQuoted?: boolean): BoundaryTest | undefined;
  values?(facts: QueryFacts): Iterable<string>;
}
