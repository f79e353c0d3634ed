// Interrupts of a thread and their answers, including those of older producers.

import { jsonIn } from '@/lib/core/agui/events';
import { nestsTooDeep } from '@/lib/core/json/depth';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import type { Model, Run, Thread } from '@/lib/core/model/types';

interface InterruptAnswer {
  /** The run whose request answered: an index into `model.runs`. */
  readonly run: number;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: Json;
  readonly timeMs: number;
  /** Time from the interrupt to the answer, milliseconds: the user's time. */
  readonly afterMs: number;
}

/** `unanswered`: ignored by a later run; `expired`: not answered in time. */
type InterruptState = 'open' | 'answered' | 'expired' | 'unanswered';

export interface InterruptEntry {
  readonly id: string;
  /** The run that raised it: an index into `model.runs`. */
  readonly run: number;
  readonly seq?: number;
  readonly timeMs: number;
  /** Raised by the outcome of the run, or by a CUSTOM event. */
  readonly via: 'outcome' | 'custom';
  readonly reason?: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Json;
  readonly expiresAt?: string;
  /** The value of a CUSTOM event, parsed if it was JSON in a string. */
  readonly value?: Json;
  readonly state: InterruptState;
  readonly answer?: InterruptAnswer;
}

type InterruptDraft = { -readonly [K in keyof InterruptEntry]: InterruptEntry[K] };

/** One answer as sent in a request. Without an id, it answers every open interrupt. */
interface ResumeAnswer {
  readonly interruptId?: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: Json;
}

function payloadOf(value: Json | undefined): { readonly payload?: Json } {
  return value === undefined ? {} : { payload: value };
}

/** The answers in a request, in all known forms. */
export function answersIn(input: JsonObject | undefined): readonly ResumeAnswer[] {
  const resume = input?.['resume'];
  const entries = (isJsonArray(resume) ? resume : [resume]).filter(isJsonObject);
  if (entries.length > 0) {
    return entries.map(
      ({ interruptId, status, payload }): ResumeAnswer => ({
        ...(typeof interruptId === 'string' && { interruptId }),
        status: status === 'cancelled' ? 'cancelled' : 'resolved',
        ...payloadOf(payload),
      }),
    );
  }
  const props = input?.['forwardedProps'];
  const command = isJsonObject(props) ? props['command'] : undefined;
  const legacy = isJsonObject(command) ? command['resume'] : undefined;
  return legacy === undefined || legacy === null ? [] : [{ status: 'resolved', payload: legacy }];
}

function parseValue(value: Json): Json {
  if (typeof value !== 'string' || nestsTooDeep(value)) return value;
  const parsed = parseJson(value);
  return parsed === undefined ? value : parsed;
}

/** The question in the value of a CUSTOM event: a text, or a property of Mastra's or LangGraph's. */
function questionIn(asked: Json): string | undefined {
  if (typeof asked === 'string') return asked;
  const places = [asked, memberOf(asked, 'suspendPayload')];
  return places
    .flatMap((place) => [memberOf(place, 'message'), memberOf(place, 'question')])
    .find((text) => typeof text === 'string');
}

export function questionsOf(run: Run): InterruptDraft[] {
  if (run.interrupts.length > 0) {
    const at = { run: run.index, timeMs: run.endMs ?? run.startMs, via: 'outcome', state: 'open' } as const;
    return run.interrupts.map(
      ({ id, reason, message, toolCallId, responseSchema, expiresAt }): InterruptDraft => ({
        id,
        ...at,
        ...(run.endSeq !== undefined && { seq: run.endSeq }),
        reason,
        ...(message !== undefined && { message }),
        ...(toolCallId !== undefined && { toolCallId }),
        ...(responseSchema !== undefined && { responseSchema: jsonIn(responseSchema) }),
        ...(expiresAt !== undefined && { expiresAt }),
      }),
    );
  }
  return (run.customInterrupts ?? []).map(({ seq, timeMs, value }): InterruptDraft => {
    const asked = parseValue(value);
    const message = questionIn(asked);
    const id = isJsonObject(asked) && typeof asked['id'] === 'string' ? asked['id'] : `custom-${seq}`;
    const base = { id, run: run.index, seq, timeMs, via: 'custom', state: 'open', value: asked } as const;
    const toolCallId = isJsonObject(asked) ? asked['toolCallId'] : undefined;
    return {
      ...base,
      ...(message !== undefined && { message }),
      ...(typeof toolCallId === 'string' && { toolCallId }),
    };
  });
}

