// REGISTRY of the menus: every entry of each, with an id that no other has.
import { exportEntries } from '../chrome/export-menu';
import { rowEntries } from '../list/row-menu';
import { conversationEntries, messageEntries } from '../messages/message-menu';
import { valueEntries } from '../state/value-menu';

/** All menus, by what they are about. */
export const menus = {
  row: rowEntries,
  value: valueEntries,
  message: messageEntries,
  conversation: conversationEntries,
  export: exportEntries,
} as const;
