// The messages of a run request. Known clients send all messages except activities, so missing ones were removed.
// Other clients may send only new messages, which are appended.
import type { Message } from '@ag-ui/core';
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringIn } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { memberOf } from '@/lib/core/json/pointer';
import { grouped } from '@/lib/core/json/sorted';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { appendMessage, findMessage, rebuild, toNode } from '@/lib/core/model/conversation';
import { asJson, type MessageNode, type ThreadDraft, type ThreadNode } from '@/lib/core/model/nodes';
import { noteMessageCalls } from '@/lib/core/model/reducers/tool-call';
import type { RequestNote } from '@/lib/core/model/types';

type MessageDiff = Pick<
  RequestNote,
  'isFull' | 'repeated' | 'newIds' | 'changedIds' | 'droppedIds' | 'movedIds'
>;

/** Messages of a request are older than its run. */
const HISTORY = { via: 'request', run: -1 } as const;

function isMessage(value: unknown): value is Message & JsonObject {
  return isJsonObject(value) && typeof value['id'] === 'string' && typeof value['role'] === 'string';
}

function isCall(value: Json): boolean {
  const called = memberOf(value, 'function');
  const texts = [stringIn(value, 'id'), stringIn(called, 'name'), stringIn(called, 'arguments')];
  return !texts.includes(undefined);
}

/** A message with only its valid calls: requests are not validated by a schema. */
function readable(message: Message & JsonObject): Message {
  const { toolCalls, ...rest } = message as JsonObject;
  if (toolCalls === undefined) return message;
  if (!isJsonArray(toolCalls)) return rest as unknown as Message;
  const calls = toolCalls.filter(isCall);
  return calls.length === toolCalls.length ? message : ({ ...rest, toolCalls: calls } as unknown as Message);
}

export function messagesIn(sent: Json | undefined): readonly Message[] {
  return isJsonArray(sent) ? sent.filter(isMessage).map(readable) : [];
}

/** Applies a request's messages to the thread. A connect asks for a replay on top of exactly these. */
export function takeMessages(
  context: ReducerContext,
  messages: readonly Message[],
  { isNewDocument, isReplay }: { readonly isNewDocument: boolean; readonly isReplay: boolean },
): MessageDiff {
  const thread = threadOf(context);
  // Known clients send all messages.
  const sendsAll = context.model.readers(context.stream).profile !== undefined;
  const isFull =
    isNewDocument ||
    isReplay ||
    sendsAll ||
    messages.some(({ id }) => findMessage(thread, id)?.node !== undefined);
  if (!isFull) return appendAll(context, thread, messages);
  return replaceAll(context, thread, messages, !isNewDocument && keepsActivities(thread, messages, isReplay));
}

/** An app without messages has no activities, either; an app that asks for a replay has nothing. */
function keepsActivities(thread: ThreadNode, messages: readonly Message[], isReplay: boolean): boolean {
  if (messages.length > 0) return true;
  return !isReplay && [...thread.messages].every(({ message }) => message.role === 'activity');
}

export function addUnknownMessages(context: ReducerContext, messages: readonly Message[]): void {
  const thread = threadOf(context);
  for (const message of messages) {
    if (findMessage(thread, message.id) === undefined) appendAll(context, thread, [message]);
  }
}

function appendAll(context: ReducerContext, thread: ThreadDraft, messages: readonly Message[]): MessageDiff {
  const arrival = { via: 'request', seq: context.seq } as const;
  for (const message of messages) {
    appendMessage(thread, message, arrival, context.model.owner);
    noteMessageCalls(context, thread, message, HISTORY);
  }
  const newIds = messages.map(({ id }) => id);
  return { isFull: false, repeated: 0, newIds, changedIds: [], droppedIds: [], movedIds: [] };
}

