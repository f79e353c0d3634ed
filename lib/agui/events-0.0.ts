// The event schemas that client 0.0.59 applies at the transport. Unknown properties of the event itself are kept,
// unknown properties of nested objects are removed, and anything else that does not match is fatal.
import { z } from 'zod/v4';
import { isJsonObject, type JsonObject } from '@/lib/agui/json';

const text = z.string();
const maybe = z.string().optional();
// May be absent.
const anything = z.any().optional();
const anyRecord = z.record(z.string(), z.any());
const metadata = anyRecord.optional();
const nullish = z
  .string()
  .nullable()
  .optional()
  .transform((value) => value ?? undefined);
const textRole = z.enum(['developer', 'system', 'assistant', 'user']);

const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('data'), value: text, mimeType: text }),
  z.object({ type: z.literal('url'), value: text, mimeType: maybe }),
]);
const media = (kind: 'image' | 'audio' | 'video' | 'document') =>
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
  .refine((value) => value.type !== 'binary' || Boolean(value.id || value.url || value.data), {
    message: 'BinaryInputContent requires at least one of id, url, or data.',
    path: ['id'],
  });

const call = z.object({
  id: text,
  type: z.literal('function'),
  function: z.object({ name: text, arguments: text }),
  encryptedValue: maybe,
  metadata,
});
const common = { id: text, name: maybe, encryptedValue: maybe, subagentRunId: maybe, metadata };
const { name: _name, ...unnamed } = common;
const { encryptedValue: _value, ...plain } = unnamed;
const message = z.discriminatedUnion('role', [
  z.object({ ...common, role: z.literal('developer'), content: text }),
  z.object({ ...common, role: z.literal('system'), content: text }),
  z.object({
    ...common,
    role: z.literal('assistant'),
    content: maybe,
    toolCalls: z.array(call).optional(),
  }),
  z.object({ ...common, role: z.literal('user'), content: z.union([text, z.array(part)]) }),
  z.object({ ...unnamed, role: z.literal('tool'), content: text, toolCallId: text, error: maybe }),
  z.object({ ...plain, role: z.literal('activity'), activityType: text, content: anyRecord }),
  z.object({ ...unnamed, role: z.literal('reasoning'), content: text }),
]);

