// Registry of the menus. Ids of entries are unique.
import { rowEntries } from '../list/row-menu';
import { conversationEntries, messageEntries } from '../messages/message-menu';
import { valueEntries } from '../state/value-menu';

export const menus = {
  row: rowEntries,
  value: valueEntries,
  message: messageEntries,
  conversation: conversationEntries,
} as const;
