// The list of safe fields: treatment of the value of each field of the protocol. A field that is not listed is
// unknown: its name and content become tokens. test/core/redact compares the list with the installed schemas.
import { wordsIn } from '@/lib/core/json/words-in';
import type { JsonNode } from '@/lib/core/redact/json-tree';
import { isKeptWord, isMediaType, isTypeSpelling } from '@/lib/core/redact/words';

export type Treatment =
  | 'value' // all of it becomes tokens, the keys too
  | 'node' // an object, or a list of them, with fields of the protocol
  | 'word' // kept if it is a word of the protocol
  | 'time' // kept if it is a number or a date
  | 'size' // kept if it is a whole number that counts
  | 'code' // kept if it is a status of HTTP or an error of JSON-RPC
  | 'version' // kept if it is a version
  | 'media' // kept if it is a well-known media type
  | 'tool' // the name of a tool
  | 'delta' // a part of a text, or a patch
  | 'patch' // a JSON Patch
  | 'schema' // a JSON Schema
  | 'content' // a text, a list of parts, or what the app makes of it
  | 'arguments' // arguments of a tool, as text or as a value
  | 'metadata' // a map, of which the protocol knows a few keys
  | 'props' // a map of the app, of which clients know a few keys
  | 'raw'; // an event of another system

/** The kind of each name, from the names of each kind. */
function kindByName<K extends string>(names: Readonly<Partial<Record<K, string>>>): ReadonlyMap<string, K> {
  // The keys are those of the parameter's type.
  const kinds = Object.keys(names) as K[];
  return new Map(kinds.flatMap((kind) => wordsIn(names[kind] ?? '').map((name) => [name, kind] as const)));
}

/** The fields of events, messages, tool calls, tools, parts, interrupts and run requests. */
export const PROTOCOL_FIELDS = kindByName<Treatment>({
  word: 'type role status subtype reason code op',
  time: 'timestamp expiresAt createdAt',
  version: 'protocolVersion',
  value: `
    threadId runId parentRunId messageId id toolCallId parentMessageId entityId subagentRunId
    parentSubagentRunId parentToolCallId interruptId interruptIds pendingToolCallIds stepName
    activityType name message text value snapshot state rawEvent encryptedValue encryptedValueType
    payload error description provider model result url filename path from metaType agentId title
    thinking activity
  `,
  // TanStack's client sends them twice.
  props: 'forwardedProps data',
  tool: 'toolCallName',
  node: `
    input messages tools context resume interrupts interrupt outcome toolCalls function usage source
    replace
  `,
  size: `
    inputTokens outputTokens totalTokens reasoningTokens cachedInputTokens cacheWriteInputTokens
  `,
  media: 'mimeType',
  delta: 'delta',
  patch: 'patch',
  schema: 'parameters responseSchema',
  content: 'content parts',
  arguments: 'arguments',
  metadata: 'metadata',
  raw: 'event',
});

/** The fields around events: of envelopes, of transports, and of protocols that are translated or only named. */
export const ENVELOPE_FIELDS = kindByName<Treatment>({
  node: `
    payload params data event events message messages result chunk body error task artifact parts
    delta content content_block block choices tool_calls function item response part usage output
    update msg statusUpdate artifactUpdate messageStart messageDelta messageStop contentBlockStart
    contentBlockDelta contentBlockStop thinkingStart thinkingDelta thinkingStop toolCallStart
    toolCallDelta toolCallStop taskStart taskUpdate taskComplete taskError status metadata
    agui_event values toolCalls input configuration
  `,
  word: `
    type method kind state role object subtype event_type eventType blockType block_type
    finish_reason finishReason stop_reason topic name agui_event_type agui_block_type
  `,
  version: 'jsonrpc',
  time: 'timestamp created created_at createdAt',
  value: `
    sid upgrades id ref join_ref messageId threadId runId run_id agentId taskId contextId blockId
    thinkingId toolCallId parentMessageId text thinking signature errorMessage errorCode snapshot
    value artifactId call_id tool_call_id agui_block_id agui_tool_call_id agui_error_code model step
    agui_is_error is_error isError block_id error_code final append lastChunk item_id stepName
    refusal
  `,
  size: 'pingInterval pingTimeout maxPayload index seq sequence_number offset',
  code: 'code',
  tool: 'toolName tool_name agui_tool_name tool',
  arguments: 'arguments args partialInput finalInput partial_json inputTextDelta',
});

/** The keywords of JSON Schema, and the kinds of their values. A keyword that compares values cannot be kept. */
export const SCHEMA_KEYWORDS = kindByName({
  map: 'properties patternProperties $defs definitions dependentSchemas',
  schema: `
    items prefixItems additionalItems additionalProperties anyOf oneOf allOf not if then else
    contains propertyNames unevaluatedProperties unevaluatedItems
  `,
  names: 'required',
  dependent: 'dependentRequired dependencies',
  value: 'enum const default examples title description',
  count: 'minItems maxItems minProperties maxProperties minContains maxContains',
  most: 'maxLength',
  least: 'minLength',
  kept: 'uniqueItems nullable readOnly writeOnly deprecated type $schema',
  ref: '$ref $id $anchor',
});

export const CAPABILITY_KEYS: ReadonlySet<string> = new Set(
  wordsIn(`
    version agents className capabilities name description type provider identity transport tools output
    state multiAgent reasoning multimodal execution humanInTheLoop supported items documentationUrl
    supportedMimeTypes streaming websocket httpBinary pushNotifications resumable parallelCalls
    clientProvided structuredOutput snapshots deltas memory persistentState delegation handoffs
    subagents encrypted input image audio video pdf file codeExecution sandboxed maxIterations
    maxExecutionTime approvals interventions feedback interrupts approveWithEdits
  `),
);

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const VERSION = /^\d{1,2}\.\d{1,2}$/;
/** Limit of times in milliseconds, and of counts: larger numbers have another meaning. */
const TIME_MAX = 1e14;
const SIZE_MAX = 1e8;
/** A count, without a fraction or an exponent. */
const WHOLE = /^-?\d+$/;
/** Status codes of HTTP and JSON-RPC; other numbers may be passcodes. */
const ERROR_CODE = /^(?:[45]\d\d|-32[0-7]\d\d)$/;

/** True if a value may stay in a field, because it has the expected form. */
export function isSafe(treatment: Treatment, node: JsonNode): boolean {
  if (node.kind === 'number') {
    const value = Math.abs(Number(node.raw));
    if (treatment === 'code') return ERROR_CODE.test(node.raw);
    if (treatment === 'size') return WHOLE.test(node.raw) && value < SIZE_MAX;
    return treatment === 'time' && value <= TIME_MAX;
  }
  if (node.kind !== 'string') return false;
  if (treatment === 'word') return isKeptWord(node.value) || isTypeSpelling(node.value);
  if (treatment === 'time') return DATE.test(node.value);
  if (treatment === 'version') return VERSION.test(node.value);
  return treatment === 'media' && isMediaType(node.value);
}
