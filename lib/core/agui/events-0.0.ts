// The event schemas that client 0.0.59 applies at the transport, with the same version of zod and their properties in
// the same order, so that errors have that client's words. Unknown properties of the event itself are kept,
// unknown properties of nested objects are removed, and anything else that does not match is fatal.
import { z } from 'zod/v3';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

const text = z.string();
const maybe = z.string().optional();
const anyRecord = z.record(z.any());
const metadata = anyRecord.optional();
const nullish = z
  .string()
  .nullable()
  .optional()
  .transform((value) => value ?? undefined);
const textRole = z.union([
  z.literal('developer'),
  z.literal('system'),
  z.literal('assistant'),
  z.literal('user'),
]);

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('data'), value: text, mimeType: text }),
  z.object({ type: z.literal('url'), value: text, mimeType: maybe }),
]);
const media = <K extends string>(kind: K) =>
  z.object({ type: z.literal(kind), source, metadata: z.unknown().optional() });
const binary = z.object({
  type: z.literal('binary'),
  mimeType: text,
  id: maybe,
  url: maybe,
  data: maybe,
  filename: maybe,
});
const part = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text }),
    media('image'),
    media('audio'),
    media('video'),
    media('document'),
    binary,
  ])
  .superRefine((value, context) => {
    if (value.type !== 'binary' || value.id || value.url || value.data) return;
    const message = 'BinaryInputContent requires at least one of id, url, or data.';
    context.addIssue({ code: z.ZodIssueCode.custom, message, path: ['id'] });
  });

const call = z.object({
  id: text,
  type: z.literal('function'),
  function: z.object({ name: text, arguments: text }),
  encryptedValue: maybe,
  metadata,
});
const common = z.object({
  id: text,
  role: text,
  content: maybe,
  name: maybe,
  encryptedValue: maybe,
  subagentRunId: maybe,
  metadata,
});
const tagged = { subagentRunId: maybe, metadata };
const message = z.discriminatedUnion('role', [
  common.extend({ role: z.literal('developer'), content: text }),
  common.extend({ role: z.literal('system'), content: text }),
  common.extend({ role: z.literal('assistant'), content: maybe, toolCalls: z.array(call).optional() }),
  common.extend({ role: z.literal('user'), content: z.union([text, z.array(part)]) }),
  z.object({
    id: text,
    content: text,
    role: z.literal('tool'),
    toolCallId: text,
    error: maybe,
    encryptedValue: maybe,
    ...tagged,
  }),
  z.object({ id: text, role: z.literal('activity'), activityType: text, content: anyRecord, ...tagged }),
  z.object({ id: text, role: z.literal('reasoning'), content: text, encryptedValue: maybe, ...tagged }),
]);

const input = z.object({
  threadId: text,
  runId: text,
  parentRunId: maybe,
  state: z.any().transform((value: unknown) => value ?? undefined),
  messages: z.array(message),
  tools: z.array(z.object({ name: text, description: text, parameters: z.any(), metadata })),
  context: z.array(z.object({ description: text, value: text })),
  forwardedProps: z.any(),
  resume: z
    .array(
      z.object({
        interruptId: text,
        status: z.enum(['resolved', 'cancelled']),
        payload: z.any().optional(),
        metadata,
      }),
    )
    .optional(),
});

const interrupt = z.object({
  id: text,
  reason: text,
  message: maybe,
  toolCallId: maybe,
  responseSchema: anyRecord.optional(),
  expiresAt: maybe,
  metadata,
  subagentRunId: maybe,
});
const success = z.object({ type: z.literal('success') }).strict();
const outcome = z
  .discriminatedUnion('type', [
    success,
    z.object({ type: z.literal('interrupt'), interrupts: z.array(interrupt).min(1) }).strict(),
  ])
  .nullable()
  .optional()
  .transform((value) => value ?? undefined);
const suspended = z.object({ type: z.literal('suspended'), interruptIds: z.array(text).optional() }).strict();
const count = z.number().int().nonnegative().optional();
const usage = z
  .array(
    z.object({
      provider: maybe,
      model: maybe,
      inputTokens: count,
      outputTokens: count,
      totalTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
    }),
  )
  .optional();

const tag = { subagentRunId: maybe };
const id = { messageId: text, ...tag };

/** An event: any number as its time, and whatever else it has. */
function event<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  const base = { timestamp: z.number().optional(), rawEvent: z.any().optional(), metadata };
  return z.object({ type: z.literal(type), ...base, ...shape }).passthrough();
}