function expiryOf({ expiresAt }: InterruptEntry): number {
  const at = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

function close(entry: InterruptDraft, run: Run, { status, payload }: ResumeAnswer): void {
  const { startMs: timeMs, index } = run;
  const answer = { run: index, status, timeMs, afterMs: Math.max(0, timeMs - entry.timeMs) };
  entry.answer = { ...answer, ...payloadOf(payload) };
  // An expired interrupt may still be cancelled.
  entry.state = status === 'resolved' && timeMs > expiryOf(entry) ? 'expired' : 'answered';
}

function answerOpen(open: Map<string, InterruptDraft>, run: Run): void {
  for (const answer of answersIn(run.input)) {
    const { interruptId } = answer;
    const asked = interruptId === undefined ? [...open.values()] : [open.get(interruptId)];
    for (const entry of asked) {
      if (entry === undefined) continue;
      close(entry, run, answer);
      open.delete(entry.id);
    }
  }
  for (const entry of open.values()) entry.state = 'unanswered';
}

/** True for the first copy of a run of the conversation. */
export function isOwn({ kind, isReplay }: Run): boolean {
  return kind === 'conversation' && !isReplay;
}

/** True if a run replaces the open interrupts: it ended without an error. */
function isReplacing(run: Run): boolean {
  return isOwn(run) && run.endSeq !== undefined && run.status !== 'error';
}

function* runsOf(model: Model, thread: Thread): Iterable<Run> {
  for (const index of thread.runs) {
    const run = model.runs.at(index);
    if (run !== undefined) yield run;
  }
}

/** Runs with interrupts or answers that concern a run: no interrupt stays open across a run that replaces all. */
function runsAbout(model: Model, thread: Thread, about: Run): readonly Run[] {
  let found: Run[] = [];
  let isThere = false;
  for (const run of runsOf(model, thread)) {
    const isEnd = isReplacing(run) && run.index !== about.index;
    if (isEnd && !isThere) found = [];
    found.push(run);
    if (isEnd && isThere) break;
    isThere ||= run.index === about.index;
  }
  return found;
}

/** With a run, at least its interrupts and answers are included. `nowMs`: time of the newest event, for expiry. */
export function interruptsOf(
  model: Model,
  thread: Thread,
  nowMs: number,
  about?: Run,
): readonly InterruptEntry[] {
  const entries: InterruptDraft[] = [];
  const open = new Map<string, InterruptDraft>();
  for (const run of about === undefined ? runsOf(model, thread) : runsAbout(model, thread, about)) {
    if (!isOwn(run)) continue;
    if (open.size > 0 && run.input !== undefined) answerOpen(open, run);
    const asked = questionsOf(run);
    for (const entry of asked) entries.push(entry);
    if (isReplacing(run)) {
      for (const entry of open.values()) entry.state = 'unanswered';
      open.clear();
    }
    for (const entry of asked) open.set(entry.id, entry);
  }
  for (const entry of entries) {
    if (entry.answer === undefined && expiryOf(entry) < nowMs) entry.state = 'expired';
  }
  return entries;
}

/** The newest open interrupt of a thread that a CUSTOM event raised, with its value as sent. */
export function openCustomOf(
  model: Model,
  thread: Thread,
): { readonly entry: InterruptEntry; readonly value: Json } | undefined {
  const entry = interruptsOf(model, thread, 0).findLast(
    ({ via, state }) => via === 'custom' && state === 'open',
  );
  const raised = entry && model.runs.at(entry.run)?.customInterrupts;
  const sent = raised?.find(({ seq }) => seq === entry?.seq);
  return entry && sent && { entry, value: sent.value };
}
