// The messages of a thread: found by id, changed by copying, inserted in place. Maintains all indexes.
import type { AssistantMessage, Message, ToolCall } from '@ag-ui/core';
import { assigned, lookup } from '@/lib/core/json/id-map';
import { type ChunkedList, emptyList, inserted, pushed, replaced } from '@/lib/core/json/list';
import { type Draft, draftOf, type Owner } from '@/lib/core/json/owner';
import type {
  CallPosition,
  KeptPosition,
  MessageNode,
  ThreadDraft,
  ThreadNode,
} from '@/lib/core/model/nodes';

/** Gap between the order numbers of neighbors, leaving room for later insertions. */
const STEP = 4096;

interface MessageArrival {
  readonly via: MessageNode['via'];
  readonly seq: number;
  readonly open?: boolean;
}

export interface FoundMessage {
  readonly index: number;
  readonly node: MessageNode;
}

function atOrder(list: ChunkedList<MessageNode>, order: number): FoundMessage | undefined {
  let low = 0;
  let high = list.chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list.chunks[middle]?.[0]?.order ?? 0) <= order) low = middle;
    else high = middle - 1;
  }
  const chunk = list.chunks[low] ?? [];
  const start = list.starts[low] ?? 0;
  let from = 0;
  let to = chunk.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((chunk[middle]?.order ?? 0) <= order) from = middle;
    else to = middle - 1;
  }
  const node = chunk[from];
  return node?.order === order ? { index: start + from, node } : undefined;
}

export function findMessage(thread: ThreadNode, id: string): FoundMessage | undefined {
  const order = lookup(thread.ids, id);
  return order === undefined ? undefined : atOrder(thread.messages, order);
}

function positionOf(kept: KeptPosition): CallPosition {
  return typeof kept === 'number' ? { order: kept, index: 0 } : kept;
}

/** The first message that contains a tool call, and the call's index in it. */
export function findCall(
  thread: ThreadNode,
  toolCallId: string,
): (FoundMessage & { readonly call: number }) | undefined {
  const kept = lookup(thread.callPositions, toolCallId);
  if (kept === undefined) return undefined;
  const position = positionOf(kept);
  const found = atOrder(thread.messages, position.order);
  return found === undefined ? undefined : { index: found.index, node: found.node, call: position.index };
}

/** With more tool messages than this, the position for the next result is remembered. */
const LOOKED_AT = 32;

/** The index after the tool messages that follow a message. All insertions into a list are there, or rebuild it. */
export function indexAfterResults(thread: ThreadDraft, { index: at, node }: FoundMessage): number {
  const { messages } = thread;
  const known = lookup(thread.answers, String(node.order));
  const late = known === undefined ? undefined : atOrder(messages, known)?.index;
  const from = (late ?? at) + 1;
  let behind = from;
  while (behind < messages.length && messages.at(behind)?.message.role === 'tool') behind++;
  const last = messages.at(behind - 1);
  if (behind - from > LOOKED_AT && last !== undefined)
    thread.answers = assigned(thread.answers, String(node.order), last.order);
  return behind;
}

export function toNode(
  message: Message,
  order: number,
  threadId: string,
  { via, seq, open }: MessageArrival,
): MessageNode {
  const tag = message.subagentRunId;
  const node = { message, threadId, via, firstSeq: seq, lastSeq: seq, open: open ?? false, order };
  // No spread, which takes more memory: nearly every message has no tag.
  return tag === undefined ? node : { ...node, subagentRunId: tag };
}

function callsOf(message: Message): readonly ToolCall[] {
  // Not limited to assistant messages: a request may have calls in messages of any role.
  const calls = (message as AssistantMessage).toolCalls;
  return Array.isArray(calls) ? calls : [];
}

function index(thread: ThreadDraft, { message, order }: MessageNode): void {
  const known = lookup(thread.ids, message.id);
  if (known === undefined || order < known) thread.ids = assigned(thread.ids, message.id, order);
  for (const [at, call] of callsOf(message).entries()) {
    indexCall(thread, call.id, { order, index: at });
  }
}

function indexCall(thread: ThreadDraft, id: string, position: CallPosition): void {
  const kept = lookup(thread.callPositions, id);
  const known = kept === undefined ? undefined : positionOf(kept);
  const isFirst =
    known === undefined ||
    position.order < known.order ||
    (position.order === known.order && position.index < known.index);
  if (!isFirst) return;
  thread.callPositions = assigned(thread.callPositions, id, position.index === 0 ? position.order : position);
}

export function appendMessage(
  thread: ThreadDraft,
  message: Message,
  arrival: MessageArrival,
  owner: Owner,
): void {
  const last = thread.messages.at(-1);
  const node = toNode(message, (last?.order ?? 0) + STEP, thread.threadId, arrival);
  thread.messages = pushed(thread.messages, owner.add(node), owner);
  index(thread, node);
}

