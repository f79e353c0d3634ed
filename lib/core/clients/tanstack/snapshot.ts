// Converts messages of a snapshot like TanStack AI's client: reasoning is merged into the answer after it, results
// into the message of their call, and fields of a call that a snapshot cannot express are kept.

import { MEDIA } from '@/lib/core/agui/spelling';
import { type Chat, forgetStream, setMessages } from '@/lib/core/clients/tanstack/chat';
import { extraIn, type HandlerOutcome, type Incoming } from '@/lib/core/clients/tanstack/streaming';
import {
  type CallPart,
  callPart,
  type ResultPart,
  type UiMessage,
  type UiPart,
  type UiRole,
} from '@/lib/core/clients/tanstack/ui-message';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
  stringOrEmpty,
} from '@/lib/core/json/json';

interface UiArrival {
  readonly via: UiMessage['via'];
  readonly seq: number;
}

function textParts(content: Json | undefined): readonly UiPart[] {
  return typeof content === 'string' && content !== '' ? [{ type: 'text', content }] : [];
}

function mediaParts(content: Json | undefined): readonly UiPart[] {
  if (!isJsonArray(content)) return textParts(content);
  return content.flatMap((part): readonly UiPart[] => {
    if (!isJsonObject(part) || part['type'] === 'binary') return [];
    if (MEDIA.has(part['type'])) return [{ type: 'media', value: part }];
    if (part['type'] !== 'text') return [{ type: 'unsent' }];
    return [{ type: 'text', content: stringOrEmpty(part['text'] ?? part['content']) }];
  });
}

function callParts(message: JsonObject): readonly CallPart[] {
  const { toolCalls } = message;
  const metadata = extraIn(message, 'toolCallMetadata');
  if (!isJsonArray(toolCalls)) return [];
  return toolCalls.flatMap((call): readonly CallPart[] => {
    const called = isJsonObject(call) ? call['function'] : undefined;
    if (!isJsonObject(call) || !isJsonObject(called)) return [];
    const id = stringOrEmpty(call['id']);
    const own = isJsonObject(metadata) ? metadata[id] : call['metadata'];
    return [
      {
        type: 'tool-call',
        id,
        name: stringOrEmpty(called['name']),
        args: stringOrEmpty(called['arguments']),
        state: 'input-complete',
        ...(own !== undefined && { metadata: own }),
      },
    ];
  });
}

function assistantParts(message: JsonObject): readonly UiPart[] {
  const { content } = message;
  const structured = extraIn(message, 'structuredOutput');
  const raw = isJsonObject(structured) ? structured['raw'] : undefined;
  const status = isJsonObject(structured) ? structured['status'] : undefined;
  const calls = callParts(message);
  if (typeof raw !== 'string' || (status !== 'streaming' && status !== 'complete' && status !== 'error'))
    return [...mediaParts(content), ...calls];
  const text = stringOrEmpty(content);
  const plain = raw !== '' && text.endsWith(raw) ? text.slice(0, -raw.length) : text;
  return [...textParts(plain), { type: 'structured-output', status, raw }, ...calls];
}

function resultPart(message: JsonObject): ResultPart {
  const { error, id, content } = message;
  const owned = extraIn(message, 'toolResult');
  const own = isJsonObject(owned) ? owned['id'] : id;
  const text = typeof content === 'string' || isJsonArray(content) ? content : '';
  return {
    type: 'tool-result',
    toolCallId: stringOrEmpty(message['toolCallId']),
    content: isJsonObject(owned) && isJsonArray(owned['content']) ? owned['content'] : text,
    ...(typeof error === 'string' && { error }),
    ...(typeof own === 'string' && { id: own }),
  };
}

/** Empty reasoning in a snapshot is ignored; a request repeats the client's own, even if empty. */
function thinkingParts(message: JsonObject, via: UiMessage['via']): readonly UiPart[] {
  const content = stringOrEmpty(message['content']);
  const signature = stringOrEmpty(message['encryptedValue']) || stringOrEmpty(extraIn(message, 'signature'));
  if (via !== 'request' && content === '' && signature === '') return [];
  return [{ type: 'thinking', content, ...(signature !== '' && { signature }) }];
}

function partsOf(message: JsonObject, via: UiMessage['via']): readonly [UiRole, readonly UiPart[]] {
  switch (message['role']) {
    case 'user':
      return ['user', mediaParts(message['content'])];
    case 'system':
    case 'developer':
      return ['system', textParts(message['content'])];
    case 'assistant':
      return ['assistant', assistantParts(message)];
    case 'tool':
      return ['assistant', [resultPart(message)]];
    case 'reasoning':
      return ['assistant', thinkingParts(message, via)];
    default:
      return ['assistant', []];
  }
}

