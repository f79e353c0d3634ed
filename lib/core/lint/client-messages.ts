// Adds related events to the client's verdict, and a clearer sentence where needed.

import { enforce } from '@/lib/core/agui/enforce';
import { EVENT_TYPES, isEventType } from '@/lib/core/agui/events';
import { diagnoseFrame } from '@/lib/core/agui/frame-diagnosis';
import { excerpt, quoted } from '@/lib/core/agui/quoted';
import { toCamelCase } from '@/lib/core/agui/spelling';
import { typeMeantBy } from '@/lib/core/agui/type-name';
import { payloadOf } from '@/lib/core/clients/framing';
import type { CheckId } from '@/lib/core/clients/verdict';
import { isCutJson } from '@/lib/core/json/cut-json';
import { STACK_TEXT } from '@/lib/core/json/depth';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
  parseJson,
  stringOrEmpty,
} from '@/lib/core/json/json';
import { type List, newestFirst } from '@/lib/core/json/list';
import { nearestName } from '@/lib/core/json/nearest';
import { memberOf, parentOf, pointerOf, tokensOf, valueAt } from '@/lib/core/json/pointer';
import type { RuleReport } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import {
  callIn,
  lanesOf,
  messageIn,
  recentCallsOfRun,
  runIn,
  threadIn,
} from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

const RELATED_MAX = 20;
/** Number of the newest entities of a kind searched for open ones: RUN_FINISHED may be sent repeatedly. */
const OPEN_LOOKED_AT = 500;

/** An event and the model after it. */
interface EventInModel {
  readonly logged: LoggedEvent;
  readonly model: Model;
}

type Explain = (scene: EventInModel, text: string) => RuleReport;

function eventId({ logged }: EventInModel, key: string): string {
  return stringOrEmpty(logged.event?.[key]);
}

const CHUNK_OPENS =
  'A CHUNK opens and ends its message itself: mixing it with START, CONTENT and END of the same id fails.';

function entityParts(type: string): string {
  return type.startsWith('TOOL_CALL') ? 'ARGS' : 'CONTENT';
}

function chunkOfOpen(scene: EventInModel, what: string, startSeq: number): RuleReport {
  const { type } = scene.logged;
  const parts = entityParts(type);
  const chunk = CHUNK_OPENS.replace('CONTENT', parts).replace('message', what.split(' ')[0] ?? '');
  return {
    message: `The ${what} was opened by START at #${startSeq}. ${chunk} Send ${parts} here, or CHUNKs alone.`,
    related: [startSeq],
  };
}

/** True if the event ended an entity that a CHUNK had opened. */
function isAfterChunk({ logged, model }: EventInModel, id: string): boolean {
  return lanesOf(model, logged.stream).ended.some((lane) => lane.id === id);
}

/** Text or reasoning that is not open, but may have been under this id. */
function ofMessage(scene: EventInModel, text: string): RuleReport {
  const { logged, model } = scene;
  const { type, seq } = logged;
  const id = eventId(scene, 'messageId');
  const entry = messageIn(model, logged.stream, id);
  if (entry === undefined || entry.firstSeq >= seq) return { message: text, related: [] };
  const { firstSeq } = entry;
  const related = [firstSeq];
  const what = `message '${excerpt(id)}'`;
  if (type.endsWith('_CHUNK') && entry.open) return chunkOfOpen(scene, what, firstSeq);
  if (isAfterChunk(scene, id)) {
    const part = type.endsWith('_END') ? 'ENDs' : 'continues';
    return {
      message: `A CHUNK opened the ${what} at #${firstSeq}, and this event ${part} it. ${CHUNK_OPENS}`,
      related,
    };
  }
  if (/_START$/.test(type) && entry.open)
    return {
      message: `Message '${excerpt(id)}' started at #${firstSeq}, has not ended, and is started again.`,
      related,
    };
  if (!/_(CONTENT|CHUNK|END)$/.test(type) || entry.open) return { message: text, related };
  const again = type.endsWith('_END') ? 'It is ended a second time' : 'This text comes after its end';
  return {
    message: `Message '${excerpt(id)}' started at #${firstSeq} and has already ended. ${again}.`,
    related,
  };
}

