// What a query is made of. Types only.
import type { Severity } from '@/lib/lint/types';
import type { Log } from '@/lib/log/log';
import type { LoggedEvent } from '@/lib/log/types';

/** One term of a query, and where it stands in the text. */
export interface Term {
  readonly isNegated: boolean;
  /** Name of the field, lower case; absent for words. */
  readonly field?: string;
  readonly value: string;
  /** True for a `/regular expression/`. */
  readonly isRegex: boolean;
  /** First position of the term in the text, and the one behind it. */
  readonly from: number;
  readonly to: number;
}

/** What queries can ask about an event besides the event itself. */
export interface Facts {
  readonly log: Log;
  /** Id of the run that an event belongs to; '' where none was named. */
  runOf(seq: number): string;
  threadOf(seq: number): string;
  /** Name of the tool that an event of a call is about; '' where it is about none. */
  toolOf(event: LoggedEvent): string;
  /** Findings about an event. */
  findingsOf(seq: number): readonly { readonly severity: Severity; readonly rule: string }[];
  /** What the user has noted about an event; undefined where it has no bookmark. */
  noteOf(seq: number): string | undefined;
}

/** A compiled term: true where an event passes. */
export type Test = (seq: number, facts: Facts) => boolean;

/** A field that can be asked for as `name:value`. */
export interface Field {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** A value to show how it is used. */
  readonly example: string;
  /** Whether the answer to a value may change after the event came; where it is absent, never. */
  isLate?(value: string): boolean;
  /** Compiles a value; a sentence where it means nothing. */
  test(value: string): Test | { readonly problem: string };
  /** Values worth offering. */
  values?(facts: Facts): Iterable<string>;
}
