// TanStack AI's stream processor: effect of each event on its conversation. The client trusts its server: nothing is
// verified, unknown events are ignored, and chunk, state and activity events have no effect.

import {
  addArguments,
  completeCalls,
  endCall,
  signCall,
  startCall,
  takeResult,
} from '@/lib/core/clients/tanstack/calls';
import {
  changeParts,
  memoryOf,
  messageOf,
  ownerOfCall,
  type Streaming,
  setMessages,
  startStreaming,
} from '@/lib/core/clients/tanstack/chat';
import { takeSnapshot } from '@/lib/core/clients/tanstack/snapshot';
import {
  activeAssistant,
  deltaIn,
  ensureAssistant,
  fieldOf,
  type HandlerOutcome,
  type Incoming,
  newMessage,
  textIn,
} from '@/lib/core/clients/tanstack/streaming';
import {
  callPart,
  type UiPart,
  type UiRole,
  withCall,
  withStructured,
  withText,
  withThinking,
} from '@/lib/core/clients/tanstack/ui-message';
import { isJsonArray, isJsonObject, stringIn, stringOrEmpty, textOf } from '@/lib/core/json/json';

function renameKey<V>(map: Map<string, V>, from: string, to: string): void {
  const value = map.get(from);
  if (value === undefined) return;
  map.delete(from);
  map.set(to, value);
}

/** Renames a message that was created before its start. */
function rename({ chat, seq }: Incoming, from: string, to: string): void {
  const memory = memoryOf(chat);
  setMessages(
    chat,
    [...chat.messages].map((each) => (each.id === from ? { ...each, id: to, lastSeq: seq } : each)),
  );
  renameKey(memory.streaming, from, to);
  memory.active.delete(from);
  memory.active.add(to);
  for (const [call, owner] of memory.callOwners) if (owner === from) memory.callOwners.set(call, to);
}

function newStretch(streaming: Streaming | undefined): void {
  if (streaming?.hasCalls !== true) return;
  streaming.text = '';
  streaming.hasCalls = false;
}

function startText(incoming: Incoming): void {
  const { chat, event } = incoming;
  const id = textIn(event, 'messageId');
  const sent = event['role'];
  const role: UiRole = sent === 'user' || sent === 'system' ? sent : 'assistant';
  const memory = memoryOf(chat);
  const { made } = memory;
  if (made !== undefined) {
    memory.made = undefined;
    if (made !== id) rename(incoming, made, id);
  } else if (messageOf(chat, id) === undefined) {
    newMessage(incoming, id, role);
    return;
  } else memory.active.add(id);
  const streaming = memory.streaming.get(id);
  if (streaming !== undefined) newStretch(streaming);
  else {
    startStreaming(chat, id, role);
    memory.active.add(id);
  }
}

function addText(incoming: Incoming): void {
  const { chat, event, seq } = incoming;
  const { id, streaming } = ensureAssistant(incoming, textIn(event, 'messageId'));
  const delta = deltaIn(event);
  if (chat.memory.structured.has(id)) {
    if (delta !== '') addStructured(incoming, id, delta);
    return;
  }
  // Text before a call is a segment of its own.
  if (streaming.text !== '') newStretch(streaming);
  streaming.hasCalls = false;
  if (delta === '') return;
  streaming.text += delta;
  const { text } = streaming;
  changeParts(chat, id, seq, (parts) => withText(parts, text));
}

function addStructured({ chat, seq }: Incoming, id: string, delta: string): void {
  changeParts(chat, id, seq, (parts) => {
    const known = parts.find((part) => part.type === 'structured-output');
    const raw = (known?.raw ?? '') + delta;
    return withStructured(parts, { type: 'structured-output', status: 'streaming', raw });
  });
}

/** Ends open calls and structured output, and removes answers of white space. */
export function finalize({ chat, seq }: Pick<Incoming, 'chat' | 'seq'>): void {
  completeCalls({ chat, seq });
  const memory = memoryOf(chat);
  const last = [...memory.active]
    .map((id) => messageOf(chat, id))
    .findLast((each) => each?.role === 'assistant');
  for (const id of memory.structured) failStructured({ chat, seq }, id);
  memory.structured.clear();
  memory.active.clear();
  const isBlank = (part: UiPart) => part.type === 'text' && part.content.trim() === '';
  if (last === undefined || memory.hasError || last.parts.length === 0 || !last.parts.every(isBlank)) return;
  setMessages(
    chat,
    [...chat.messages].filter(({ id }) => id !== last.id),
  );
}

