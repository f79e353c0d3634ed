// Rules for the stock client's own checks, one each. They report the client's verdict on each event, with its own
// text. A missing check does not compile.
import type { CheckId } from '@/lib/core/clients/verdict';
import type { Rule, RuleText } from '@/lib/core/lint/types';

const EVENTS = 'https://docs.ag-ui.com/concepts/events';
const STOPS = 'The stock client ends the run here with an error; the app gets no further events.';

type CheckRule = Omit<RuleText, 'id'> & Pick<Rule, 'needsHistory' | 'severityIn'>;

function stops(summary: string, anchor: string, fix: string, aliases: readonly string[] = []): CheckRule {
  const spec = `${EVENTS}#${anchor}`;
  return { severity: 'error', summary, spec, impact: STOPS, fix, aliases, needsHistory: true };
}

const TABLE: { readonly [C in CheckId]: CheckRule } = {
  'unreadable-frame': {
    severity: 'error',
    summary: 'A frame does not contain an event.',
    spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
    impact: STOPS,
    fix: 'Send one JSON object with a type in each frame, and do not send [DONE] at the end.',
    aliases: ['AGUI502'],
  },
  'malformed-event': {
    severity: 'error',
    summary: 'An event of a known type has an invalid or missing value.',
    spec: `${EVENTS}#base-event-properties`,
    impact: STOPS,
    fix: 'Send the value that the schema requires, and omit fields without a value instead of sending null.',
    aliases: ['AGUI504', 'AGUI303'],
  },
  'unknown-type': {
    severity: 'warning',
    severityIn: { 'client-0.0': 'error' },
    summary: 'The event type is unknown.',
    spec: `${EVENTS}#event-types-overview`,
    impact: 'Client 1.0 drops the event with a warning; client 0.0.x ends the run with an error.',
    fix: 'Use a protocol event type, in upper case, or CUSTOM for your own events.',
    aliases: ['AGUI503'],
  },
  'unknown-property': {
    severity: 'warning',
    summary: 'An event has a property, message or content part that the protocol does not define.',
    spec: `${EVENTS}#base-event-properties`,
    impact:
      'Client 1.0 removes it with a warning, and the app never sees it; 0.0.x passes properties through, but rejects messages and parts.',
    fix: 'Use the names, roles and types of the protocol; put your own data into metadata or a CUSTOM event.',
  },
  'old-spelling': {
    severity: 'info',
    summary: 'An event uses the spelling of 0.0.x.',
    spec: `${EVENTS}#deprecated-events`,
    impact: 'Client 1.0 still converts it, with a warning; later versions will not.',
    fix: 'Send REASONING_* instead of THINKING_*, and omit fields instead of sending null.',
  },
  'reducer-warning': {
    severity: 'warning',
    summary: 'An event does not have its intended effect.',
    spec: `${EVENTS}#event-flow-patterns`,
    impact: 'The client ignores all or part of it and prints why to the console.',
    fix: 'Refer only to messages, calls and activities that exist and are of the right kind.',
    needsHistory: true,
  },
  'not-run-started-first': stops(
    'A stream must begin with RUN_STARTED or RUN_ERROR.',
    'runstarted',
    'Send RUN_STARTED before anything else.',
    ['AGUI001'],
  ),
  'event-after-terminal': stops(
    'Only a new RUN_STARTED may follow the end of a run.',
    'lifecycle-events',
    'Send everything of the run before RUN_FINISHED or RUN_ERROR, and send only one of the two.',
    ['AGUI004', 'AGUI005'],
  ),
  'run-already-active': stops(
    'RUN_STARTED was sent while a run is active.',
    'runstarted',
    'End the run with RUN_FINISHED before starting the next one.',
    ['AGUI002'],
  ),
  'text-already-open': stops(
    'A text message is started that is already in progress.',
    'textmessagestart',
    'Send START, CONTENT and END once per messageId, or CHUNKs alone; the next message needs another id.',
    ['AGUI104', 'AGUI106'],
  ),
  'text-not-open': stops(
    'A text message is continued or ended that is not in progress.',
    'textmessagecontent',
    'Send TEXT_MESSAGE_START first, and TEXT_MESSAGE_END once, after the last content; do not mix them with CHUNKs.',
    ['AGUI101', 'AGUI102'],
  ),
  'tool-call-already-open': stops(
    'A tool call is started that is already in progress.',
    'toolcallstart',
    'Send START, ARGS and END once per toolCallId, or CHUNKs alone; the next call needs another id.',
    ['AGUI205'],
  ),
  'tool-call-not-open': stops(
    'A tool call is continued or ended that is not in progress.',
    'toolcallargs',
    'Send TOOL_CALL_START first, and TOOL_CALL_END once, after the last arguments; do not mix them with CHUNKs.',
    ['AGUI201', 'AGUI202'],
  ),
  'reasoning-already-open': stops(
    'Reasoning is started that is already in progress.',
    'reasoningstart',
    'End the span or message before starting it again. Send START, CONTENT and END, or CHUNKs alone.',
  ),
  'reasoning-not-open': stops(
    'Reasoning is continued or ended that is not in progress.',
    'reasoningmessagecontent',
    'Send REASONING_START and REASONING_MESSAGE_START first: the span and the message are opened separately.',
    ['AGUI401'],
  ),
  'thinking-order': stops(
    'THINKING_* events are out of order; only client 0.0.x checks this.',
    'thinking-events-deprecated',
    'Send THINKING_START, then THINKING_TEXT_MESSAGE_START; better still, send REASONING_*.',
  ),
  'step-already-open': stops(
    'A step is started that is already active.',
    'stepstarted',
    'Finish the step first; concurrent steps of one agent need different names.',
  ),
  'step-not-open': stops(
    'A step is finished that its agent did not start.',
    'stepfinished',
    'Finish a step with the name and the subagentRunId that it was started with.',
    ['AGUI006'],
  ),
  'subagent-mismatch': stops(
    'An event continues something that belongs to another agent.',
    'event-flow-patterns',
    'Give every event of a message or call the subagentRunId of its start, or none.',
  ),
  'subagent-reused': stops(
    'A subagentRunId is used for a second invocation.',
    'lifecycle-events',
    'Give every invocation of a subagent its own id.',
  ),
  'subagent-not-active': stops(
    'A subagent ends that is not active.',
    'lifecycle-events',
    'Send SUBAGENT_STARTED first, and end the subagent once.',
  ),
  'subagent-unknown-parent': stops(
    'A subagent names a parent that was not started in this run.',
    'lifecycle-events',
    'Start the parent first, or omit parentSubagentRunId.',
  ),
  'finished-while-open': stops(
    'RUN_FINISHED was sent while something is still open.',
    'runfinished',
    'End every message, call, step and subagent before RUN_FINISHED.',
    ['AGUI007', 'AGUI103', 'AGUI203', 'AGUI402'],
  ),
  'run-identity': stops(
    'A run or an interrupt has ids that client 1.1 rejects.',
    'runfinished',
    'Start and finish a run with the threadId and runId of its request, and give every interrupt an id of its own.',
  ),
  'chunk-without-opener': stops(
    'A chunk event continues nothing and lacks the fields to start something.',
    'textmessagechunk',
    'Include the id (and for a tool call the name) in the first chunk after any other event.',
  ),
  'chunk-disagrees': stops(
    'A chunk event contradicts the one that started its message or call.',
    'textmessagechunk',
    'Repeat role, name and subagentRunId unchanged, or omit them.',
  ),
  'chunk-ambiguous': stops(
    'A chunk event could continue several messages or calls.',
    'textmessagechunk',
    'Include the id or the subagentRunId in every chunk while several are open.',
  ),
};

const made = Object.entries(TABLE).map(([id, rule]) => [id, { id, isOfClient: 'check', ...rule }]);
// The table has exactly the checks as keys, by its type.
export const clientRules = Object.fromEntries(made) as { readonly [C in CheckId]: Rule & { readonly id: C } };
