// Every sentence that the panel says, in one place: a file for each part of it in texts/, and what events are said to do
// in lib/core/json/words.ts.
import { SUMMARY_WORDS } from '@/lib/core/json/words';
import { actions } from './texts/actions';
import { chrome } from './texts/chrome';
import { compare } from './texts/compare';
import { event } from './texts/event';
import { findings } from './texts/findings';
import { keys } from './texts/keys';
import { list } from './texts/list';
import { messages } from './texts/messages';
import { overview } from './texts/overview';
import { reader } from './texts/reader';
import { run } from './texts/run';
import { share } from './texts/share';
import { shared } from './texts/shared';
import { state } from './texts/state';
import { tools } from './texts/tools';

/** Texts of the panel. Functions where a text has something to fill in. */
export const TEXTS = {
  ...shared,
  keys,
  reader,
  chrome,
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

const translate: unknown = Reflect.get(globalThis, 'translateLens');

/** Another language puts its words in the place of these: before anybody reads them, for names are read once. */
export function inLanguage<T extends object>(words: T): T {
  if (typeof translate === 'function') translate(words);
  return words;
}

inLanguage(TEXTS);