function ofCall(scene: EventInModel, text: string): RuleReport {
  const { logged, model } = scene;
  const { type, seq, stream, event } = logged;
  const id = eventId(scene, 'toolCallId');
  const call = callIn(model, stream, id);
  if (call !== undefined && call.startSeq < seq) {
    const { startSeq, endSeq, argSeqs, name } = call;
    const lastArgs = argSeqs.at(-1) === seq ? argSeqs.at(-2) : argSeqs.at(-1);
    const related = [startSeq, lastArgs, endSeq];
    const what = `call '${excerpt(id)}' of ${excerpt(name)}`;
    if (type.endsWith('_CHUNK')) return chunkOfOpen(scene, what, startSeq);
    if (isAfterChunk(scene, id))
      return {
        message: `A CHUNK opened the ${what} at #${startSeq}. ${CHUNK_OPENS.replace('CONTENT', 'ARGS').replace('message', 'call')}`,
        related,
      };
    if (type.endsWith('_START'))
      return {
        message: `The ${what} started at #${startSeq}, has not ended, and is started again.`,
        related,
      };
    if (endSeq === undefined || endSeq >= seq) return { message: text, related };
    const again = type.endsWith('_END') ? 'is ended a second time' : 'gets arguments after its end';
    const isTanstack = event?.['result'] !== undefined || event?.['toolCallName'] !== undefined;
    const harm =
      type.endsWith('_END') && isTanstack
        ? " TanStack AI's servers do this to send the result, and its client accepts it."
        : '';
    return {
      message: `The ${what} started at #${startSeq} and ended at #${endSeq}; here it ${again}.${harm}`,
      related,
    };
  }
  // Its START may be missing or name a different id: point to the newest open call.
  const { run } = streamView(model, stream);
  const open = recentCallsOfRun(model, run).filter(({ status }) => status === 'streaming');
  const candidate = open.at(-1);
  if (candidate === undefined) return { message: text, related: [] };
  const hint = `The newest open call is '${candidate.id}' of '${candidate.name}' (#${candidate.startSeq}).`;
  return { message: `${text} ${hint}`, related: [candidate.startSeq] };
}

/** A CHUNK without the fields of a start: START may have opened it already. */
function ofOpener(scene: EventInModel, text: string): RuleReport {
  const { logged, model } = scene;
  if (logged.type === 'TOOL_CALL_CHUNK') {
    const call = callIn(model, logged.stream, eventId(scene, 'toolCallId'));
    if (call !== undefined && call.startSeq < logged.seq && call.endSeq === undefined)
      return chunkOfOpen(scene, `call '${excerpt(call.id)}' of ${excerpt(call.name)}`, call.startSeq);
  }
  return { message: text, related: [] };
}

function ofStep({ logged, model }: EventInModel, text: string): RuleReport {
  const steps = runIn(model, logged.stream)?.steps;
  const name = logged.event?.['stepName'];
  for (const step of newestFirst(steps, OPEN_LOOKED_AT)) {
    if (step.name !== name || step.startSeq >= logged.seq) continue;
    const { startSeq, endSeq } = step;
    const ended = endSeq === undefined || endSeq >= logged.seq ? undefined : endSeq;
    if (logged.type === 'STEP_STARTED' && endSeq === undefined)
      return {
        message: `Step '${excerpt(String(name))}' started at #${startSeq}, has not ended, and is started again.`,
        related: [startSeq],
      };
    if (ended === undefined) break;
    return {
      message: `Step '${excerpt(String(name))}' started at #${startSeq} and ended at #${ended}; here it ends a second time.`,
      related: [startSeq, ended],
    };
  }
  return { message: text, related: [] };
}

function ofRun({ logged, model }: EventInModel, text: string): RuleReport {
  const { run: index } = streamView(model, logged.stream);
  // If another run has started meanwhile, the event belongs to the run before.
  const runs = [model.runs.at(index), index > 0 ? model.runs.at(index - 1) : undefined];
  const before = runs.find((run) => run !== undefined && (run.startSeq ?? logged.seq) < logged.seq);
  return { message: text, related: [before?.startSeq, before?.endSeq] };
}

function openOf<T extends { readonly endSeq?: number }>(items: List<T> | undefined): readonly T[] {
  return [...newestFirst(items, OPEN_LOOKED_AT)].filter(({ endSeq }) => endSeq === undefined).reverse();
}

