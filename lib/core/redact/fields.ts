// The list of safe fields: what may be done with the value of each field of the protocol. A field that is not here is
// unknown: its name and everything in it become tokens. test/core/redact compares the list with the installed schemas.

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

const named = (treatment: Treatment, ...names: readonly string[]): [string, Treatment][] =>
  names.map((name) => [name, treatment]);

/** The fields of events, messages, tool calls, tools, parts, interrupts and run requests. */
export const PROTOCOL_FIELDS: ReadonlyMap<string, Treatment> = new Map([
  ...named('word', 'type', 'role', 'status', 'subtype', 'reason', 'code', 'op'),
  ...named('time', 'timestamp', 'expiresAt', 'createdAt'),
  ...named('version', 'protocolVersion'),
  ...named('value', 'threadId', 'runId', 'parentRunId', 'messageId', 'id', 'toolCallId', 'parentMessageId'),
  ...named('value', 'entityId', 'subagentRunId', 'parentSubagentRunId', 'parentToolCallId', 'interruptId'),
  ...named('value', 'interruptIds', 'pendingToolCallIds', 'stepName', 'activityType', 'name', 'message'),
  ...named('value', 'text', 'value', 'snapshot', 'state', 'rawEvent', 'encryptedValue'),
  ...named('value', 'encryptedValueType'),
  ...named('value', 'payload', 'error', 'description', 'provider', 'model', 'result', 'url'),
  ...named('value', 'filename', 'path', 'from', 'metaType', 'agentId', 'title', 'thinking'),
  // TanStack's client sends them twice.
  ...named('props', 'forwardedProps', 'data'),
  ...named('tool', 'toolCallName'),
  ...named('node', 'input', 'messages', 'tools', 'context', 'resume', 'interrupts', 'interrupt', 'outcome'),
  ...named('node', 'toolCalls', 'function', 'usage', 'source', 'replace'),
  ...named('size', 'inputTokens', 'outputTokens', 'totalTokens', 'reasoningTokens', 'cachedInputTokens'),
  ...named('size', 'cacheWriteInputTokens'),
  ...named('media', 'mimeType'),
  ...named('delta', 'delta'),
  ...named('patch', 'patch'),
  ...named('schema', 'parameters', 'responseSchema'),
  ...named('content', 'content', 'parts'),
  ...named('arguments', 'arguments'),
  ...named('metadata', 'metadata'),
  ...named('raw', 'event'),
  ...named('value', 'activity'),
]);