export function insertMessage(
  thread: ThreadDraft,
  at: number,
  { message, arrival }: { readonly message: Message; readonly arrival: MessageArrival },
  owner: Owner,
): void {
  if (at >= thread.messages.length) {
    appendMessage(thread, message, arrival, owner);
    return;
  }
  const order = orderBetween(thread, at);
  if (order === undefined) {
    // No room between the two neighbors: renumber, then retry.
    rebuild(thread, [...thread.messages], owner);
    insertMessage(thread, at, { message, arrival }, owner);
    return;
  }
  const node = toNode(message, order, thread.threadId, arrival);
  thread.messages = inserted(thread.messages, at, owner.add(node), owner);
  index(thread, node);
}

function orderBetween(thread: ThreadNode, at: number): number | undefined {
  const before = at === 0 ? 0 : (thread.messages.at(at - 1)?.order ?? 0);
  const after = thread.messages.at(at)?.order ?? 0;
  // Insertions often repeat at the same position, so use little of the room each time.
  const order = after - before > 2 ? before + 1 : (before + after) / 2;
  return order > before && order < after ? order : undefined;
}

/** Rebuilds the thread's list and indexes from nodes in order. A node that keeps its position is reused. */
export function rebuild(thread: ThreadDraft, nodes: readonly MessageNode[], owner: Owner): void {
  thread.messages = emptyList();
  thread.ids = undefined;
  thread.callPositions = undefined;
  thread.answers = undefined;
  let order = 0;
  for (const node of nodes) {
    order += STEP;
    const numbered = node.order === order ? node : owner.add({ ...node, order });
    thread.messages = pushed(thread.messages, numbered, owner);
    index(thread, numbered);
  }
}

/** Replaces the message at an index with another that has the same id. */
export function replaceMessage(
  thread: ThreadDraft,
  { index: at, node }: FoundMessage,
  { message, arrival }: { readonly message: Message; readonly arrival: MessageArrival },
  owner: Owner,
): void {
  const { firstSeq } = node;
  const next = { ...toNode(message, node.order, thread.threadId, arrival), firstSeq };
  thread.messages = replaced(thread.messages, at, owner.add(next), owner);
  thread.answers = undefined;
  if (callsOf(node.message).length > 0) rebuild(thread, [...thread.messages], owner);
  else index(thread, next);
}

/** Drafts of a message's node and of the message, marked as changed by `seq`. */
export function editMessage(
  thread: ThreadDraft,
  { index: at, node }: FoundMessage,
  seq: number,
  owner: Owner,
): { readonly node: Draft<MessageNode>; readonly message: Draft<Message> } {
  const draft = draftOf(owner, node);
  if (draft !== node) thread.messages = replaced(thread.messages, at, draft, owner);
  const old = draft.message;
  const message: Draft<Message> = draftOf(owner, old);
  draft.message = message;
  draft.lastSeq = seq;
  if (thread.hasSharedMessages && message !== old) replaceShared(thread, old, message, owner);
  return { node: draft, message };
}

function replaceShared(thread: ThreadDraft, old: Message, message: Message, owner: Owner): void {
  for (const [at, node] of [...thread.messages].entries()) {
    if (node.message !== old) continue;
    thread.messages = replaced(thread.messages, at, owner.add({ ...node, message }), owner);
  }
}

/** Gives the message its own copy, apart from its other positions: the stock client replaces it in one position only. */
export function unshare(
  thread: ThreadDraft,
  node: Draft<MessageNode>,
  message: Draft<Message>,
  owner: Owner,
): Draft<Message> {
  if (!thread.hasSharedMessages) return message;
  const alone: Draft<Message> = owner.add({ ...message });
  if (alone.metadata !== undefined) alone.metadata = { ...alone.metadata };
  node.message = alone;
  return alone;
}

/** The draft of a message as one that holds tool calls. */
function holderOf(message: Draft<Message>): Draft<AssistantMessage> {
  // Callers pass the message in which they found the call, or the assistant message that is to hold it.
  return message as Draft<AssistantMessage>;
}

export function editCallIn(message: Draft<Message>, at: number, owner: Owner): Draft<ToolCall> | undefined {
  const assistant = holderOf(message);
  const calls = assistant.toolCalls ?? [];
  const call = calls[at];
  if (call === undefined) return undefined;
  const list = owner.has(calls) ? calls : owner.add([...calls]);
  const draft: Draft<ToolCall> = draftOf(owner, call);
  draft.function = draftOf(owner, draft.function);
  list[at] = draft;
  assistant.toolCalls = list;
  return draft;
}

/** Up to this number, a message's calls are stored without spare capacity. */
const FEW = 8;

export function pushCall(
  thread: ThreadDraft,
  found: FoundMessage,
  call: ToolCall,
  context: { seq: number; owner: Owner },
): void {
  const { seq, owner } = context;
  const { node, message } = editMessage(thread, found, seq, owner);
  const assistant = holderOf(message);
  const calls = assistant.toolCalls ?? [];
  const index = calls.length;
  // Nearly every message has one call; a growing array reserves room for sixteen more.
  if (index < FEW) assistant.toolCalls = calls.concat([call]);
  else {
    assistant.toolCalls = owner.has(calls) ? calls : owner.add([...calls]);
    assistant.toolCalls.push(call);
  }
  indexCall(thread, call.id, { order: node.order, index });
}