function failStructured({ chat, seq }: Pick<Incoming, 'chat' | 'seq'>, id: string): void {
  changeParts(chat, id, seq, (parts) => {
    const known = parts.find((part) => part.type === 'structured-output');
    if (known?.status === 'complete') return parts;
    return withStructured(parts, { type: 'structured-output', status: 'error', raw: known?.raw ?? '' });
  });
}

function askApproval({ chat, seq }: Pick<Incoming, 'chat' | 'seq'>, owner: string, callId: string): void {
  changeParts(chat, owner, seq, (parts) => {
    const call = callPart(parts, callId);
    return call === undefined ? parts : withCall(parts, { ...call, state: 'approval-requested' });
  });
}

function approve({ chat, seq, event }: Incoming): HandlerOutcome {
  const { outcome } = event;
  const interrupts = isJsonObject(outcome) ? outcome['interrupts'] : undefined;
  if (typeof interrupts === 'string') return undefined;
  if (!isJsonArray(interrupts) || interrupts.includes(null)) return 'throws';
  for (const interrupt of interrupts) {
    if (!isJsonObject(interrupt)) continue;
    const { metadata, toolCallId, reason } = interrupt;
    const kind = isJsonObject(metadata) ? metadata['kind'] : undefined;
    if (typeof toolCallId !== 'string' || (kind !== 'approval' && reason !== 'approval_required')) continue;
    const owner = activeAssistant(chat) ?? ownerOfCall(chat, toolCallId);
    if (owner !== undefined) askApproval({ chat, seq }, owner, toolCallId);
  }
  return undefined;
}

function finishRun(incoming: Incoming): HandlerOutcome {
  const { chat, event } = incoming;
  const { outcome } = event;
  const memory = memoryOf(chat);
  memory.runs.delete(textIn(event, 'runId'));
  const isInterrupt = isJsonObject(outcome) && outcome['type'] === 'interrupt';
  if (isInterrupt && approve(incoming) === 'throws') return 'throws';
  if (memory.runs.size > 0) return undefined;
  completeCalls(incoming);
  // A turn that ends with calls continues in the same stream.
  if (fieldOf(event, 'finishReason') === 'tool_calls' && !isInterrupt) return undefined;
  finalize(incoming);
  return undefined;
}

/** An error of the run: sent, or added by the client when reading fails. */
function failRun(incoming: Incoming): void {
  const { chat, event } = incoming;
  const memory = memoryOf(chat);
  memory.hasError = true;
  const runId = fieldOf(event, 'runId');
  if (typeof runId === 'string' && runId !== '') memory.runs.delete(runId);
  else memory.runs.clear();
  const { id } = ensureAssistant(incoming);
  if (!chat.memory.structured.has(id)) return;
  failStructured(incoming, id);
  memoryOf(chat).structured.delete(id);
}

function startRun({ chat, event }: Incoming): void {
  memoryOf(chat).runs.add(textIn(event, 'runId'));
}

function startStep({ chat, event }: Incoming): void {
  const step = textIn(event, 'stepName') || `made-${++chat.invented}`;
  const memory = memoryOf(chat);
  const active = activeAssistant(chat);
  const streaming = active === undefined ? undefined : memory.streaming.get(active);
  memory.waitingStep = streaming === undefined ? step : undefined;
  if (streaming === undefined) return;
  streaming.step = step;
  if (!streaming.thinking.has(step)) streaming.thinking.set(step, '');
}

function finishStep(incoming: Incoming): void {
  const signature = fieldOf(incoming.event, 'signature');
  if (typeof signature !== 'string' || signature === '') return;
  const { id, streaming } = ensureAssistant(incoming, activeAssistant(incoming.chat));
  const own = fieldOf(incoming.event, 'stepId');
  const step = streaming.step ?? (typeof own === 'string' ? own : undefined);
  if (step === undefined || step === '' || !streaming.thinking.has(step)) return;
  streaming.signatures.set(step, signature);
  think(incoming, id, streaming, step);
}

function think({ chat, seq }: Incoming, id: string, streaming: Streaming, stepId: string): void {
  const signature = streaming.signatures.get(stepId);
  changeParts(chat, id, seq, (parts) =>
    withThinking(parts, {
      type: 'thinking',
      content: streaming.thinking.get(stepId) ?? '',
      stepId,
      ...(signature !== undefined && { signature }),
    }),
  );
}

