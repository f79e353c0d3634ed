// Every text on screen: a file for each part of the panel in texts/, the summaries of events in lib/core/json/words.ts. The
// texts of the library are loaded with it.
import { SUMMARY_WORDS } from '@/lib/core/json/words';
import { chrome, incoming } from './texts/chrome';
import { event } from './texts/event';
import { findings } from './texts/findings';
import { actions, keys } from './texts/keys';
import { list, overview } from './texts/list';
import { messages } from './texts/messages';
import { compare, run } from './texts/run';
import { share } from './texts/share';
import { reader, shared } from './texts/shared';
import { state } from './texts/state';
import { tools } from './texts/tools';

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
  messages,
  state,
  tools,
  run,
  findings,
  summaries: SUMMARY_WORDS,
  share,
  compare,
} as const;
