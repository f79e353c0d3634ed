// Names of runs and threads: the number and prompt of a run, the first prompt of a thread. Generated ids are shortened.
import { lastPrompt, promptText } from '@/lib/core/agui/request-facts';
import { isJsonArray, type JsonObject } from '@/lib/core/json/json';
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
  /** A subagent: its name, or its id. */
  subagent(subagentRunId: string): string;
  /** A URL by its path, with its host if the streams have several. */
  url(url: string): string;
}

const prompts = new WeakMap<JsonObject, JsonObject | undefined>();

function promptOfInput(input: JsonObject): JsonObject | undefined {
  if (!prompts.has(input)) prompts.set(input, lastPrompt(input));
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
  const prompt = input && promptOfInput(input);
  return prompt && promptText(prompt);
}

/** A request in a few words: its prompt, and whether it continues an earlier one. */
export function requestText(input: JsonObject): string | undefined {
  const prompt = promptOfInput(input);
  if (prompt === undefined) return undefined;
  const { messages, resume } = input;
  const isMore = (isJsonArray(messages) && messages.at(-1) !== prompt) || isJsonArray(resume);
  const text = quoted(promptText(prompt));
  return isMore ? SUMMARY_WORDS.continued(text) : text;
}

/** The number that a run has on screen. */
export function runNumber({ index }: Pick<Run, 'index'>): number {
  return index + 1;
}

function firstPrompt({ messages }: Thread): string | undefined {
  for (let at = 0; at < Math.min(messages.length, FIRST_MAX); at++) {
    const message = messages.at(at)?.message;
    if (message?.role !== 'user') continue;
    const text = promptText(asJson(message));
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
    subagent: (whole) => spelled(cut(entities.subagentName(whole), PROMPT_MAX)) || id(whole),
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