// In the order in which a message about an unknown type lists them.
const schema = z.discriminatedUnion('type', [
  event('TEXT_MESSAGE_START', { messageId: text, role: textRole.default('assistant'), name: maybe, ...tag }),
  event('TEXT_MESSAGE_CONTENT', { messageId: text, delta: text, ...tag }),
  event('TEXT_MESSAGE_END', id),
  event('TEXT_MESSAGE_CHUNK', {
    messageId: maybe,
    role: textRole.optional(),
    delta: maybe,
    name: maybe,
    ...tag,
  }),
  event('THINKING_START', { title: maybe }),
  event('THINKING_END', {}),
  event('THINKING_TEXT_MESSAGE_START', {}),
  event('THINKING_TEXT_MESSAGE_CONTENT', { delta: text }),
  event('THINKING_TEXT_MESSAGE_END', {}),
  event('TOOL_CALL_START', { toolCallId: text, toolCallName: text, parentMessageId: nullish, ...tag }),
  event('TOOL_CALL_ARGS', { toolCallId: text, delta: text, ...tag }),
  event('TOOL_CALL_END', { toolCallId: text, ...tag }),
  event('TOOL_CALL_CHUNK', {
    toolCallId: maybe,
    toolCallName: maybe,
    parentMessageId: nullish,
    delta: maybe,
    ...tag,
  }),
  event('TOOL_CALL_RESULT', {
    messageId: text,
    toolCallId: text,
    content: text,
    role: z.literal('tool').optional(),
    ...tag,
  }),
  event('STATE_SNAPSHOT', { snapshot: z.any(), ...tag }),
  event('STATE_DELTA', { delta: z.array(z.any()), ...tag }),
  event('MESSAGES_SNAPSHOT', { messages: z.array(message) }),
  event('ACTIVITY_SNAPSHOT', {
    messageId: text,
    activityType: text,
    content: anyRecord,
    replace: z.boolean().optional().default(true),
    ...tag,
  }),
  event('ACTIVITY_DELTA', { messageId: text, activityType: text, patch: z.array(z.any()), ...tag }),
  event('RAW', { event: z.any(), source: maybe, ...tag }),
  event('CUSTOM', { name: text, value: z.any(), ...tag }),
  event('RUN_STARTED', { threadId: text, runId: text, parentRunId: maybe, input: input.optional() }),
  event('RUN_FINISHED', { threadId: text, runId: text, result: z.any().optional(), outcome, usage }),
  event('RUN_ERROR', { message: text, code: maybe, usage }),
  event('STEP_STARTED', { stepName: text, ...tag }),
  event('STEP_FINISHED', { stepName: text, ...tag }),
  event('REASONING_START', id),
  event('REASONING_MESSAGE_START', { messageId: text, role: z.literal('reasoning'), ...tag }),
  event('REASONING_MESSAGE_CONTENT', { messageId: text, delta: text, ...tag }),
  event('REASONING_MESSAGE_END', id),
  event('REASONING_MESSAGE_CHUNK', { messageId: maybe, delta: maybe, ...tag }),
  event('REASONING_END', id),
  event('REASONING_ENCRYPTED_VALUE', {
    subtype: z.union([z.literal('tool-call'), z.literal('message')]),
    entityId: text,
    encryptedValue: text,
    ...tag,
  }),
  event('SUBAGENT_STARTED', {
    subagentRunId: text,
    name: text,
    description: maybe,
    parentSubagentRunId: maybe,
    parentToolCallId: maybe,
    parentMessageId: maybe,
  }),
  event('SUBAGENT_FINISHED', {
    subagentRunId: text,
    result: z.any().optional(),
    outcome: z.discriminatedUnion('type', [success, suspended]).optional(),
  }),
  event('SUBAGENT_ERROR', { subagentRunId: text, message: text, code: maybe }),
]);

/** The event that client 0.0.x continues with, or its error text. */
export function parseOldEvent(value: unknown): { readonly event: JsonObject } | { readonly error: string } {
  try {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return { error: parsed.error.message };
    const data: unknown = parsed.data;
    return isJsonObject(data) ? { event: data } : { error: 'Invalid input' };
  } catch (error) {
    // A value nested thousands of levels deep overflows the stack of any recursive walk.
    return { error: error instanceof Error ? error.message : 'Too deep' };
  }
}