function replaceAll(
  context: ReducerContext,
  thread: ThreadDraft,
  messages: readonly Message[],
  keepsActivities: boolean,
): MessageDiff {
  const { model, seq } = context;
  const newIds: string[] = [];
  const changedIds: string[] = [];
  const fresh: Message[] = [];
  const left = nodesById(thread);
  let last = 0;
  const nodes = messages.map((message): MessageNode => {
    const known = takeKnown(left.get(message.id), message, last);
    last = known?.order ?? last;
    if (known !== undefined && isEqualJson(asJson(known.message), asJson(message))) return known;
    fresh.push(message);
    (known === undefined ? newIds : changedIds).push(message.id);
    const made = toNode(message, 0, thread.threadId, { via: 'request', seq });
    return known === undefined ? made : { ...made, firstSeq: known.firstSeq, order: known.order };
  });
  const droppedIds = [...left.values()].flatMap((rest) => rest.map(({ message }) => message.id));
  const repeated = messages.length - fresh.length;
  const placed = keepsActivities ? withActivities(thread, nodes) : nodes;
  rebuildFrom(thread, placed, context);
  for (const message of fresh) noteMessageCalls(context, thread, message, HISTORY);
  model.current = context.node.thread;
  return { isFull: true, repeated, newIds, changedIds, droppedIds, movedIds: movedIn(nodes) };
}

/** Among several messages with the id, one that equals the sent one, preferably after the previous message. */
function takeKnown(nodes: MessageNode[] | undefined, sent: Message, last: number): MessageNode | undefined {
  if (nodes === undefined || nodes.length < 2) return nodes?.shift();
  const isSame = ({ message }: MessageNode) => isEqualJson(asJson(message), asJson(sent));
  const places = [
    nodes.findIndex((node) => node.order > last && isSame(node)),
    nodes.findIndex(isSame),
    nodes.findIndex(({ message }) => message.role === sent.role),
    0,
  ];
  return nodes.splice(places.find((place) => place !== -1) ?? 0, 1)[0];
}

/** Ids of known messages that moved before one they followed. */
function movedIn(nodes: readonly MessageNode[]): readonly string[] {
  const moved: string[] = [];
  let newest = 0;
  for (const { order, message } of nodes) {
    // New messages have no order.
    if (order === 0) continue;
    if (order < newest) moved.push(message.id);
    newest = Math.max(newest, order);
  }
  return moved;
}

/** Messages of the thread by id, without activities, which requests do not contain. */
function nodesById(thread: ThreadNode): Map<string, MessageNode[]> {
  const sent = [...thread.messages].filter(({ message }) => message.role !== 'activity');
  return grouped(sent, ({ message }) => message.id);
}

/** The messages, with the thread's activities after the messages that they followed. */
function withActivities(thread: ThreadNode, nodes: readonly MessageNode[]): readonly MessageNode[] {
  const behind = new Map<number, MessageNode[]>();
  const orders = new Set(nodes.map(({ order }) => order));
  let anchor = 0;
  let count = 0;
  for (const node of thread.messages) {
    if (node.message.role !== 'activity') {
      if (orders.has(node.order)) anchor = node.order;
      continue;
    }
    count++;
    const list = behind.get(anchor);
    if (list === undefined) behind.set(anchor, [node]);
    else list.push(node);
  }
  if (count === 0) return nodes;
  const placed = [...(behind.get(0) ?? [])];
  for (const node of nodes) {
    placed.push(node);
    if (node.order !== 0) for (const own of behind.get(node.order) ?? []) placed.push(own);
  }
  return placed;
}

/** Rebuilds the thread's list, or appends if everything else is unchanged. */
function rebuildFrom(
  thread: ThreadDraft,
  nodes: readonly MessageNode[],
  { model, seq }: ReducerContext,
): void {
  let same = 0;
  for (const node of thread.messages) {
    if (nodes[same] !== node) break;
    same++;
  }
  if (same < thread.messages.length) {
    rebuild(thread, nodes, model.owner);
    return;
  }
  for (const { message } of nodes.slice(same)) {
    appendMessage(thread, message, { via: 'request', seq }, model.owner);
  }
}
