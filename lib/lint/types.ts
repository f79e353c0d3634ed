// What a rule is and what it reports. Types only.
import type { Stop } from '@/lib/client/client-node';
import type { Ending } from '@/lib/client/ending';
import type { ProfileId } from '@/lib/client/profile';
import type { Verdict } from '@/lib/client/verdict';
import type { StreamTiming, TimingSignal } from '@/lib/lint/stream-timing';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/log/types';
import type { Model, ToolCallEntry } from '@/lib/model/types';

/** How bad a finding is. */
export type Severity = 'error' | 'warning' | 'info';

/** Something wrong in the stream, and where. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The event it is about; for a finding about a stream its last event, -1 where it has none. */
  readonly seq: number;
  /** Where it is about no event: it was found before this one. */
  readonly beforeSeq?: number;
  /** Index of the stream. */
  readonly stream: number;
  /** One sentence: what happened, where. */
  readonly message: string;
  /** The events that it is about besides its own, rising: the start of what is open, the first of two. */
  readonly related: readonly number[];
  /** The client's own words, where it has any. */
  readonly clientText?: string;
  /** True where the stock client stops the run here. */
  readonly clientStops?: true;
}

/** What a rule has to say: a sentence, and the other events that it is about. */
export interface Report {
  readonly message: string;
  readonly related: readonly (number | undefined)[];
}

/** What a check gives: nothing, a sentence, or a sentence with events. */
export type Diagnostic = Report | string | undefined;

/** What a list of rules says of one: looked up by its id, not copied into findings. */
export interface RuleText {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence for a list of rules. */
  readonly summary: string;
  /** The section that says so. */
  readonly spec: string;
  /** One sentence: what the app experiences because of it. */
  readonly impact: string;
  /** One sentence: what to do. */
  readonly fix: string;
  /** Ids of the same rule in `ag-ui-validate`. */
  readonly aliases?: readonly string[];
}

/** What a rule of time looks at. */
export interface Moment {
  readonly logged: LoggedEvent;
  /** The timing before the event; in a burst, with it. */
  readonly timing: StreamTiming;
  /** The model before the event. */
  readonly model: Model;
}

/** What is known of the stream of a boundary. */
export interface Seen {
  /** How the client ended, where the boundary is the end of the stream. */
  readonly ending: Ending | undefined;
  readonly timing: StreamTiming | undefined;
}

/** One thing that can be wrong. Rules keep no state of their own: what they need is in the model. */
export interface Rule extends RuleText {
  /** Where a profile judges it otherwise. */
  readonly severityIn?: Readonly<Partial<Record<ProfileId, Severity>>>;
  /** True where the stock client stops the run at such an event. */
  readonly stopsClient?: true;
  /** True where the verdict depends on earlier events: not asked once some of the stream is missing. */
  readonly needsHistory?: true;
  /** True where once for each stream is enough. */
  readonly isSaidOnce?: true;
  /** The profiles that it is for; all where it does not say. */
  readonly profiles?: readonly ProfileId[];
  /** Types of the events that `before` and `after` look at; all where it does not say. */
  readonly types?: readonly string[];
  /** Looks at an event and at the model as it is before it; gives what is wrong. */
  before?(event: LoggedEvent, model: Model): Diagnostic;
  /** Looks at an event and at the model that it made. */
  after?(event: LoggedEvent, model: Model): Diagnostic;
  /** Looks at a call whose arguments have just come to their end, and at the model that has it. */
  call?(call: ToolCallEntry, event: LoggedEvent, model: Model): Diagnostic;
  /** Looks at a moment in the timing of a stream, before the event that came then has an effect. */
  timing?(signal: TimingSignal, moment: Moment): Diagnostic;
  /** Looks at a fact between events, at the model that it made, and at what is known of its stream besides. */
  boundary?(boundary: Boundary, model: Model, seen: Seen): Diagnostic;
  /** Looks at the place where the client stopped, and at the model without the event that stopped it. */
  stop?(stop: Stop, stream: Stream, model: Model): Diagnostic;
}

/** The model as the server sent it, and what is wrong so far. */
export interface Linted {
  readonly model: Model;
  /** What the client made of the newest event. */
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** How many findings are not listed, because there are so many. */
  readonly leftOut: number;
}

/** The fold that runs all rules beside the model. */
export type LintFold = Fold<Linted>;
