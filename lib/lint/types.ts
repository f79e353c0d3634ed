// What a rule is and what it reports. Types only.
import type { Fold, LoggedEvent, Mark } from '@/lib/log/types';
import type { Model } from '@/lib/model/types';

/** How bad a finding is. */
export type Severity = 'error' | 'warning' | 'info';

/** Something wrong in the stream, and where. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The event it is about; for a finding about a stream its last event, -1 where it has none. */
  readonly seq: number;
  /** Index of the stream. */
  readonly stream: number;
  /** One sentence: what happened, what the app experiences. */
  readonly message: string;
}

/** What a rule may look at besides the event: the model before it and after it. */
export interface RuleContext {
  readonly before: Model;
  readonly after: Model;
}

/** One thing that can be wrong. Rules keep no state of their own: what they need is in the model. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence for a list of rules. */
  readonly summary: string;
  /** Where the specification says so. */
  readonly spec: string;
  check?(event: LoggedEvent, context: RuleContext): string | undefined;
  mark?(mark: Mark, context: RuleContext): string | undefined;
}

/** The fold that runs all rules beside the model. */
export type LintFold = Fold<{ readonly model: Model; readonly findings: readonly Finding[] }>;