function toUi(message: JsonObject, { via, seq }: UiArrival): UiMessage {
  const [role, parts] = partsOf(message, via);
  const { id, name } = message;
  return {
    id: stringOrEmpty(id),
    role,
    parts,
    via,
    firstSeq: seq,
    lastSeq: seq,
    ...(typeof name === 'string' && { name }),
  };
}

function isOnlyResult({ role, parts }: UiMessage): boolean {
  return role === 'assistant' && parts.length > 0 && parts.every(({ type }) => type === 'tool-result');
}

/** Messages with nothing but reasoning become the first parts of the next answer. */
function joinReasoning(messages: readonly UiMessage[]): readonly UiMessage[] {
  const joined: UiMessage[] = [];
  let waiting: UiMessage[] = [];
  for (const message of messages) {
    const { role, parts } = message;
    if (role === 'assistant' && parts.length > 0 && parts.every(({ type }) => type === 'thinking')) {
      waiting.push(message);
      continue;
    }
    if (role === 'assistant' && waiting.length > 0 && !isOnlyResult(message)) {
      joined.push({ ...message, parts: [...waiting.flatMap((each) => each.parts), ...parts] });
    } else joined.push(...waiting, message);
    waiting = [];
  }
  return [...joined, ...waiting];
}

/** Results become parts of the message of their call; a missing call is kept. */
function joinResults(
  messages: readonly UiMessage[],
  before: ReadonlyMap<string, CallPart>,
): readonly UiMessage[] {
  const joined: UiMessage[] = [];
  const called = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? part.id : []))),
  );
  for (const message of messages) {
    const [result] = message.parts;
    if (!isOnlyResult(message) || message.parts.length !== 1 || result?.type !== 'tool-result') {
      joined.push(message);
      continue;
    }
    const { toolCallId } = result;
    const withCall = joined.findLastIndex(({ parts }) => callPart(parts, toolCallId) !== undefined);
    const isAnchor = ({ role, parts }: UiMessage) =>
      role === 'assistant' && !(parts.length === 1 && parts[0]?.type === 'tool-result');
    const at = withCall >= 0 ? withCall : joined.findLastIndex(isAnchor);
    const anchor = joined[at];
    if (anchor === undefined) {
      joined.push(message);
      continue;
    }
    const isThere = called.has(toolCallId) || callPart(anchor.parts, toolCallId) !== undefined;
    const kept = isThere ? undefined : before.get(toolCallId);
    if (kept !== undefined) called.add(kept.id);
    joined[at] = { ...anchor, parts: [...anchor.parts, ...(kept === undefined ? [] : [kept]), result] };
  }
  return joined;
}

const POORER: ReadonlySet<CallPart['state']> = new Set(['input-complete', 'streaming']);

/** Completes a call with its state before the snapshot, or with a result. */
function completed(call: CallPart, before: CallPart | undefined, result: ResultPart | undefined): CallPart {
  const isRicher = before?.output !== undefined || before?.state === 'complete' || before?.state === 'error';
  const { output, metadata } = before ?? {};
  const next =
    before !== undefined && isRicher && (call.output === undefined || POORER.has(call.state))
      ? {
          ...call,
          state: before.state,
          ...(output !== undefined && { output }),
          ...(metadata !== undefined && { metadata }),
        }
      : call;
  if (result === undefined || next.output !== undefined) return next;
  return { ...next, output: result.content, state: result.error === undefined ? 'complete' : 'error' };
}

export function uiMessages(chat: Chat, sent: Json | undefined, arrival: UiArrival): readonly UiMessage[] {
  const before = new Map<string, CallPart>();
  for (const { parts } of chat.messages) {
    for (const part of parts) if (part.type === 'tool-call') before.set(part.id, part);
  }
  const made = objectsIn(sent).map((message) => toUi(message, arrival));
  // A request contains all calls of the client.
  const joined = joinResults(joinReasoning(made), arrival.via === 'request' ? new Map() : before);
  const results = new Map<string, ResultPart>();
  for (const { parts } of joined) {
    for (const part of parts) if (part.type === 'tool-result') results.set(part.toolCallId, part);
  }
  return joined.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool-call' ? completed(part, before.get(part.id), results.get(part.id)) : part,
    ),
  }));
}

/** Applies a snapshot: it replaces the conversation and resets the stream's memory. */
export function takeSnapshot({ chat, event, seq }: Incoming): HandlerOutcome {
  const { messages } = event;
  forgetStream(chat);
  if (!isJsonArray(messages) || !messages.every((each) => typeof each === 'object' && each !== null))
    return 'throws';
  setMessages(chat, uiMessages(chat, messages, { via: 'snapshot', seq }));
  return undefined;
}
