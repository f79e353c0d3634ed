// The conversation in AG-UI's shape, as TanStack AI's client would send it: reasoning before its answer, results
// after it, each with an id derived by the client.
import type { Message } from '@ag-ui/core';
import type { Chat } from '@/lib/core/clients/tanstack/chat';
import type { CallPart, UiMessage, UiPart } from '@/lib/core/clients/tanstack/ui-message';
import { isJsonObject, type Json, type JsonObject, textOf } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import type { MessageEntry } from '@/lib/core/model/types';

/** The client's own short name of a text. */
function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

function textOfParts(parts: readonly UiPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.content;
      return part.type === 'structured-output' && part.status === 'complete' ? part.raw : '';
    })
    .join('');
}

function mediaIn(parts: readonly UiPart[]): Json | undefined {
  if (!parts.some(({ type }) => type === 'media')) return undefined;
  return parts.flatMap((part): Json[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.content }];
    return part.type === 'media' ? [part.value] : [];
  });
}

function signatureOf({ metadata }: CallPart): string | undefined {
  const value = isJsonObject(metadata) ? metadata['thoughtSignature'] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function callsIn(parts: readonly UiPart[]): Json[] {
  return parts.flatMap((part): Json[] => {
    if (part.type !== 'tool-call') return [];
    const { id, name, args } = part;
    const encryptedValue = signatureOf(part);
    return [
      {
        id,
        type: 'function',
        function: { name, arguments: args },
        ...(encryptedValue !== undefined && { encryptedValue }),
      },
    ];
  });
}

function contentText(content: Json): string {
  return typeof content === 'string' ? content : (textOf(content) ?? '');
}

function toolMessages({ parts }: UiMessage): Json[] {
  const answered = new Set(parts.flatMap((part) => (part.type === 'tool-result' ? part.toolCallId : [])));
  return parts.flatMap((part): Json[] => {
    if (part.type === 'tool-result') {
      const { id = `tool-${part.toolCallId}`, toolCallId, content, error } = part;
      return [
        {
          id,
          role: 'tool',
          toolCallId,
          content: contentText(content),
          ...(error !== undefined && { error }),
        },
      ];
    }
    if (part.type !== 'tool-call' || part.output === undefined || answered.has(part.id)) return [];
    return [{ id: `tool-${part.id}`, role: 'tool', toolCallId: part.id, content: contentText(part.output) }];
  });
}

function anchor({ id, role, parts, name }: UiMessage): Json {
  const base = { id, role, ...(name !== undefined && { name }) };
  if (role === 'user') return { ...base, content: mediaIn(parts) ?? textOfParts(parts) };
  const content = textOfParts(parts);
  if (role === 'system') return { ...base, content };
  const toolCalls = callsIn(parts);
  return { ...base, ...(content !== '' && { content }), ...(toolCalls.length > 0 && { toolCalls }) };
}

function reasoning({ id, parts }: UiMessage): Json[] {
  return parts.flatMap((part): Json[] => {
    if (part.type !== 'thinking') return [];
    const { content, signature } = part;
    const own = `${id}-reasoning-${hashOf(content)}`;
    return [
      { id: own, role: 'reasoning', content, ...(signature !== undefined && { encryptedValue: signature }) },
    ];
  });
}

function toMessages(message: UiMessage): readonly Json[] {
  const own = anchor(message);
  return message.role === 'assistant' ? [...reasoning(message), own, ...toolMessages(message)] : [own];
}

/** True if an own message equals a sent one; only ids of answers and questions are not derived. */
function isSent(own: Json, sent: JsonObject | undefined, role: UiMessage['role']): boolean {
  if (!isJsonObject(own) || sent === undefined) return false;
  const { metadata: _metadata, ...rest } = sent;
  return isEqualJson(own, own['role'] === role ? rest : { ...rest, id: own['id'] ?? null });
}

/**
 * Number of request messages, from a position on, made of this one; 0 for another message, or if more results follow.
 */
export function sentLength(ui: UiMessage, sent: readonly JsonObject[], from: number): number {
  const own = toMessages(ui);
  const isSame = own.every((message, at) => isSent(message, sent[from + at], ui.role));
  return isSame && sent[from + own.length]?.['role'] !== 'tool' ? own.length : 0;
}

interface MadeEntries {
  readonly threadId: string;
  readonly open: boolean;
  readonly entries: readonly MessageEntry[];
}

const made = new WeakMap<UiMessage, MadeEntries>();

/** The entries of one message: several for an answer with reasoning or tool results. Cached while unchanged. */
function entriesOfMessage(ui: UiMessage, threadId: string, open: boolean): readonly MessageEntry[] {
  const known = made.get(ui);
  if (known?.threadId === threadId && known.open === open) return known.entries;
  const { via, firstSeq, lastSeq } = ui;
  const entries = toMessages(ui).map((each): MessageEntry => {
    // Created in the shape of a message.
    const message = each as unknown as Message;
    return { message, threadId, via, firstSeq, lastSeq, open: open && message.role === ui.role };
  });
  made.set(ui, { threadId, open, entries });
  return entries;
}

/** Ids that occur twice get a number. */
function unique(id: string, used: Set<string>): string {
  let free = id;
  for (let count = 2; used.has(free); count++) free = `${id}-${count}`;
  used.add(free);
  return free;
}

export function uiMessageEntries({ messages, memory }: Chat, threadId: string): readonly MessageEntry[] {
  const used = new Set([...messages].map(({ id }) => id));
  return [...messages].flatMap((ui) =>
    entriesOfMessage(ui, threadId, memory.active.has(ui.id)).map((entry) => {
      const { message } = entry;
      // Only derived messages need ids of their own.
      if (message.role === ui.role) return entry;
      const id = unique(message.id, used);
      return id === message.id ? entry : { ...entry, message: { ...message, id } };
    }),
  );
}
