// Text messages, tool calls, reasoning and activities: nothing may be opened twice, continued without being open, or
// continued by another owner. An id is unique within its kind only.

import type { ClientDraft } from '@/lib/core/clients/client-node';
import { closed, isOpen, opened } from '@/lib/core/clients/open-set';
import { ownedBy, ownerName, tagError, tagOf } from '@/lib/core/clients/owners';
import type { Violation } from '@/lib/core/clients/verdict';
import type { Profile } from '@/lib/core/consumers/profile';
import { assigned, lookup } from '@/lib/core/json/id-map';
import { type JsonObject, stringIn } from '@/lib/core/json/json';

/** Checks one event against what a client remembers; updates the memory if it passes. */
export type VerifyCheck = (
  node: ClientDraft,
  event: JsonObject,
  context: { readonly profile: Profile },
) => Violation | undefined;

function verifiedId(event: JsonObject, key = 'messageId'): string {
  return stringIn(event, key) ?? String(event[key]);
}

export const startsText: VerifyCheck = (node, event) => {
  const id = verifiedId(event);
  if (isOpen(node.texts, id)) {
    return {
      check: 'text-already-open',
      text: `Cannot send 'TEXT_MESSAGE_START' event: A text message with ID '${id}' is already in progress. Complete it with 'TEXT_MESSAGE_END' first.`,
    };
  }
  const owned = lookup(node.messageOwners, id);
  const error = tagError(event, owned, 'message', id);
  if (error !== undefined) return error;
  node.texts = opened(node.texts, id, ++node.order);
  if (owned === undefined) node.messageOwners = assigned(node.messageOwners, id, ownedBy(tagOf(event)));
  return undefined;
};

const TEXT_HINT: Readonly<Record<string, string>> = {
  TEXT_MESSAGE_CONTENT: "Start a text message with 'TEXT_MESSAGE_START' first.",
  TEXT_MESSAGE_END: "A 'TEXT_MESSAGE_START' event must be sent first.",
};

export const continuesText: VerifyCheck = (node, event) => {
  const id = verifiedId(event);
  const type = String(event['type']);
  if (!isOpen(node.texts, id)) {
    return {
      check: 'text-not-open',
      text: `Cannot send '${type}' event: No active text message found with ID '${id}'. ${TEXT_HINT[type]}`,
    };
  }
  if (event['subagentRunId'] !== undefined) {
    const error = tagError(event, lookup(node.messageOwners, id), 'message', id);
    if (error !== undefined) return error;
  }
  if (type === 'TEXT_MESSAGE_END') node.texts = closed(node.texts, id);
  return undefined;
};

export const startsCall: VerifyCheck = (node, event) => {
  const id = verifiedId(event, 'toolCallId');
  if (isOpen(node.calls, id)) {
    return {
      check: 'tool-call-already-open',
      text: `Cannot send 'TOOL_CALL_START' event: A tool call with ID '${id}' is already in progress. Complete it with 'TOOL_CALL_END' first.`,
    };
  }
  const parentId = stringIn(event, 'parentMessageId');
  const parent = parentId === undefined ? undefined : lookup(node.messageOwners, parentId);
  const tag = tagOf(event);
  const belongs = 'A tool call belongs to the message that carries it.';
  if (parent !== undefined && tag !== undefined && tag !== parent.tag) {
    return {
      check: 'subagent-mismatch',
      text: `Cannot send 'TOOL_CALL_START': subagentRunId '${tag}' does not match its parent message '${parentId}' owner '${ownerName(parent)}'. ${belongs}`,
    };
  }
  const owned = lookup(node.callOwners, id);
  const error = tagError(event, owned, 'tool call', id);
  if (error !== undefined) return error;
  if (owned !== undefined && tag === undefined && parent !== undefined && parent.tag !== owned.tag) {
    return {
      check: 'subagent-mismatch',
      text: `Cannot send 'TOOL_CALL_START': tool call '${id}' is owned by '${ownerName(owned)}' but its parent message '${parentId}' is owned by '${ownerName(parent)}'. ${belongs}`,
    };
  }
  node.calls = opened(node.calls, id, ++node.order);
  if (owned === undefined) {
    const inherited = tag === undefined ? parent : undefined;
    node.callOwners = assigned(node.callOwners, id, inherited ?? ownedBy(tag));
  }
  return undefined;
};

const CALL_HINT: Readonly<Record<string, string>> = {
  TOOL_CALL_ARGS: "Start a tool call with 'TOOL_CALL_START' first.",
  TOOL_CALL_END: "A 'TOOL_CALL_START' event must be sent first.",
};

export const continuesCall: VerifyCheck = (node, event) => {
  const id = verifiedId(event, 'toolCallId');
  const type = String(event['type']);
  if (!isOpen(node.calls, id)) {
    return {
      check: 'tool-call-not-open',
      text: `Cannot send '${type}' event: No active tool call found with ID '${id}'. ${CALL_HINT[type]}`,
    };
  }
  const error = tagError(event, lookup(node.callOwners, id), 'tool call', id);
  if (error !== undefined) return error;
  if (type === 'TOOL_CALL_END') node.calls = closed(node.calls, id);
  return undefined;
};

/** TOOL_CALL_RESULT: its message belongs to the sender, even if the id was known. */
export const answersCall: VerifyCheck = (node, event) => {
  const id = stringIn(event, 'messageId');
  if (id !== undefined) node.messageOwners = assigned(node.messageOwners, id, ownedBy(tagOf(event)));
  return undefined;
};

