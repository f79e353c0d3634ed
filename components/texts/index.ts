// Every text on screen: a file for each part of the panel in texts/, the summaries of events in lib/core/json/words.ts. The
// texts of the library are loaded with it.
import { chrome, incoming } from './chrome';
import { elements } from './elements';
import { event } from './event';
import { exporting } from './export';
import { findings } from './findings';
import { actions, keys } from './keys';
import { list, overview } from './list';
import { menus } from './menus';
import { messages } from './messages';
import { requestView } from './request';
import { rules } from './rules';
import { compare, run } from './run';
import { runFrom } from './run-from';
import { reader, shared } from './shared';
import { state } from './state';
import { tools } from './tools';
import { tour } from './tour';

export const TEXTS = {
  ...shared,
  keys,
  reader,
  chrome,
  incoming,
  actions,
  list,
  overview,
  event,
  elements,
  requestView,
  rules,
  runFrom,
  menus,
  messages,
  state,
  tools,
  run,
  findings,
  export: exporting,
  compare,
  tour,
} as const;
