// Menus of a message and of the conversation.
import type { Message } from '@ag-ui/core';
import { textOfContent } from '@/lib/core/agui/content-part';
import { toMarkdown } from '@/lib/core/agui/conversation-markdown';
import { toOpenAiChat } from '@/lib/core/agui/openai-chat';
import { arrayText } from '@/lib/core/files/array-text';
import type { JsonObject } from '@/lib/core/json/json';
import type { MessageEntry, Thread } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { copyText, copyTexts } from '../app/notices';
import { TEXTS } from '../texts';
import type { MenuEntry } from '../ui/menu';
import { contentOf, jsonOf } from './message-json';

export interface MessageContext {
  readonly workspace: Workspace;
  readonly entry: MessageEntry;
}

function goTo({ workspace }: MessageContext, seq: number): void {
  workspace.current.value.session.cursor.goTo(seq);
}

function textOf(message: Message): string {
  return message.role === 'activity'
    ? JSON.stringify(message.content, undefined, 2)
    : textOfContent(contentOf(message));
}

export const messageEntries: readonly MenuEntry<MessageContext>[] = [
  {
    id: 'message-copy-text',
    label: () => TEXTS.messages.copyText,
    run: ({ workspace, entry }) => void copyText(workspace, textOf(entry.message)),
  },
  {
    id: 'message-copy-json',
    label: () => TEXTS.messages.copyJson,
    run: ({ workspace, entry }) => void copyText(workspace, JSON.stringify(entry.message, undefined, 2)),
  },
  {
    id: 'message-first',
    label: ({ entry }) => TEXTS.messages.toFirst(entry.firstSeq),
    isFirstOfGroup: true,
    run: (context) => goTo(context, context.entry.firstSeq),
  },
  {
    id: 'message-last',
    label: ({ entry }) => TEXTS.messages.toLast(entry.lastSeq),
    run: (context) => goTo(context, context.entry.lastSeq),
  },
];

export interface ConversationContext {
  readonly workspace: Workspace;
  readonly thread: Thread | undefined;
}

function* messagesOf({ thread }: ConversationContext): Iterable<JsonObject> {
  for (const { message } of thread?.messages ?? []) yield jsonOf(message);
}

function copies(
  id: keyof typeof TEXTS.messages.copies,
  write: (messages: Iterable<JsonObject>) => Iterable<string>,
): MenuEntry<ConversationContext> {
  return {
    id: `conversation-${id}`,
    label: () => TEXTS.messages.copies[id],
    run: (context) => void copyTexts(context.workspace, write(messagesOf(context))),
  };
}

export const conversationEntries: readonly MenuEntry<ConversationContext>[] = [
  copies('openai', (messages) => arrayText(toOpenAiChat(messages), 'indented')),
  copies('markdown', toMarkdown),
  copies('json', (messages) => arrayText(messages, 'indented')),
];
