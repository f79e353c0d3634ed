// The rules that the stock client itself is: one for each check that it makes. They are not asked; what they report
// comes from the client's verdict on each event, with its own words. Total: a missing check does not compile.
import type { CheckId } from '@/lib/client/verdict';
import type { Rule, Severity } from '@/lib/lint/types';

const EVENTS = 'https://docs.ag-ui.com/concepts/events';
const TYPES = 'https://docs.ag-ui.com/sdk/js/core/events';

interface Entry {
  readonly severity: Severity;
  readonly summary: string;
  readonly spec: string;
  /** True where it depends on earlier events. */
  readonly needsHistory?: true;
}

function stops(summary: string): Entry {
  return { severity: 'error', summary, spec: EVENTS, needsHistory: true };
}

const TABLE: { readonly [C in CheckId]: Entry } = {
  'unreadable-frame': { severity: 'error', summary: 'A frame holds no event.', spec: EVENTS },
  'malformed-event': {
    severity: 'error',
    summary: 'An event of a known type has a wrong or missing value.',
    spec: TYPES,
  },
  'unknown-type': {
    severity: 'warning',
    summary: 'The event type is unknown; the client 1.0 drops the event with a warning.',
    spec: TYPES,
  },
  'unknown-property': {
    severity: 'warning',
    summary: 'An event holds what the protocol does not describe; the client 1.0 removes it with a warning.',
    spec: TYPES,
  },
  'old-spelling': {
    severity: 'info',
    summary:
      'An event is spelled as in 0.0.x; the client 1.0 converts it for the time being, with a warning.',
    spec: TYPES,
  },
  'reducer-warning': {
    severity: 'warning',
    summary: 'An event has not the effect that it asks for; the client says why on the console.',
    spec: EVENTS,
    needsHistory: true,
  },
  'not-run-started-first': stops('A stream must begin with RUN_STARTED or RUN_ERROR.'),
  'event-after-terminal': stops('Nothing but a new RUN_STARTED may follow the end of a run.'),
  'run-already-active': stops('RUN_STARTED while a run is active.'),
  'text-already-open': stops('A text message is started that is in progress already.'),
  'text-not-open': stops('A text message goes on or ends that is not in progress.'),
  'tool-call-already-open': stops('A tool call is started that is in progress already.'),
  'tool-call-not-open': stops('A tool call goes on or ends that is not in progress.'),
  'reasoning-already-open': stops('Reasoning is started that is in progress already.'),
  'reasoning-not-open': stops('Reasoning goes on or ends that is not in progress.'),
  'thinking-order': stops('THINKING_* events are out of order; only the client 0.0.x looks at that.'),
  'step-already-open': stops('A step is started that is active already.'),
  'step-not-open': stops('A step is finished that its agent did not start.'),
  'subagent-mismatch': stops('An event goes on with what belongs to another agent.'),
  'subagent-reused': stops('A subagentRunId is used for a second invocation.'),
  'subagent-not-active': stops('A subagent ends that is not active.'),
  'subagent-unknown-parent': stops('A subagent names a parent that was not started in this run.'),
  'finished-while-open': stops('RUN_FINISHED while something is still open.'),
  'chunk-without-opener': stops('A chunk event continues nothing and does not say what it begins.'),
  'chunk-disagrees': stops('A chunk event says otherwise than the one that began its message or call.'),
  'chunk-ambiguous': stops('A chunk event could continue several messages or calls.'),
};

/** A rule for each check of the client. */
export const clientRules: readonly (Rule & { readonly id: CheckId })[] = (
  Object.keys(TABLE) as CheckId[]
).map((id) => ({ id, ...TABLE[id] }));

const byCheck: ReadonlyMap<CheckId, Rule> = new Map(clientRules.map((rule) => [rule.id, rule]));

/** The rule of a check. */
export function ruleOf(check: CheckId): Rule {
  return byCheck.get(check) ?? { id: check, ...TABLE[check] };
}
