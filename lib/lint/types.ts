// What a rule is and what it reports. Types only.
import type { Stop } from '@/lib/client/client-node';
import type { ProfileId } from '@/lib/client/profile';
import type { Verdict } from '@/lib/client/verdict';
import type { Fold, LoggedEvent, Mark, Stream } from '@/lib/log/types';
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
  /** The client's own words, where it has any. */
  readonly clientText?: string;
  /** True where the stock client stops the run here. */
  readonly clientStops?: true;
}

/** One thing that can be wrong. Rules keep no state of their own: what they need is in the model. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence for a list of rules. */
  readonly summary: string;
  /** Where the specification says so. */
  readonly spec: string;
  /** True where the stock client stops the run at such an event. */
  readonly stopsClient?: true;
  /** True where the verdict depends on earlier events: not asked once some of the stream is missing. */
  readonly needsHistory?: true;
  /** The profiles that it is for; all where it does not say. */
  readonly profiles?: readonly ProfileId[];
  /** Looks at an event and at the model as it is before it; gives the finding's message. */
  before?(event: LoggedEvent, model: Model): string | undefined;
  /** Looks at an event and at the model that it made. */
  after?(event: LoggedEvent, model: Model): string | undefined;
  /** Looks at a fact between events and at the model that it made. */
  mark?(mark: Mark, model: Model): string | undefined;
  /** Looks at the place where the client stopped, and at the model without the event that stopped it. */
  stop?(stop: Stop, stream: Stream, model: Model): string | undefined;
}

/** The model as the server sent it, and what is wrong so far. */
export interface Linted {
  readonly model: Model;
  /** What the client made of the newest event. */
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/** The fold that runs all rules beside the model. */
export type LintFold = Fold<Linted>;