function isSpan(event: JsonObject): boolean {
  return event['type'] === 'REASONING_START' || event['type'] === 'REASONING_END';
}

/** REASONING_START and REASONING_MESSAGE_START: two kinds of entity with shared owners. */
export const startsReasoning: VerifyCheck = (node, event, { profile }) => {
  const id = verifiedId(event);
  const span = isSpan(event);
  const set = span ? node.spans : node.reasonings;
  if (profile.verifiesReasoning && isOpen(set, id)) {
    const [kind, end] = span ? ['span', 'REASONING_END'] : ['message', 'REASONING_MESSAGE_END'];
    return {
      check: 'reasoning-already-open',
      text: `Cannot send '${String(event['type'])}' event: A reasoning ${kind} with ID '${id}' is already in progress. Complete it with '${end}' first.`,
    };
  }
  const owned = lookup(node.reasoningOwners, id);
  const error = tagError(event, owned, 'reasoning message', id);
  if (error !== undefined) return error;
  if (profile.verifiesReasoning) {
    const next = opened(set, id, ++node.order);
    if (span) node.spans = next;
    else node.reasonings = next;
  }
  if (owned === undefined) {
    node.reasoningOwners = assigned(node.reasoningOwners, id, ownedBy(tagOf(event)));
  }
  return undefined;
};

export const continuesReasoning: VerifyCheck = (node, event, { profile }) => {
  const id = verifiedId(event);
  const span = isSpan(event);
  const set = span ? node.spans : node.reasonings;
  const type = String(event['type']);
  if (profile.verifiesReasoning && !isOpen(set, id)) {
    const text = span
      ? `Cannot send 'REASONING_END' event: No active reasoning span found with ID '${id}'. A 'REASONING_START' event must be sent first.`
      : `Cannot send '${type}' event: No active reasoning message found with ID '${id}'. Start a reasoning message with 'REASONING_MESSAGE_START' first.`;
    return { check: 'reasoning-not-open', text };
  }
  const error = tagError(event, lookup(node.reasoningOwners, id), 'reasoning message', id);
  if (error !== undefined) return error;
  if (!profile.verifiesReasoning) return undefined;
  if (span) node.spans = closed(set, id);
  else if (type === 'REASONING_MESSAGE_END') node.reasonings = closed(set, id);
  return undefined;
};

/** REASONING_ENCRYPTED_VALUE: opens and closes nothing; its subtype determines the owner. */
export const encrypts: VerifyCheck = (node, event) => {
  const id = verifiedId(event, 'entityId');
  switch (event['subtype']) {
    case 'tool-call':
      return tagError(event, lookup(node.callOwners, id), 'tool call', id);
    case 'message': {
      const owned = lookup(node.messageOwners, id) ?? lookup(node.reasoningOwners, id);
      return tagError(event, owned, 'message', id);
    }
    default:
      return tagError(event, lookup(node.reasoningOwners, id), 'reasoning message', id);
  }
};

/** ACTIVITY_SNAPSHOT: a replaced activity gets a new owner. */
export const snapshotsActivity: VerifyCheck = (node, event) => {
  const id = verifiedId(event);
  if (event['replace'] === false && lookup(node.activityOwners, id) !== undefined) return undefined;
  node.activityOwners = assigned(node.activityOwners, id, ownedBy(tagOf(event)));
  return undefined;
};

export const patchesActivity: VerifyCheck = (node, event) => {
  const id = verifiedId(event);
  return tagError(event, lookup(node.activityOwners, id), 'activity', id);
};

const NO_THINKING_STEP = "A thinking step is not in progress. Create one with 'THINKING_START' first.";

/** The client's text for a step or message that is already open at its start, or is not open later. */
const THINKING_TEXTS: Readonly<Record<string, string>> = {
  THINKING_START: "A thinking step is already in progress. End it with 'THINKING_END' first.",
  THINKING_END: "No active thinking step found. A 'THINKING_START' event must be sent first.",
  THINKING_TEXT_MESSAGE_START:
    "A thinking message is already in progress. Complete it with 'THINKING_TEXT_MESSAGE_END' first.",
  THINKING_TEXT_MESSAGE_CONTENT:
    "No active thinking message found. Start a message with 'THINKING_TEXT_MESSAGE_START' first.",
  THINKING_TEXT_MESSAGE_END:
    "No active thinking message found. A 'THINKING_TEXT_MESSAGE_START' event must be sent first.",
};

/** THINKING_* in client 0.0.59, which verifies them as they are; 1.0 translates them beforehand. */
const ordersThinking: VerifyCheck = (node, event) => {
  const type = String(event['type']);
  const flag = type.startsWith('THINKING_TEXT_MESSAGE') ? 'isThinkingMessage' : 'isThinking';
  const isStart = type.endsWith('_START');
  const isOutside = type === 'THINKING_TEXT_MESSAGE_START' && !node.isThinking;
  if (isOutside || node[flag] === isStart) {
    const text = `Cannot send '${type}' event: ${isOutside ? NO_THINKING_STEP : THINKING_TEXTS[type]}`;
    return { check: 'thinking-order', text };
  }
  if (!type.endsWith('_CONTENT')) node[flag] = isStart;
  return undefined;
};

export const THINKING_CHECKS = Object.keys(THINKING_TEXTS).map((type) => [type, ordersThinking] as const);
