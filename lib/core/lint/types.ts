// Rules and their results. Types only.
import type { Stop } from '@/lib/core/clients/client-node';
import type { ProfileOf } from '@/lib/core/clients/clients';
import type { Ending } from '@/lib/core/clients/ending';
import type { HeldFrame } from '@/lib/core/clients/framing';
import type { Verdict } from '@/lib/core/clients/verdict';
import type { Profile, ProfileId } from '@/lib/core/consumers/profile';
import type { StreamTiming, TimingSignal } from '@/lib/core/lint/stream-timing';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';

export type Severity = 'error' | 'warning' | 'info';

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** The event; for a finding about a stream, its last event; -1 if it has none. */
  readonly seq: number;
  /** For a finding without an event: the event after it. */
  readonly beforeSeq?: number;
  /** Index of the stream. */
  readonly stream: number;
  /** One sentence: what happened, and where. */
  readonly message: string;
  /** Related events, in order: the start of an open entity, the first of two. */
  readonly related: readonly number[];
  readonly clientText?: string;
  readonly clientStops?: true;
}

export interface RuleReport {
  readonly message: string;
  readonly related: readonly (number | undefined)[];
  /** Severity of this report, if it differs from the rule's. */
  readonly severity?: Severity;
  /** Reports of one rule with the same key are one finding: the newest replaces the previous one. */
  readonly key?: string;
  /** True if the check itself failed; reported once per rule and stream. */
  readonly isUnknown?: true;
}

export type Diagnostic = RuleReport | string | undefined;

/** Texts of a rule; findings refer to them by the rule's id. */
export interface RuleText {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence for a list of rules. */
  readonly summary: string;
  /** Link to the section of the specification. */
  readonly spec: string;
  /** One sentence: the effect on the app. */
  readonly impact: string;
  /** One sentence: the fix. */
  readonly fix: string;
  /** Ids of the same rule in `ag-ui-validate`. */
  readonly aliases?: readonly string[];
}

interface TimingMoment {
  readonly logged: LoggedEvent;
  /** The timing before the event; for a burst, including it. */
  readonly timing: StreamTiming;
  /** The model before the event. */
  readonly model: Model;
}

export interface StreamContext {
  readonly profile: Profile;
  /** End of the run for the client, if the boundary is the end of the stream. */
  readonly ending: Ending | undefined;
  readonly timing: StreamTiming | undefined;
}

/** A rule for one kind of error. Rules have no state: their data is in the model. */
export interface Rule extends RuleText {
  readonly severityIn?: Readonly<Partial<Record<ProfileId, Severity>>>;
  /** True if the stock client stops the run at such an event. */
  readonly stopsClient?: true;
  /** True if the result depends on earlier events: skipped once part of the stream is missing. */
  readonly needsHistory?: true;
  /**
   * A check of the stock clients, or an effect on their data: one level milder for an unknown client. For another
   * known client, a check is an info, and an effect is not reported.
   */
  readonly isOfClient?: 'check' | 'effect';
  /** True if one report per stream is enough. */
  readonly isReportedOnce?: true;
  /** The profiles it applies to; all if absent. */
  readonly profiles?: readonly ProfileId[];
  /** Event types for `before` and `after`; all if absent. */
  readonly types?: readonly string[];
  /** Checks an event, given the model before it; `held` is the frame that the client holds until its end. */
  before?(event: LoggedEvent, model: Model, profileOf: ProfileOf, held?: HeldFrame): Diagnostic;
  /** Checks an event, given the model after it. */
  after?(event: LoggedEvent, model: Model): Diagnostic;
  /** Checks a call whose arguments have just ended, given the model that contains it. */
  call?(call: ToolCallEntry, event: LoggedEvent, model: Model): Diagnostic;
  /** Checks a moment in the timing of a stream, before its event takes effect. */
  timing?(signal: TimingSignal, moment: TimingMoment): Diagnostic;
  /** Checks a boundary, given the model after it and what is known about its stream. */
  boundary?(boundary: Boundary, model: Model, seen: StreamContext): Diagnostic;
  /** Checks the point where the client stopped, given the model without the event that stopped it. */
  stop?(stop: Stop, stream: Stream, model: Model): Diagnostic;
}

/** The model as sent by the server, and the findings so far. */
export interface Linted {
  readonly model: Model;
  /** The client's verdict on the newest event. */
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Number of findings beyond the limit, which are not listed. */
  readonly leftOut: number;
}

export type LintFold = Fold<Linted>;
