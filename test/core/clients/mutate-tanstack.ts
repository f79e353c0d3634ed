// Random damage to streams of the kind that TanStack AI's client survives, and the events that only it acts upon.
import type { JsonObject } from '@/lib/core/json/json';
import type { Random } from '../model/random';
import type { Loose } from './mutate';

const IDS = ['m1', 'm2', 'a1', 'c1', 'c2', 'r1', 's1'];

/** Events of TanStack's own kind, and odd ones. */
function extra(random: Random): Loose {
  const messageId = random.pick(IDS);
  const toolCallId = random.pick(['c1', 'c2', 'c3']);
  const made: readonly Loose[] = [
    {
      type: 'TEXT_MESSAGE_START',
      messageId,
      role: random.pick(['assistant', 'user', 'system', 'developer']),
    },
    { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: random.pick(['x', '', ' ', '\n', '{"a":1']) },
    { type: 'TEXT_MESSAGE_END', messageId },
    {
      type: 'TOOL_CALL_START',
      toolCallId,
      toolCallName: 'f',
      ...(random.chance(0.5) && { parentMessageId: messageId }),
    },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: random.pick(['{', '"a":1}', '', '{}']) },
    { type: 'TOOL_CALL_END', toolCallId, ...(random.chance(0.4) && { input: { q: 1 } }) },
    { type: 'TOOL_CALL_END', toolCallId, metadata: { tanstack: { input: { z: [1] } } } },
    {
      type: 'TOOL_CALL_RESULT',
      messageId: 'x1',
      toolCallId,
      content: random.pick(['ok', '{"error":"no"}', '[1]', '""']),
    },
    {
      type: 'TOOL_CALL_RESULT',
      messageId: 'x2',
      toolCallId,
      content: 'bad',
      metadata: { tanstack: { state: 'output-error' } },
    },
    { type: 'RUN_STARTED', threadId: 't', runId: random.pick(['r', 'r2']) },
    {
      type: 'RUN_FINISHED',
      threadId: 't',
      runId: random.pick(['r', 'r2']),
      ...(random.chance(0.4) && {
        metadata: { tanstack: { finishReason: random.pick(['stop', 'tool_calls']) } },
      }),
    },
    {
      type: 'RUN_FINISHED',
      threadId: 't',
      runId: 'r',
      outcome: {
        type: 'interrupt',
        interrupts: [{ id: 'i', reason: random.pick(['approval_required', 'ask']), toolCallId }],
      },
    },
    { type: 'RUN_ERROR', message: 'broken', ...(random.chance(0.4) && { runId: 'r' }) },
    { type: 'STEP_STARTED', stepName: random.pick(['s1', 's2', '']) },
    {
      type: 'STEP_FINISHED',
      stepName: 's1',
      ...(random.chance(0.6) && { signature: 'sig' }),
      ...(random.chance(0.5) && { stepId: 's1' }),
    },
    {
      type: 'REASONING_MESSAGE_CONTENT',
      messageId: random.pick(['r1', 'r2']),
      delta: random.pick(['hm', '']),
    },
    {
      type: 'REASONING_ENCRYPTED_VALUE',
      subtype: random.pick(['message', 'tool-call']),
      entityId: random.pick([messageId, toolCallId]),
      encryptedValue: random.pick(['enc', 'enc2', '']),
    },
    { type: 'CUSTOM', name: 'structured-output.start', value: random.chance(0.5) ? { messageId } : {} },
    {
      type: 'CUSTOM',
      name: 'structured-output.complete',
      value: {
        ...(random.chance(0.5) && { messageId }),
        object: { a: 1 },
        ...(random.chance(0.5) && { raw: '{"a":1}' }),
      },
    },
    {
      type: 'CUSTOM',
      name: 'approval-requested',
      value: { toolCallId, toolName: 'f', input: {}, approval: { id: 'ap', needsApproval: true } },
    },
    {
      type: 'CUSTOM',
      name: 'ui-resource',
      value: { toolCallId, toolName: 'f', resource: { uri: 'u', mimeType: 'text/html' } },
    },
    { type: 'MESSAGES_SNAPSHOT', messages: snapshot(random) },
  ];
  return structuredClone(random.pick(made));
}

function snapshot(random: Random): Loose[] {
  const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"q":1}' } };
  const all: readonly Loose[] = [
    { id: 'u1', role: 'user', content: 'hi' },
    {
      id: 'u2',
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image', source: { type: 'url', value: 'https://x/y.png' } },
      ],
    },
    { id: 'm1', role: 'assistant', content: 'hello' },
    { id: 'm2', role: 'assistant', toolCalls: [call] },
    { id: 'm3', role: 'assistant', content: 'text', toolCalls: [call] },
    { id: 'x1', role: 'tool', toolCallId: 'c1', content: 'ok' },
    { id: 'x2', role: 'tool', toolCallId: 'c2', content: '{"a":1}', error: 'no' },
    { id: 'r1', role: 'reasoning', content: 'hm' },
    { id: 'r2', role: 'reasoning', content: '', encryptedValue: 'e' },
    { id: 'y1', role: 'system', content: 'be kind' },
    { id: 'y2', role: 'developer', content: 'be quick' },
    { id: 'a1', role: 'activity', activityType: 'plan', content: {} },
  ];
  return Array.from({ length: random.below(6) }, () => structuredClone(random.pick(all)));
}

/** The stream, damaged a few times over. */
export function damagedForTanstack(events: readonly JsonObject[], random: Random): JsonObject[] {
  const damaged = structuredClone(events) as unknown as Loose[];
  for (let count = 1 + random.below(8); count > 0; count--) {
    const at = random.below(Math.max(1, damaged.length));
    const other = random.below(Math.max(1, damaged.length));
    switch (random.below(6)) {
      case 0:
        damaged.splice(at, 1);
        break;
      case 1:
        damaged.splice(at, 0, structuredClone(damaged[other] ?? extra(random)));
        break;
      case 2:
        [damaged[at], damaged[other]] = [damaged[other] ?? extra(random), damaged[at] ?? extra(random)];
        break;
      default:
        damaged.splice(at, 0, extra(random));
    }
  }
  return damaged as unknown as JsonObject[];
}
