// The list of safe words: the vocabulary of the known protocols. Where a protocol expects it, such a word reveals
// nothing about an app or its users; elsewhere it becomes a token like other values.
import { EVENT_TYPES } from '@/lib/core/agui/events';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import { wordsIn } from '@/lib/core/json/words-in';

const THINKING = ['START', 'END', 'TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END'];
const AG_UI_TYPES = [...EVENT_TYPES, ...THINKING.map((name) => `THINKING_${name}`), 'META'];

/** Roles, kinds of parts, outcomes, operations. */
const AG_UI_WORDS = wordsIn(`
  activity assistant developer function reasoning system tool user agent text image audio video document
  binary file url data tool-call message add remove replace move copy test success interrupt cancelled
  suspended resolved error abort aborted stopped tool_call tool_calls input_required confirmation
  human_approval thinking on_interrupt PredictState task_update structured-output missing_terminal_event
  INCOMPLETE_STREAM stop_requested tool-result tool_result stop length content_filter
`);

/** Words of translated, unpacked and recognized protocols. */
const OTHER_WORDS = wordsIn(`
  TEXT_CHUNK TOOL_CALL READY PONG PING INIT ping pong done open close heartbeat keepalive keep-alive
  connected [DONE] [done] end start event call agent/run agent/connect agent/suggest agent/stop info
  connect run resume ag_ui_event agui_event phx_join phx_reply phx_leave phx_close phx_error phoenix ok
  message/send message/stream tasks/get tasks/resubscribe ag-ui agui ag_ui cf_agent_state
  cf_agent_identity cf_agent_mcp_servers cf_agent_chat_messages cf_agent_use_chat_request
  cf_agent_use_chat_response cf_agent_chat_clear rpc text_delta input_json_delta signature_delta tool_use
  end_turn max_tokens in_progress start-step finish-step finish text-start text-delta text-end
  reasoning-start reasoning-delta reasoning-end tool-input-start tool-input-delta tool-input-available
  tool-output-available tool-output-error message-metadata source-url source-document
  chat.completion.chunk chat.completion text_completion response output_text response.created
  response.in_progress response.output_item.added response.completed response.output_item.done
  response.content_part.added response.content_part.done response.output_text.delta
  response.output_text.done response.failed response.function_call_arguments.delta
  response.function_call_arguments.done function_call metadata values updates messages messages/partial
  messages/complete debug messages/metadata messages-tuple events custom checkpoints tasks feedback
  AIMessageChunk AIMessage HumanMessage ToolMessage SystemMessage ai human
`);

/** Hector's names; as its types they are in capitals. */
const HECTOR = wordsIn(`
  message_start message_delta message_stop content_block_start content_block_delta content_block_stop
  thinking_start thinking_delta thinking_stop tool_call_start tool_call_delta tool_call_stop task_start
  task_update task_complete task_error error thinking_complete content_block done
`);

/** States of tasks and roles of A2A; some servers write them in capitals. */
const A2A_STATES = wordsIn(
  'submitted working completed failed canceled rejected input-required auth-required',
);
const A2A = [
  ...A2A_STATES,
  ...A2A_STATES.map((state) => `TASK_STATE_${state.toUpperCase().replace('-', '_')}`),
  ...['ROLE_AGENT', 'ROLE_USER', 'unknown', 'status-update', 'artifact-update', 'task', 'artifact'],
];

const LITERALS = ['true', 'false', 'null'];

const WORDS: ReadonlySet<string> = new Set([
  ...AG_UI_TYPES,
  ...AG_UI_TYPES.map((type) => type.toLowerCase()),
  ...HECTOR,
  ...HECTOR.map((name) => `AGUI_EVENT_TYPE_${name.toUpperCase()}`),
  ...A2A,
  ...AG_UI_WORDS,
  ...OTHER_WORDS,
  ...LITERALS,
]);

const TYPES: ReadonlySet<string> = new Set(AG_UI_TYPES);

export function isKeptWord(word: string): boolean {
  return WORDS.has(word);
}

/** A spelling of a type that reveals only the type, such as RunStarted or Python's EventType.RUN_STARTED. */
export function isTypeSpelling(word: string): boolean {
  return /^(?:EventType\.)?[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(word) && typeMeantBy(word) !== undefined;
}

export function isTypeName(word: string): boolean {
  return TYPES.has(word) || TYPES.has(word.toUpperCase());
}

const MEDIA_TYPES: ReadonlySet<string> = new Set(
  wordsIn(`
    text/event-stream text/plain text/html text/markdown text/csv text/javascript application/json
    application/x-ndjson application/ndjson application/jsonl application/pdf application/jsonlines
    application/x-jsonlines application/octet-stream application/xml application/vnd.ag-ui.event+proto
    application/json-seq application/problem+json image/png image/jpeg image/gif image/webp
    image/svg+xml audio/mpeg audio/wav audio/ogg audio/webm audio/mp4 video/mp4 video/webm video/ogg */*
  `),
);

export function isMediaType(type: string): boolean {
  return MEDIA_TYPES.has(type.toLowerCase());
}