/** Entities open at RUN_FINISHED. */
function ofOpen({ logged, model }: EventInModel, text: string): RuleReport {
  const { stream } = logged;
  const run = runIn(model, stream);
  const calls = recentCallsOfRun(model, run?.index ?? -1, OPEN_LOOKED_AT).filter(
    ({ endSeq, status }) => endSeq === undefined && status !== 'answered',
  );
  const steps = openOf(run?.steps);
  const subagents = openOf(run?.subagents);
  const thread = threadIn(model, stream);
  const messages = [];
  // Messages opened by this run are at the end.
  for (const entry of newestFirst(thread?.messages)) {
    if (messages.length === RELATED_MAX || entry.lastSeq < (run?.startSeq ?? 0)) break;
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
  const nameless = steps.find(({ name }) => name === '');
  // The client lists names, and nothing can be seen of an empty one.
  const message =
    nameless !== undefined && text.endsWith('steps are still active: ')
      ? `${text}a step with an empty name, started at #${nameless.startSeq}`
      : text;
  return { message, related };
}

function ofType({ logged }: EventInModel, text: string): RuleReport {
  const meant = typeMeantBy(logged.type);
  const near = meant ?? nearestName(logged.type, EVENT_TYPES);
  if (near === undefined) return { message: text, related: [] };
  const message = `Unknown event type '${excerpt(logged.type)}'. Did you mean '${near}'?`;
  // The intended type is certain, so the loss of the event is an error.
  return { message, related: [], ...(meant !== undefined && { severity: 'error' }) };
}

const BOM = '\ufeff';

function ofFrame({ logged }: EventInModel, text: string): RuleReport {
  const { raw, binary, stream, problems } = logged;
  // The content of a frame that was cut or nests too deep is not at fault.
  if (binary || problems.some(({ isOurs }) => isOurs) || text === STACK_TEXT)
    return { message: text, related: [] };
  const payload = stream.framing === 'sse' ? (payloadOf(raw) ?? raw) : raw;
  const framing = problems.find(({ code }) => code === 'framing');
  if (framing !== undefined && (raw.includes(BOM) || isCutJson(payload)))
    return { message: `${framing.message} It reads ${quoted(payload, 80)}.`, related: [] };
  const diagnosis = diagnoseFrame(payload, raw);
  const what =
    diagnosis === undefined
      ? 'This frame is not an event'
      : `This frame is not an event but ${diagnosis.what}`;
  const advice = diagnosis === undefined ? '' : ` ${diagnosis.advice}`;
  return { message: `${what}: ${quoted(payload, 80)}.${advice}`, related: [] };
}

/** Roles of other libraries. */
const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['human', 'user'],
  ['function', 'tool'],
]);

/** Types of content parts of other libraries. */
const PARTS: ReadonlyMap<unknown, string> = new Map([
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['input_text', 'text'],
  ['output_text', 'text'],
]);

/** Advice for a message or a content part of another library; '' if there is none. */
function foreignHint({ role, type }: JsonObject): string {
  const meantRole = ROLES.get(role ?? type);
  if (meantRole !== undefined)
    return role === undefined ? ` Send role '${meantRole}'.` : ` Did you mean '${meantRole}'?`;
  const part = PARTS.get(type);
  if (part === undefined) return '';
  return part === 'image' ? " Send type 'image' with a source." : ` Did you mean '${part}'?`;
}

/** Advice for the message that an error is about; '' if there is none. */
function snapshotHint(messages: Json | undefined, text: string): string {
  const [, at = '', key] = /'\/messages\/(\d+)\/(role|content)'/.exec(text) ?? [];
  const message = memberOf(messages, at);
  if (!isJsonObject(message)) return '';
  if (key === 'role') return foreignHint(message);
  if (text.includes('expected string, received array')) return ' Send the text of the message as one string.';
  const hints = text.includes('expected') ? [] : objectsIn(message['content']).map(foreignHint);
  return hints.find((hint) => hint !== '') ?? '';
}

/** A copy in which a property has another name; of the lists around it, only the item with the property. */
function withKey(value: Json, [token, ...rest]: readonly string[], meant: string): Json {
  const inner = memberOf(value, token ?? '') ?? null;
  if (isJsonArray(value)) return [withKey(inner, rest, meant)];
  if (!isJsonObject(value) || token === undefined) return value;
  return {
    ...value,
    [rest.length === 0 ? meant : token]: rest.length === 0 ? inner : withKey(inner, rest, meant),
  };
}

/** The spelling of a removed property in 1.0, if the event may have that property and lacks it. */
function spellingMeant(event: JsonObject, type: string, pointer: string): string | undefined {
  const tokens = tokensOf(pointer);
  const key = tokens.at(-1) ?? '';
  const [meant] = Object.keys(toCamelCase({ [key]: '' }).value);
  if (meant === undefined || meant === key || !isEventType(type)) return undefined;
  if (memberOf(valueAt(event, parentOf(pointer) ?? ''), meant) !== undefined) return undefined;
  const respelled = withKey(event, tokens, meant);
  const places = tokens.slice(0, -1).map((token) => (/^\d+$/.test(token) ? '0' : token));
  const removed = isJsonObject(respelled) ? enforce(respelled, type).removed : undefined;
  return removed?.includes(pointerOf([...places, meant])) === false ? meant : undefined;
}