/** The fields around events: of envelopes, of transports, and of protocols that are translated or only named. */
export const ENVELOPE_FIELDS: ReadonlyMap<string, Treatment> = new Map([
  ...named('node', 'payload', 'params', 'data', 'event', 'events', 'message', 'messages', 'result', 'chunk'),
  ...named(
    'node',
    'body',
    'error',
    'task',
    'artifact',
    'parts',
    'delta',
    'content',
    'content_block',
    'block',
  ),
  ...named(
    'node',
    'choices',
    'tool_calls',
    'function',
    'item',
    'response',
    'part',
    'usage',
    'output',
    'update',
  ),
  ...named('node', 'msg', 'statusUpdate', 'artifactUpdate', 'messageStart', 'messageDelta', 'messageStop'),
  ...named('node', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop', 'thinkingStart'),
  ...named('node', 'thinkingDelta', 'thinkingStop', 'toolCallStart', 'toolCallDelta', 'toolCallStop'),
  ...named('node', 'taskStart', 'taskUpdate', 'taskComplete', 'taskError'),
  ...named('node', 'status', 'metadata', 'agui_event', 'values', 'toolCalls', 'input', 'configuration'),
  ...named('word', 'type', 'method', 'kind', 'state', 'role', 'object', 'subtype', 'event_type', 'eventType'),
  ...named(
    'word',
    'blockType',
    'block_type',
    'finish_reason',
    'finishReason',
    'stop_reason',
    'topic',
    'name',
  ),
  ...named('word', 'agui_event_type', 'agui_block_type'),
  ...named('version', 'jsonrpc'),
  ...named('time', 'timestamp', 'created', 'created_at', 'createdAt'),
  ...named('value', 'sid', 'upgrades'),
  ...named('size', 'pingInterval', 'pingTimeout', 'maxPayload'),
  ...named('size', 'index', 'seq', 'sequence_number', 'offset'),
  ...named('code', 'code'),
  ...named('tool', 'toolName', 'tool_name', 'agui_tool_name', 'tool'),
  ...named('arguments', 'arguments', 'args', 'partialInput', 'finalInput', 'partial_json', 'inputTextDelta'),
  ...named('value', 'id', 'ref', 'join_ref', 'messageId', 'threadId', 'runId', 'run_id', 'agentId', 'taskId'),
  ...named(
    'value',
    'contextId',
    'blockId',
    'thinkingId',
    'toolCallId',
    'parentMessageId',
    'text',
    'thinking',
  ),
  ...named('value', 'signature', 'errorMessage', 'errorCode', 'snapshot', 'value', 'artifactId', 'call_id'),
  ...named('value', 'tool_call_id', 'agui_block_id', 'agui_tool_call_id', 'agui_error_code', 'model', 'step'),
  ...named(
    'value',
    'agui_is_error',
    'is_error',
    'isError',
    'block_id',
    'error_code',
    'final',
    'append',
    'lastChunk',
    'item_id',
    'stepName',
    'refusal',
  ),
]);

/** The keywords of JSON Schema, and what stands under them. A keyword that compares values cannot be kept. */
export const SCHEMA_KEYWORDS: ReadonlyMap<
  string,
  'map' | 'schema' | 'names' | 'dependent' | 'value' | 'count' | 'length' | 'kept' | 'ref'
> = new Map([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].map(
    (key) => [key, 'map'] as const,
  ),
  ...[
    'items',
    'prefixItems',
    'additionalItems',
    'additionalProperties',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'if',
  ].map((key) => [key, 'schema'] as const),
  ...['then', 'else', 'contains', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'].map(
    (key) => [key, 'schema'] as const,
  ),
  ...['required'].map((key) => [key, 'names'] as const),
  ...['dependentRequired', 'dependencies'].map((key) => [key, 'dependent'] as const),
  ...['enum', 'const', 'default', 'examples', 'title', 'description'].map((key) => [key, 'value'] as const),
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'].map(
    (key) => [key, 'count'] as const,
  ),
  ...['minLength', 'maxLength'].map((key) => [key, 'length'] as const),
  ...['uniqueItems', 'nullable', 'readOnly', 'writeOnly', 'deprecated', 'type', '$schema'].map(
    (key) => [key, 'kept'] as const,
  ),
  ...['$ref', '$id', '$anchor'].map((key) => [key, 'ref'] as const),
]);

export const CAPABILITY_KEYS: ReadonlySet<string> = new Set([
  ...['version', 'agents', 'className', 'capabilities', 'name', 'description', 'type', 'provider'],
  ...['identity', 'transport', 'tools', 'output', 'state', 'multiAgent', 'reasoning', 'multimodal'],
  ...['execution', 'humanInTheLoop', 'supported', 'items', 'documentationUrl', 'supportedMimeTypes'],
  ...['streaming', 'websocket', 'httpBinary', 'pushNotifications', 'resumable', 'parallelCalls'],
  ...['clientProvided', 'structuredOutput', 'snapshots', 'deltas', 'memory', 'persistentState'],
  ...['delegation', 'handoffs', 'subagents', 'encrypted', 'input', 'image', 'audio', 'video', 'pdf', 'file'],
  ...['codeExecution', 'sandboxed', 'maxIterations', 'maxExecutionTime', 'approvals', 'interventions'],
  ...['feedback', 'interrupts', 'approveWithEdits'],
]);
