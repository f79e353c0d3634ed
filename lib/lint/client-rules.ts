// The rules that the stock client itself is: one for each check that it makes. They are not asked; what they report
// comes from the client's verdict on each event, with its own words. Total: a missing check does not compile.
import type { CheckId } from '@/lib/client/verdict';
import type { Rule, RuleText } from '@/lib/lint/types';

const EVENTS = 'https://docs.ag-ui.com/concepts/events';
const STOPS = 'The stock client stops the run here with its own error, and the app gets nothing of the rest.';

type Entry = Omit<RuleText, 'id'> & Pick<Rule, 'needsHistory' | 'severityIn'>;

/** A violation: what it is, where it is written, what to do. */
function stops(summary: string, anchor: string, advice: string, aliases: readonly string[] = []): Entry {
  const spec = `${EVENTS}#${anchor}`;
  return { severity: 'error', summary, spec, impact: STOPS, fix: advice, aliases, needsHistory: true };
}

const TABLE: { readonly [C in CheckId]: Entry } = {
  'unreadable-frame': {
    severity: 'error',
    summary: 'A frame holds no event.',
    spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
    impact: STOPS,
    fix: 'Send one JSON object with a type in each frame, and no [DONE] at the end.',
    aliases: ['AGUI502'],
  },
  'malformed-event': {
    severity: 'error',
    summary: 'An event of a known type has a wrong or missing value.',
    spec: `${EVENTS}#base-event-properties`,
    impact: STOPS,
    fix: 'Send the value as the schema has it, and leave a field out where there is none instead of null.',
    aliases: ['AGUI504', 'AGUI303'],
  },
  'unknown-type': {
    severity: 'warning',
    severityIn: { 'client-0.0': 'error' },
    summary: 'The event type is unknown.',
    spec: `${EVENTS}#event-types-overview`,
    impact: 'The client 1.0 drops the event with a warning; the client 0.0.x stops the run.',
    fix: 'Use a type of the protocol, spelled in capitals, or CUSTOM for what is your own.',
    aliases: ['AGUI503'],
  },
  'unknown-property': {
    severity: 'warning',
    summary: 'An event holds what the protocol does not describe.',
    spec: `${EVENTS}#base-event-properties`,
    impact: 'The client 1.0 removes it with a warning, and the app never sees it; 0.0.x lets it pass.',
    fix: 'Put what is your own into metadata, or into a CUSTOM event.',
  },
  'old-spelling': {
    severity: 'info',
    summary: 'An event is spelled as in 0.0.x.',
    spec: `${EVENTS}#deprecated-events`,
    impact: 'The client 1.0 converts it for the time being, with a warning; later versions will not.',
    fix: 'Send REASONING_* instead of THINKING_*, and leave fields out instead of sending null.',
  },
  'reducer-warning': {
    severity: 'warning',
    summary: 'An event has not the effect that it asks for.',
    spec: `${EVENTS}#event-flow-patterns`,
    impact: 'The client ignores it, or part of it, and says why on the console only.',
    fix: 'Name messages, calls and activities that are there, and of the kind that the event is for.',
    needsHistory: true,
  },
  'not-run-started-first': stops(
    'A stream must begin with RUN_STARTED or RUN_ERROR.',
    'runstarted',
    'Send RUN_STARTED before anything else.',
    ['AGUI001'],
  ),
  'event-after-terminal': stops(
    'Nothing but a new RUN_STARTED may follow the end of a run.',
    'lifecycle-events',
    'Send what belongs to the run before RUN_FINISHED or RUN_ERROR, and one of these only.',
    ['AGUI004', 'AGUI005'],
  ),
  'run-already-active': stops(
    'RUN_STARTED while a run is active.',
    'runstarted',
    'End the run with RUN_FINISHED before the next one is started.',
    ['AGUI002'],
  ),
  'text-already-open': stops(
    'A text message is started that is in progress already.',
    'textmessagestart',
    'Start a message once, and give the next one another messageId.',
    ['AGUI104', 'AGUI106'],
  ),
  'text-not-open': stops(
    'A text message goes on or ends that is not in progress.',
    'textmessagecontent',
    'Send TEXT_MESSAGE_START first, and TEXT_MESSAGE_END once, after the last content.',
    ['AGUI101', 'AGUI102'],
  ),
  'tool-call-already-open': stops(
    'A tool call is started that is in progress already.',
    'toolcallstart',
    'Start a call once, and give the next one another toolCallId.',
    ['AGUI205'],
  ),
  'tool-call-not-open': stops(
    'A tool call goes on or ends that is not in progress.',
    'toolcallargs',
    'Send TOOL_CALL_START first, and TOOL_CALL_END once, after the last arguments.',
    ['AGUI201', 'AGUI202'],
  ),
  'reasoning-already-open': stops(
    'Reasoning is started that is in progress already.',
    'reasoningstart',
    'Close the span or message before it is started again, or use another messageId.',
  ),
  'reasoning-not-open': stops(
    'Reasoning goes on or ends that is not in progress.',
    'reasoningmessagecontent',
    'Send REASONING_START and REASONING_MESSAGE_START first: span and message are opened separately.',
    ['AGUI401'],
  ),
  'thinking-order': stops(
    'THINKING_* events are out of order; only the client 0.0.x looks at that.',
    'thinking-events-deprecated',
    'Open with THINKING_START, then THINKING_TEXT_MESSAGE_START; better, send REASONING_*.',
  ),
  'step-already-open': stops(
    'A step is started that is active already.',
    'stepstarted',
    'Finish the step first; steps of one agent that run at the same time need different names.',
  ),
  'step-not-open': stops(
    'A step is finished that its agent did not start.',
    'stepfinished',
    'Finish a step under the name, and for the subagent, that it was started with.',
    ['AGUI006'],
  ),
  'subagent-mismatch': stops(
    'An event goes on with what belongs to another agent.',
    'event-flow-patterns',
    'Tag every event of a message or call with the subagentRunId of its start, or none.',
  ),
  'subagent-reused': stops(
    'A subagentRunId is used for a second invocation.',
    'lifecycle-events',
    'Give every invocation of a subagent an id of its own.',
  ),
  'subagent-not-active': stops(
    'A subagent ends that is not active.',
    'lifecycle-events',
    'Send SUBAGENT_STARTED first, and end it once.',
  ),
  'subagent-unknown-parent': stops(
    'A subagent names a parent that was not started in this run.',
    'lifecycle-events',
    'Start the parent first, or leave parentSubagentRunId out.',
  ),
  'finished-while-open': stops(
    'RUN_FINISHED while something is still open.',
    'runfinished',
    'End every message, call, step and subagent before RUN_FINISHED.',
    ['AGUI007', 'AGUI103', 'AGUI203', 'AGUI402'],
  ),
  'chunk-without-opener': stops(
    'A chunk event continues nothing and does not say what it begins.',
    'textmessagechunk',
    'Repeat the id (and the name of a tool) in the first chunk after any other event.',
  ),
  'chunk-disagrees': stops(
    'A chunk event says otherwise than the one that began its message or call.',
    'textmessagechunk',
    'Repeat role, name and subagentRunId as they were, or leave them out.',
  ),
  'chunk-ambiguous': stops(
    'A chunk event could continue several messages or calls.',
    'textmessagechunk',
    'Name the id or the subagentRunId in every chunk while several are open.',
  ),
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
