// The parts of a query. Types only.
import type { Json } from '@/lib/agui/json';
import type { Severity } from '@/lib/lint/types';
import type { Log } from '@/lib/log/log';
import type { Boundary, LoggedEvent } from '@/lib/log/types';

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

/** What queries can ask about an event beyond the event itself. */
export interface Facts {
  readonly log: Log;
  /** Id of the run that an event belongs to; '' if none was named. */
  runOf(seq: number): string;
  threadOf(seq: number): string;
  /** Name of the tool for an event of a call; '' for other events. */
  toolOf(event: LoggedEvent): string;
  /** The findings about an event. */
  findingsOf(seq: number): readonly { readonly severity: Severity; readonly rule: string }[];
  /** The findings about a stream that brought no event. */
  findingsOfStream(stream: number): readonly { readonly severity: Severity; readonly rule: string }[];
  /** The user's note about an event; undefined if it has no bookmark. */
  noteOf(seq: number): string | undefined;
  /** The state of an event's thread before it; nobody can tell, if absent. */
  stateBefore?(seq: number): Json | undefined;
}

/** A compiled term for a request or the end of a stream. */
export type BoundaryTest = (boundary: Boundary, facts: Facts) => boolean;

/** A compiled term: true if an event passes. */
export type Test = (seq: number, facts: Facts) => boolean;

/** A field, used as `name:value`. */
export interface Field {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** An example value. */
  readonly example: string;
  /** Whether the result for a value may change after the event has arrived; never, if absent. */
  isLate?(value: string): boolean;
  /** Compiles a value, or explains in a sentence why it is invalid. */
  test(value: string): Test | { readonly problem: string };
  /** The same for requests and ends of streams; absent where a value tells nothing about one. */
  testBoundary?(value: string): BoundaryTest | undefined;
  /** Values to suggest. */
  values?(facts: Facts): Iterable<string>;
}
