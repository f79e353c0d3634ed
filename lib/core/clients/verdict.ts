// A client's verdict on one event. Types only.

/** Effects on an event, from harmless to fatal. */
export type VerdictKind =
  | 'ok'
  | 'repaired' // an old spelling was converted, with a warning
  | 'stripped' // unknown material was removed, with a warning
  | 'warned' // the reducer printed a warning; the event had less effect than intended
  | 'dropped' // the whole event was dropped, with a warning
  | 'stops' // the client ended the run with an error
  | 'unreached'; // the client had already stopped

/** Name of a check of a client, and id of the rule that reports it. */
export type CheckId =
  | 'unreadable-frame'
  | 'malformed-event'
  | 'unknown-type'
  | 'unknown-property'
  | 'old-spelling'
  | 'reducer-warning'
  | 'not-run-started-first'
  | 'event-after-terminal'
  | 'run-already-active'
  | 'text-already-open'
  | 'text-not-open'
  | 'tool-call-already-open'
  | 'tool-call-not-open'
  | 'reasoning-already-open'
  | 'reasoning-not-open'
  | 'thinking-order'
  | 'step-already-open'
  | 'step-not-open'
  | 'subagent-mismatch'
  | 'subagent-reused'
  | 'subagent-not-active'
  | 'subagent-unknown-parent'
  | 'finished-while-open'
  | 'run-identity'
  | 'chunk-without-opener'
  | 'chunk-disagrees'
  | 'chunk-ambiguous';

/** A failed check, and the client's own text. */
export interface Warning {
  readonly check: CheckId;
  readonly text: string;
}

/** Reason why a client stops. */
export interface Violation extends Warning {
  /** The event does not fit the schema of the client's transport. */
  readonly isSchemaError?: true;
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** Console output, in order. */
  readonly warnings: readonly Warning[];
  readonly violation?: Violation;
}

export const OK: Verdict = Object.freeze({ kind: 'ok', warnings: [] });
export const UNREACHED: Verdict = Object.freeze({ kind: 'unreached', warnings: [] });
