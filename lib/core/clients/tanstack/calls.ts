// Effects of tool call events on a conversation of TanStack AI's client.

import {
  changeMessage,
  changeParts,
  memoryOf,
  messagesWithId,
  ownerOfCall,
  type Streaming,
} from '@/lib/core/clients/tanstack/chat';
import {
  activeAssistant,
  deltaIn,
  ensureAssistant,
  fieldOf,
  type Incoming,
  textIn,
} from '@/lib/core/clients/tanstack/streaming';
import { callPart, type UiPart, withCall, withResult } from '@/lib/core/clients/tanstack/ui-message';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

export function startCall(incoming: Incoming): void {
  const { chat, event, seq } = incoming;
  const isNamed = (event['parentMessageId'] ?? undefined) !== undefined;
  const wanted = isNamed ? textIn(event, 'parentMessageId') : activeAssistant(chat);
  const { id, streaming } = ensureAssistant(incoming, wanted);
  streaming.hasCalls = true;
  const callId = textIn(event, 'toolCallId');
  if (streaming.calls.has(callId)) return;
  const { metadata } = event;
  const name = textIn(event, 'toolCallName');
  streaming.calls.set(callId, { name, args: '', isComplete: false, metadata });
  memoryOf(chat).callOwners.set(callId, id);
  changeParts(chat, id, seq, (parts) => callAs(parts, callId, streaming, 'streaming'));
}

/** Parts with a streamed call. Arguments alone do not add the metadata of its start to parts without it. */
function callAs(
  parts: readonly UiPart[],
  id: string,
  { calls }: Streaming,
  state: 'streaming' | 'input-complete' | 'arguments',
): readonly UiPart[] {
  const call = calls.get(id);
  if (call === undefined) return parts;
  const known = callPart(parts, id);
  const metadata = (state === 'arguments' ? undefined : call.metadata) ?? known?.metadata;
  return withCall(parts, {
    type: 'tool-call',
    id,
    name: call.name,
    args: call.args,
    state: state !== 'arguments' ? state : call.isComplete ? 'input-complete' : 'streaming',
    ...(known?.output !== undefined && { output: known.output }),
    ...(metadata !== undefined && { metadata }),
  });
}

function streamingCall({ chat, event }: Incoming) {
  const callId = textIn(event, 'toolCallId');
  const memory = memoryOf(chat);
  const id = memory.callOwners.get(callId);
  const streaming = id === undefined ? undefined : memory.streaming.get(id);
  const call = streaming?.calls.get(callId);
  return id === undefined || streaming === undefined || call === undefined
    ? undefined
    : { callId, id, streaming, call };
}

export function addArguments(incoming: Incoming): void {
  const found = streamingCall(incoming);
  if (found === undefined) return;
  const { callId, id, streaming, call } = found;
  call.args += deltaIn(incoming.event);
  changeParts(incoming.chat, id, incoming.seq, (parts) => callAs(parts, callId, streaming, 'arguments'));
}

export function endCall(incoming: Incoming): void {
  const found = streamingCall(incoming);
  if (found === undefined || found.call.isComplete) return;
  const { call } = found;
  const input = fieldOf(incoming.event, 'input');
  if (input !== undefined && call.args === '') call.args = JSON.stringify(input);
  completeCall(incoming, found);
  if (input === undefined) return;
  const { callId, id, streaming } = found;
  changeParts(incoming.chat, id, incoming.seq, (parts) => callAs(parts, callId, streaming, 'input-complete'));
}

type FoundCall = NonNullable<ReturnType<typeof streamingCall>>;

function completeCall(
  { chat, seq }: Pick<Incoming, 'chat' | 'seq'>,
  { callId, id, streaming, call }: FoundCall,
): void {
  call.isComplete = true;
  // A call that has failed, or waits for the user, keeps its state.
  const states = messagesWithId(chat, id).map(({ parts }) => callPart(parts, callId)?.state);
  if (states.includes('error') || states.includes('approval-requested')) return;
  changeParts(chat, id, seq, (parts) => callAs(parts, callId, streaming, 'input-complete'));
}

export function completeCalls(incoming: Pick<Incoming, 'chat' | 'seq'>): void {
  const memory = memoryOf(incoming.chat);
  for (const id of memory.active) {
    const streaming = memory.streaming.get(id);
    for (const [callId, call] of streaming?.calls ?? []) {
      if (streaming !== undefined && !call.isComplete)
        completeCall(incoming, { callId, id, streaming, call });
    }
  }
}

function outputOf(content: Json | undefined): Json {
  if (typeof content !== 'string') return content ?? null;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function errorIn(output: Json): string {
  if (isJsonObject(output) && typeof output['error'] === 'string') return output['error'];
  return typeof output === 'string' ? output : 'Tool execution failed';
}

export function takeResult({ chat, event, seq }: Incoming): void {
  const callId = textIn(event, 'toolCallId');
  const owner = ownerOfCall(chat, callId);
  if (owner === undefined) return;
  const { content } = event;
  const output = outputOf(content);
  const isError = fieldOf(event, 'state') === 'output-error';
  const state = isError ? 'error' : 'complete';
  for (const message of chat.messages) {
    const call = callPart(message.parts, callId);
    if (call === undefined) continue;
    changeMessage(chat, message.id, (each) =>
      each === message
        ? { ...each, parts: withCall(each.parts, { ...call, output, state }), lastSeq: seq }
        : each,
    );
  }
  changeParts(chat, owner, seq, (parts) =>
    withResult(parts, {
      type: 'tool-result',
      toolCallId: callId,
      content: content ?? null,
      ...(isError && { error: errorIn(output) }),
    }),
  );
}

function signed(metadata: Json | undefined, thoughtSignature: string): JsonObject {
  return { ...(isJsonObject(metadata) && metadata), thoughtSignature };
}

export function signCall({ chat, seq }: Pick<Incoming, 'chat' | 'seq'>, callId: string, value: string): void {
  for (const message of chat.messages) {
    if (callPart(message.parts, callId) === undefined) continue;
    changeMessage(chat, message.id, (each) => {
      if (each !== message) return each;
      const parts = each.parts.map((part) =>
        part.type === 'tool-call' && part.id === callId
          ? { ...part, metadata: signed(part.metadata, value) }
          : part,
      );
      return { ...each, parts, lastSeq: seq };
    });
  }
  for (const { calls } of memoryOf(chat).streaming.values()) {
    const call = calls.get(callId);
    if (call !== undefined) call.metadata = signed(call.metadata, value);
  }
}
