// Adds what the client's verdict leaves out: the other events that a violation is about, and a sentence of our own if
// the client's does not say enough.
import { STACK_TEXT } from '@/lib/agui/depth';
import { EVENT_TYPES } from '@/lib/agui/events';
import { isJsonObject, type JsonObject } from '@/lib/agui/json';
import { nearestName } from '@/lib/agui/nearest';
import type { CheckId } from '@/lib/client/verdict';
import type { Report } from '@/lib/lint/types';
import type { LoggedEvent } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';
import { callIn, messageIn, recentCallsOfRun } from '@/lib/model/queries/lookup';
import type { Model } from '@/lib/model/types';
import type { List } from '@/lib/values/list';

/** Maximum number of related events of each kind. */
const RELATED_MAX = 20;
/** So many of the newest of each kind are looked through for what is open: a run may be told to finish again and again. */
const OPEN_LOOKED_AT = 500;

/** An event and the model after it. */
interface Scene {
  readonly logged: LoggedEvent;
  readonly model: Model;
}

type Words = (scene: Scene, text: string) => Report;

function idOf({ logged }: Scene, key: string): string {
  const id = logged.event?.[key];
  return typeof id === 'string' ? id : '';
}

/** Text or reasoning that is not open: it may have been, under this id. */
function ofMessage(scene: Scene, text: string): Report {
  const { logged, model } = scene;
  const id = idOf(scene, 'messageId');
  const entry = messageIn(model, logged.stream, id);
  if (entry === undefined || entry.firstSeq >= logged.seq) return { message: text, related: [] };
  const related = [entry.firstSeq];
  if (!/_(CONTENT|CHUNK|END)$/.test(logged.type) || entry.open) return { message: text, related };
  const what = logged.type.endsWith('_END') ? 'It is ended a second time' : 'This text comes after its end';
  return {
    message: `Message '${id}' started at event ${entry.firstSeq} and has already ended. ${what}.`,
    related,
  };
}

function ofCall(scene: Scene, text: string): Report {
  const { logged, model } = scene;
  const id = idOf(scene, 'toolCallId');
  const call = callIn(model, logged.stream, id);
  if (call !== undefined && call.startSeq < logged.seq) {
    return { message: text, related: [call.startSeq, call.argSeqs.at(call.argSeqs.length - 2), call.endSeq] };
  }
  // Its START may be missing or name a different id: point to the newest open call.
  const { run } = streamView(model, logged.stream);
  const open = recentCallsOfRun(model, run).filter(({ status }) => status === 'streaming');
  const candidate = open.at(-1);
  if (candidate === undefined) return { message: text, related: [] };
  const hint = `The newest open call is '${candidate.id}' of '${candidate.name}' (event ${candidate.startSeq}).`;
  return { message: `${text} ${hint}`, related: [candidate.startSeq] };
}

function ofRun({ logged, model }: Scene, text: string): Report {
  const { run: index } = streamView(model, logged.stream);
  // If another run has started meanwhile, the one before it is meant.
  const runs = [model.runs.at(index), index > 0 ? model.runs.at(index - 1) : undefined];
  const before = runs.find((run) => run !== undefined && (run.startSeq ?? logged.seq) < logged.seq);
  return { message: text, related: [before?.startSeq, before?.endSeq] };
}

/** Those of the newest that have not ended. */
function openOf<T extends { readonly endSeq?: number }>(items: List<T> | undefined): readonly T[] {
  const { length } = items ?? [];
  const found: T[] = [];
  for (let at = Math.max(0, length - OPEN_LOOKED_AT); at < length; at++) {
    const item = items?.at(at);
    if (item !== undefined && item.endSeq === undefined) found.push(item);
  }
  return found;
}

/** What is still open at RUN_FINISHED. */
function ofOpen({ logged, model }: Scene, text: string): Report {
  const { stream } = logged;
  const { run: index } = streamView(model, stream);
  const run = model.runs.at(index);
  const calls = recentCallsOfRun(model, index, OPEN_LOOKED_AT).filter(
    ({ endSeq, status }) => endSeq === undefined && status !== 'answered',
  );
  const steps = openOf(run?.steps);
  const subagents = openOf(run?.subagents);
  const thread = model.threads.at(streamView(model, stream).thread);
  const messages = [];
  // Messages opened by this run are at the end.
  for (let at = (thread?.messages.length ?? 0) - 1; at >= 0 && messages.length < RELATED_MAX; at--) {
    const entry = thread?.messages.at(at);
    if (entry === undefined || entry.lastSeq < (run?.startSeq ?? 0)) break;
    if (entry.open) messages.push(entry.firstSeq);
  }
  const related = [
    ...messages,
    ...steps.slice(0, RELATED_MAX).map(({ startSeq }) => startSeq),
    ...subagents.slice(0, RELATED_MAX).map(({ startSeq }) => startSeq),
    ...calls
      .slice(0, RELATED_MAX)
      .flatMap(({ startSeq, argSeqs }) => [startSeq, argSeqs.length === 0 ? undefined : argSeqs.at(-1)]),
  ];
  return { message: text, related };
}

function ofType({ logged }: Scene, text: string): Report {
  const near = nearestName(logged.type, EVENT_TYPES);
  if (near === undefined) return { message: text, related: [] };
  return { message: `Unknown event type '${logged.type}'. Did you mean '${near}'?`, related: [] };
}

const WORDS: { readonly [C in CheckId]?: Words } = {
  'text-not-open': ofMessage,
  'text-already-open': ofMessage,
  'reasoning-not-open': ofMessage,
  'reasoning-already-open': ofMessage,
  'tool-call-not-open': ofCall,
  'tool-call-already-open': ofCall,
  'event-after-terminal': ofRun,
  'run-already-active': ofRun,
  'finished-while-open': ofOpen,
  'unknown-type': ofType,
};

/** The first of the issues listed in a schema error. */
function firstIssue(text: string): JsonObject | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const issues: unknown = JSON.parse(text);
    return Array.isArray(issues) && isJsonObject(issues[0]) ? issues[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The client's text, or a sentence if that text is a JSON list of issues. */
export function plainWords({ type, problems }: LoggedEvent, text: string): string {
  if (text === STACK_TEXT) return problems[0]?.message ?? text;
  const issue = firstIssue(text);
  if (issue === undefined) return text;
  const { code, path, message } = issue;
  const pointer = Array.isArray(path) ? path.map((key) => `/${String(key)}`).join('') : '';
  if (code === 'invalid_union_discriminator' && pointer === '/type')
    return `The client does not know event type '${type}' and stops here.`;
  if (pointer === '') return `The client rejects this ${type || 'frame'}: ${String(message)}. It stops here.`;
  return `The client rejects this ${type} at '${pointer}': ${String(message ?? 'Invalid input')}. It stops here.`;
}

/** The client's sentence, or a better one, with the events it is about. */
export function wordsOf(check: CheckId, scene: Scene, text: string): Report {
  return WORDS[check]?.(scene, text) ?? { message: text, related: [] };
}