const input = z.object({
  threadId: text,
  runId: text,
  parentRunId: maybe,
  state: anything,
  messages: z.array(message),
  tools: z.array(
    z.object({ name: text, description: text, parameters: anything, metadata: anyRecord.optional() }),
  ),
  context: z.array(z.object({ description: text, value: text })),
  forwardedProps: anything,
  resume: z
    .array(
      z.object({
        interruptId: text,
        status: z.enum(['resolved', 'cancelled']),
        payload: anything,
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
  metadata: anyRecord.optional(),
  subagentRunId: maybe,
});
const success = z.strictObject({ type: z.literal('success') });
const outcome = z
  .discriminatedUnion('type', [
    success,
    z.strictObject({ type: z.literal('interrupt'), interrupts: z.array(interrupt).min(1) }),
  ])
  .nullable()
  .optional()
  .transform((value) => value ?? undefined);
const suspended = z.strictObject({
  type: z.literal('suspended'),
  interruptIds: z.array(text).optional(),
});
// An integer of any size: 1.0 added the safe-integer limit.
const count = z.number().refine(Number.isInteger).nonnegative().optional();
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

type Shape = Readonly<Record<string, z.ZodType>>;
const tag = { subagentRunId: maybe };
const id = { messageId: text, ...tag };

const SHAPES: Readonly<Record<string, Shape>> = {
  TEXT_MESSAGE_START: { ...id, role: textRole.default('assistant'), name: maybe },
  TEXT_MESSAGE_CONTENT: { ...id, delta: text },
  TEXT_MESSAGE_END: id,
  TEXT_MESSAGE_CHUNK: { ...tag, messageId: maybe, role: textRole.optional(), delta: maybe, name: maybe },
  THINKING_START: { title: maybe },
  THINKING_END: {},
  THINKING_TEXT_MESSAGE_START: {},
  THINKING_TEXT_MESSAGE_CONTENT: { delta: text },
  THINKING_TEXT_MESSAGE_END: {},
  TOOL_CALL_START: { ...tag, toolCallId: text, toolCallName: text, parentMessageId: nullish },
  TOOL_CALL_ARGS: { ...tag, toolCallId: text, delta: text },
  TOOL_CALL_END: { ...tag, toolCallId: text },
  TOOL_CALL_CHUNK: {
    ...tag,
    toolCallId: maybe,
    toolCallName: maybe,
    parentMessageId: nullish,
    delta: maybe,
  },
  TOOL_CALL_RESULT: { ...id, toolCallId: text, content: text, role: z.literal('tool').optional() },
  STATE_SNAPSHOT: { ...tag, snapshot: anything },
  STATE_DELTA: { ...tag, delta: z.array(z.any()) },
  MESSAGES_SNAPSHOT: { messages: z.array(message) },
  ACTIVITY_SNAPSHOT: {
    ...id,
    activityType: text,
    content: anyRecord,
    replace: z.boolean().optional().default(true),
  },
  ACTIVITY_DELTA: { ...id, activityType: text, patch: z.array(z.any()) },
  RAW: { ...tag, event: anything, source: maybe },
  CUSTOM: { ...tag, name: text, value: anything },
  RUN_STARTED: { threadId: text, runId: text, parentRunId: maybe, input: input.optional() },
  RUN_FINISHED: { threadId: text, runId: text, result: anything, outcome, usage },
  RUN_ERROR: { message: text, code: maybe, usage },
  STEP_STARTED: { ...tag, stepName: text },
  STEP_FINISHED: { ...tag, stepName: text },
  REASONING_START: id,
  REASONING_MESSAGE_START: { ...id, role: z.literal('reasoning') },
  REASONING_MESSAGE_CONTENT: { ...id, delta: text },
  REASONING_MESSAGE_END: id,
  REASONING_MESSAGE_CHUNK: { ...tag, messageId: maybe, delta: maybe },
  REASONING_END: id,
  REASONING_ENCRYPTED_VALUE: {
    ...tag,
    subtype: z.enum(['tool-call', 'message']),
    entityId: text,
    encryptedValue: text,
  },
  SUBAGENT_STARTED: {
    subagentRunId: text,
    name: text,
    description: maybe,
    parentSubagentRunId: maybe,
    parentToolCallId: maybe,
    parentMessageId: maybe,
  },
  SUBAGENT_FINISHED: {
    subagentRunId: text,
    result: anything,
    outcome: z.discriminatedUnion('type', [success, suspended]).optional(),
  },
  SUBAGENT_ERROR: { subagentRunId: text, message: text, code: maybe },
};

// In 0.0.x any number except NaN, which JSON cannot express.
const base = { timestamp: z.number().optional(), rawEvent: anything, metadata };
const schemas = new Map<string, z.ZodType>();

function schemaOf(type: string): z.ZodType | undefined {
  const shape = Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;
  if (shape === undefined) return undefined;
  const known = schemas.get(type);
  if (known !== undefined) return known;
  // Extension pages forbid code generation. Without this, zod probes for it and trips the content security policy.
  z.config({ jitless: true });
  const schema = z.looseObject({ ...base, ...shape });
  schemas.set(type, schema);
  return schema;
}

/** Its error text for an event without a known type. */
export function unknownTypeText(): string {
  const options = Object.keys(SHAPES);
  const expected = options.map((type) => `'${type}'`).join(' | ');
  const issue = {
    code: 'invalid_union_discriminator',
    options,
    path: ['type'],
    message: `Invalid discriminator value. Expected ${expected}`,
  };
  return JSON.stringify([issue], null, 2);
}

/** The event as client 0.0.59 continues with it, or its error text (in the words of a newer zod). */
export function parseOldEvent(
  event: JsonObject,
): { readonly event: JsonObject } | { readonly error: string } {
  const schema = schemaOf(String(event['type']));
  if (schema === undefined) return { error: unknownTypeText() };
  try {
    const parsed = schema.safeParse(event);
    if (parsed.success && isJsonObject(parsed.data)) return { event: parsed.data };
    return { error: parsed.error?.message ?? 'Invalid input' };
  } catch (error) {
    // A value nested thousands of levels deep overflows the stack of any recursive walk.
    return { error: error instanceof Error ? error.message : 'Too deep' };
  }
}
