// Registry of the menus. Ids of entries are unique.
import { callEntries } from './call-menu';
import { eventEntries } from './event-menu';
import { findingEntries } from './finding-menu';
import { conversationEntries, messageEntries } from './message-menu';
import { pageEntries, requestEntries } from './request-menu';
import { runEntries } from './run-menu';
import { stateEntries } from './state-menu';
import { valueEntries } from './value-menu';

export const menus = {
  event: eventEntries,
  request: requestEntries,
  page: pageEntries,
  value: valueEntries,
  state: stateEntries,
  message: messageEntries,
  conversation: conversationEntries,
  call: callEntries,
  run: runEntries,
  finding: findingEntries,
} as const;
