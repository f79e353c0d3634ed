// Names of runs and threads: the number and prompt of a run, the first prompt of a thread. Generated ids are shortened.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { cut, spelled } from '@/lib/core/json/preview';
import { createShortIds, shortenIdsIn } from '@/lib/core/json/short-id';
import { SUMMARY_WORDS } from '@/lib/core/json/words';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { threadIn } from '@/lib/core/model/queries/blame';
import type { Model, Run, Thread } from '@/lib/core/model/types';

/** Maximum length of a prompt in a name, characters. */
const PROMPT_MAX = 48;
/** Number of messages that are searched for the first prompt of a thread. */
const FIRST_MAX = 20;

export interface Names {
  id(id: string): string;
  /** A sentence with the ids in it shortened. */
  inText(text: string): string;
  /** A run: `#4 “What is the weather…”`, or its id without a prompt. */
  run(run: Run): string;
  /** A thread: its first prompt, or its id. */
  thread(thread: Thread): string;
  threadOf(model: Model, threadId: string): string;
  /** The subagent of an event: its name, or its id. */
  subagent(subagentRunId: string, seq: number): string;
  /** A URL by its path, with its host if the streams have several. */
  url(url: string): string;
}

/** The text of a message's content: a text, or the texts among its parts. */
function textOfMessage(message: JsonObject): string {
  const content = message['content'] ?? message['parts'];
  if (typeof content === 'string') return content;
  if (!isJsonArray(content)) return '';
  const texts = content.map((part) => (isJsonObject(part) ? (part['text'] ?? part['content']) : ''));
  return texts.filter((text) => typeof text === 'string' && text !== '').join(' ');
}

/** The newest user message, and whether others follow it. */
function lastPrompt(
  messages: Json | undefined,
): { readonly text: string; readonly isLast: boolean } | undefined {
  if (!isJsonArray(messages)) return undefined;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (!isJsonObject(message) || message['role'] !== 'user') continue;
    const text = textOfMessage(message);
    if (text !== '') return { text, isLast: at === messages.length - 1 };
  }
  return undefined;
}

const prompts = new WeakMap<JsonObject, ReturnType<typeof lastPrompt>>();

function promptOfInput(input: JsonObject): ReturnType<typeof lastPrompt> {
  if (!prompts.has(input)) prompts.set(input, lastPrompt(input['messages']));
  return prompts.get(input);
}

export function oneLine(text: string, length = PROMPT_MAX): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cut(line, length);
}

export function quoted(text: string, length = PROMPT_MAX): string {
  return `“${oneLine(text, length)}”`;
}

export function promptOf(input: JsonObject | undefined): string | undefined {
  return input && promptOfInput(input)?.text;
}

/** A request in a few words: its prompt, and whether it continues an earlier one. */
export function requestText(input: JsonObject): string | undefined {
  const prompt = promptOfInput(input);
  if (prompt === undefined) return undefined;
  const isMore = !prompt.isLast || isJsonArray(input['resume']);
  return isMore ? SUMMARY_WORDS.continued(quoted(prompt.text)) : quoted(prompt.text);
}

/** The number that a run has on screen. */
export function runNumber({ index }: Pick<Run, 'index'>): number {
  return index + 1;
}

function firstPrompt({ messages }: Thread): string | undefined {
  for (let at = 0; at < Math.min(messages.length, FIRST_MAX); at++) {
    const message = messages.at(at)?.message;
    if (message?.role !== 'user') continue;
    const text = textOfMessage(asJson(message));
    if (text !== '') return text;
  }
  return undefined;
}

function createHosts(streams: readonly Stream[]): () => boolean {
  const hosts = new Set<string>();
  let taken = 0;
  return () => {
    for (; taken < streams.length; taken++) hosts.add(parsed(streams[taken]?.url ?? '')?.host ?? '');
    return hosts.size > 1;
  };
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

export function createNames({ streams, entities }: Pick<Log, 'streams' | 'entities'>): Names {
  const shortened = createShortIds();
  const id = (whole: string) => spelled(shortened(whole));
  const hasHosts = createHosts(streams);
  const thread = (named: Thread): string => {
    const prompt = firstPrompt(named);
    return prompt === undefined ? id(named.threadId) : quoted(prompt);
  };
  return {
    id,
    subagent: (whole, seq) => spelled(cut(entities.subagentName(whole, seq), PROMPT_MAX)) || id(whole),
    inText: (text) => shortenIdsIn(text, id),
    run(run) {
      const text = run.input === undefined ? undefined : requestText(run.input);
      return `#${runNumber(run)} ${text ?? id(run.runId)}`.trim();
    },
    thread,
    url(url) {
      const found = parsed(url);
      if (found === undefined || found.protocol === 'file:') return url;
      return shortenIdsIn(`${hasHosts() ? found.host : ''}${found.pathname}${found.search}`, id);
    },
    threadOf(model, threadId) {
      const found = threadIn(model, threadId);
      return found === undefined ? id(threadId) : thread(found);
    },
  };
}