function addReasoning(incoming: Incoming): void {
  const { chat, event } = incoming;
  const { id, streaming } = ensureAssistant(incoming, activeAssistant(chat));
  const memory = memoryOf(chat);
  if (memory.waitingStep !== undefined) {
    streaming.step = memory.waitingStep;
    if (!streaming.thinking.has(streaming.step)) streaming.thinking.set(streaming.step, '');
    memory.waitingStep = undefined;
  }
  const step = streaming.step ?? textIn(event, 'messageId');
  // Reasoning without an id begins no step.
  if (!streaming.thinking.has(step) && step !== '') streaming.step = step;
  streaming.thinking.set(step, (streaming.thinking.get(step) ?? '') + deltaIn(event));
  think(incoming, id, streaming, step);
}

function takeEncrypted(incoming: Incoming): void {
  const { chat, event, seq } = incoming;
  const value = event['encryptedValue'];
  const entity = textIn(event, 'entityId');
  if (typeof value !== 'string' || value === '') return;
  if (event['subtype'] === 'tool-call') {
    signCall({ chat, seq }, entity, value);
    return;
  }
  const { id, streaming } = ensureAssistant(incoming, activeAssistant(chat));
  const step = streaming.step ?? entity;
  streaming.signatures.set(step, value);
  if (!streaming.thinking.has(step)) streaming.thinking.set(step, '');
  think(incoming, id, streaming, step);
}

function completeStructured(incoming: Incoming, id: string): void {
  const { value } = incoming.event;
  if (!isJsonObject(value)) return;
  const sent = stringOrEmpty(value['raw']);
  changeParts(incoming.chat, id, incoming.seq, (parts) => {
    const known = parts.find((part) => part.type === 'structured-output');
    const raw = sent || (known?.raw ?? '') || (textOf(value['object']) ?? '');
    return withStructured(parts, { type: 'structured-output', status: 'complete', raw });
  });
  memoryOf(incoming.chat).structured.delete(id);
}

/** CUSTOM events that the client handles itself: structured output, approval, widgets. */
function takeCustom(incoming: Incoming): HandlerOutcome {
  const { chat, event, seq } = incoming;
  const { name, value } = event;
  // Falsy values are ignored.
  if (!value) return undefined;
  const active = activeAssistant(chat);
  const callId = stringIn(value, 'toolCallId');
  const owner = callId === undefined ? undefined : chat.memory.callOwners.get(callId);
  if (name === 'structured-output.start') {
    const { id } = ensureAssistant(incoming, stringIn(value, 'messageId') ?? active);
    memoryOf(chat).structured.add(id);
  } else if (name === 'structured-output.complete') {
    completeStructured(incoming, ensureAssistant(incoming, stringIn(value, 'messageId') ?? active).id);
  } else if (name === 'approval-requested') {
    const id = active ?? owner;
    const approval = isJsonObject(value) ? value['approval'] : undefined;
    if (approval === undefined || approval === null) return 'throws';
    if (id !== undefined && callId !== undefined) askApproval({ chat, seq }, id, callId);
  } else if (name === 'ui-resource') {
    const id = owner ?? active;
    if (id !== undefined) changeParts(chat, id, seq, (parts) => [...parts, { type: 'unsent' }]);
  }
  return undefined;
}

const HANDLERS: Readonly<Record<string, (incoming: Incoming) => HandlerOutcome>> = {
  TEXT_MESSAGE_START: startText,
  TEXT_MESSAGE_CONTENT: addText,
  TOOL_CALL_START: startCall,
  TOOL_CALL_ARGS: addArguments,
  TOOL_CALL_END: endCall,
  TOOL_CALL_RESULT: takeResult,
  RUN_STARTED: startRun,
  RUN_FINISHED: finishRun,
  RUN_ERROR: failRun,
  STEP_STARTED: startStep,
  STEP_FINISHED: finishStep,
  MESSAGES_SNAPSHOT: takeSnapshot,
  CUSTOM: takeCustom,
  REASONING_MESSAGE_CONTENT: addReasoning,
  REASONING_ENCRYPTED_VALUE: takeEncrypted,
};

/** Applies an event to a conversation; `throws` if the client's code does, which stops it. */
export function process(incoming: Incoming): HandlerOutcome {
  return HANDLERS[String(incoming.event['type'])]?.(incoming);
}
