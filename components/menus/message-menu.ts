// Menus of a message and of the conversation.
import type { Message } from '@ag-ui/core';
import { textOfContent } from '@/lib/core/agui/content-part';
import { toMarkdown } from '@/lib/core/agui/conversation-markdown';
import { toOpenAiChat } from '@/lib/core/agui/to-openai-chat';
import { arrayText } from '@/lib/core/files/array-text';
import type { JsonObject } from '@/lib/core/json/json';
import { pageKeysOf } from '@/lib/core/model/queries/page-text';
import type { MessageEntry, Thread } from '@/lib/core/model/types';
import type { Workspace } from '@/lib/panel/workspace';
import { copyTexts, notify } from '../app/notices';
import { runsFrom, startAt } from '../composer/run-start';
import { contentOf, jsonOf } from '../messages/message-json';
import { TEXTS } from '../texts';
import { type AskedMenu, itemsOf, type MenuEntry } from '../ui/menu';
import { copies as copiesText, filters, goesTo, type InWorkspace } from './shared';

interface MessageContext extends InWorkspace {
  readonly entry: MessageEntry;
}

function textOf(message: Message): string {
  return message.role === 'activity'
    ? JSON.stringify(message.content, undefined, 2)
    : textOfContent(contentOf(message));
}

async function showInPage({ workspace, entry }: MessageContext): Promise<void> {
  const isShown = await workspace.host.selectInPage?.(pageKeysOf(textOf(entry.message)));
  if (isShown === false) notify(workspace, 'info', TEXTS.elements.notInPage);
}

export const messageEntries: readonly MenuEntry<MessageContext>[] = [
  copiesText('message-copy-text', TEXTS.messages.copyText, ({ entry }) => textOf(entry.message)),
  copiesText('message-copy-json', TEXTS.messages.copyJson, ({ entry }) =>
    JSON.stringify(entry.message, undefined, 2),
  ),
  copiesText('message-copy-id', TEXTS.menus.copyId, ({ entry }) => entry.message.id),
  filters('message-only', TEXTS.menus.onlyMessage, ['id', ({ entry }) => entry.message.id], {
    isFirstOfGroup: true,
  }),
  goesTo('message-first', TEXTS.messages.toFirst, ({ entry }) => entry.firstSeq),
  goesTo('message-last', TEXTS.messages.toLast, ({ entry }) => entry.lastSeq),
  runsFrom('message-run-from', TEXTS.runFrom.action, ({ workspace, entry }) =>
    startAt(workspace, entry.lastSeq),
  ),
  {
    id: 'message-in-page',
    label: () => TEXTS.elements.showInPage,
    // Only for the inspected page: the page of a file is another one.
    isFor: ({ workspace, entry }) =>
      workspace.host.selectInPage !== undefined &&
      workspace.current.value.name === undefined &&
      pageKeysOf(textOf(entry.message)).length > 0,
    run: (context) => void showInPage(context),
  },
];

export function messageMenu(workspace: Workspace, entry: MessageEntry): AskedMenu {
  return { label: TEXTS.menus.message, items: itemsOf(messageEntries, { workspace, entry }) };
}

interface ConversationContext {
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