/** Material that client 1.0 removes: a message, a content part, or a property. */
function ofRemoved({ logged }: EventInModel, text: string): RuleReport {
  const { type, event, original = event } = logged;
  const [, pointer = ''] = /material at '(.*)' on /.exec(text) ?? [];
  const value = valueAt(original, pointer);
  const losses = 'client 1.0 drops them, and 0.0.x rejects the event.';
  if (isJsonObject(value) && /\/(messages|content)\/\d+$/.test(pointer)) {
    const { role, type: kind } = value;
    const kindText = kind === undefined ? '' : `type '${excerpt(String(kind))}'`;
    const roleText =
      role === undefined
        ? `no role${kindText && ` but ${kindText}`}`
        : `the unknown role '${excerpt(String(role))}'`;
    const what = /\/messages\/\d+$/.test(pointer)
      ? `messages with ${roleText}`
      : `content parts with ${kindText === '' ? 'no type' : `the unknown ${kindText}`}`;
    return { message: `${type} has ${what}: ${losses}${foreignHint(value)}`, related: [], severity: 'error' };
  }
  const meant = isJsonObject(original) ? spellingMeant(original, type, pointer) : undefined;
  if (meant === undefined) return { message: text, related: [] };
  const tokens = tokensOf(pointer);
  const key = tokens.pop() ?? '';
  const holder = tokens.filter((token) => !/^\d+$/.test(token)).join('/');
  const place = holder === '' ? '' : ` in '${holder}'`;
  return {
    message: `${type} has the property '${key}'${place}, which client 1.0 removes. Did you mean '${meant}'?`,
    related: [],
  };
}

/** Advice for an invalid value; '' if there is none. */
function valueHint({ type, event = {} }: LoggedEvent, text: string): string {
  const { content, delta, role } = event;
  if (type === 'TOOL_CALL_RESULT' && content !== undefined && typeof content !== 'string') {
    const kind = Array.isArray(content)
      ? 'a list of values that are not objects'
      : content === null
        ? 'null'
        : `a JSON ${typeof content}`;
    return ` The content is ${kind}: it must be a string, or a list of content parts.`;
  }
  const meant = ROLES.get(role);
  if (meant !== undefined) return ` Did you mean '${meant}'?`;
  if (type === 'MESSAGES_SNAPSHOT') return snapshotHint(event['messages'], text);
  const operations = type === 'STATE_DELTA' ? delta : type === 'ACTIVITY_DELTA' ? event['patch'] : undefined;
  if (isJsonObject(operations)) return ' Send a list of JSON Patch operations, even for a single one.';
  if (isJsonArray(operations)) {
    const paths = operations.flatMap((each) => (isJsonObject(each) ? [each['path'], each['from']] : []));
    const path = paths.find((each) => typeof each === 'string' && /^[^/]/.test(each));
    if (typeof path !== 'string') return '';
    const keys = path.split(/[./[\]]+/).filter((key) => !['', '$', '#'].includes(key));
    return ` A JSON pointer begins with '/'. Did you mean '${excerpt(keys.map((key) => `/${key}`).join(''))}'?`;
  }
  if (!isJsonObject(delta)) return '';
  const isArguments = type.startsWith('TOOL_CALL_');
  return ` The delta is a JSON object: ${isArguments ? 'send its JSON text (JSON.stringify).' : 'it must be a string.'}`;
}

function ofValue({ logged }: EventInModel, text: string): RuleReport {
  return { message: `${text}${valueHint(logged, text)}`, related: [] };
}

const EXPLANATIONS: { readonly [C in CheckId]?: Explain } = {
  'text-not-open': ofMessage,
  'text-already-open': ofMessage,
  'reasoning-not-open': ofMessage,
  'reasoning-already-open': ofMessage,
  'tool-call-not-open': ofCall,
  'tool-call-already-open': ofCall,
  'chunk-without-opener': ofOpener,
  'step-not-open': ofStep,
  'step-already-open': ofStep,
  'event-after-terminal': ofRun,
  'run-already-active': ofRun,
  'finished-while-open': ofOpen,
  'unknown-type': ofType,
  'unreadable-frame': ofFrame,
  'malformed-event': ofValue,
  'unknown-property': ofRemoved,
};

/** The first of the issues listed in a schema error. */
function firstIssue(text: string): JsonObject | undefined {
  const issues = text.startsWith('[') ? parseJson(text) : undefined;
  return isJsonArray(issues) && isJsonObject(issues[0]) ? issues[0] : undefined;
}

/** The client's text, or a sentence if that text is a JSON list of issues. */
export function plainMessage({ type, problems }: LoggedEvent, text: string): string {
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

export function explainViolation(check: CheckId, scene: EventInModel, text: string): RuleReport {
  return EXPLANATIONS[check]?.(scene, text) ?? { message: text, related: [] };
}
