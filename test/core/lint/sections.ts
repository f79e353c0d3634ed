// Pages of the specification that rules link to, and the sections that they have.

const DOCS = 'https://docs.ag-ui.com';

/** Page → ids of its headings. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  [`${DOCS}/concepts/events`]: [
    ...['event-types-overview', 'base-event-properties', 'lifecycle-events', 'runstarted', 'runfinished'],
    ...['runerror', 'stepstarted', 'stepfinished', 'text-message-events', 'textmessagestart'],
    ...['textmessagecontent', 'textmessageend', 'textmessagechunk', 'tool-call-events', 'toolcallstart'],
    ...['toolcallargs', 'toolcallend', 'toolcallresult', 'toolcallchunk', 'state-management-events'],
    ...['statesnapshot', 'statedelta', 'messagessnapshot', 'activity-events', 'activitysnapshot'],
    ...['activitydelta', 'special-events', 'raw', 'custom', 'reasoning-events', 'reasoningstart'],
    ...['reasoningmessagestart', 'reasoningmessagecontent', 'reasoningmessageend', 'reasoningend'],
    ...['reasoningencryptedvalue', 'deprecated-events', 'thinking-events-deprecated', 'draft-events'],
    ...['event-flow-patterns', 'implementation-considerations'],
  ],
  [`${DOCS}/concepts/messages`]: [
    ...['message-structure', 'message-types', 'assistant-messages', 'tool-messages', 'tool-calls'],
    ...['message-synchronization', 'complete-snapshots', 'tool-results', 'streaming-tool-calls'],
  ],
  [`${DOCS}/concepts/state`]: ['state-snapshots', 'state-deltas', 'json-patch-format', 'best-practices'],
  [`${DOCS}/concepts/capabilities`]: [],
  [`${DOCS}/concepts/tools`]: [
    ...['tool-structure', 'frontend-defined-tools', 'tool-call-lifecycle', 'tool-results', 'best-practices'],
  ],
  [`${DOCS}/concepts/interrupts`]: ['lifecycle', 'run-outcomes', 'the-interrupt-type', 'resuming-a-run'],
  [`${DOCS}/concepts/architecture`]: ['standard-http-client', 'protocol-layer', 'events'],
  [`${DOCS}/concepts/serialization`]: ['core-concepts', 'branching-and-time-travel'],
  [`${DOCS}/drafts/interrupts`]: ['detailed-specification', 'contract-rules'],
  [`${DOCS}/drafts/overview`]: ['current-drafts'],
  [`${DOCS}/sdk/js/client/http-agent`]: [],
  'https://html.spec.whatwg.org/multipage/server-sent-events.html': [
    'parsing-an-event-stream',
    'authoring-notes',
  ],
};
