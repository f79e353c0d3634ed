// Composes the run request that an app would send at an event, with placeholders for pending answers.
import type { Interrupt } from '@ag-ui/core';
import { emptyAnswer } from '@/lib/core/agui/answer-fields';
import { jsonIn } from '@/lib/core/agui/events';
import { promptIn } from '@/lib/core/agui/request-facts';
import { arrayIn, isJsonObject, type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import type { Run, Thread } from '@/lib/core/model/types';

interface InputParts {
  readonly run: Pick<Run, 'threadId' | 'runId'>;
  /** The thread of the run at the event. */
  readonly thread: Thread | undefined;
  /** True if a CUSTOM event of the run waits for an answer at the event. */
  readonly isAsked?: boolean;
  /** The recorded request of the run: the source of tools, context and other members. */
  readonly recorded: JsonObject;
  readonly newId: () => string;
}

export interface ComposedInput {
  readonly input: JsonObject;
  /** Calls without a result, each with an empty tool message, except for calls with an interrupt. */
  readonly openCalls: readonly OpenCall[];
  /** Interrupts without an answer, each with an entry in `resume`. */
  readonly interrupts: readonly Interrupt[];
}

export interface OpenCall {
  readonly id: string;
  /** Empty if the message has none. */
  readonly name: string;
}

function resumeEntry({ id, responseSchema }: Interrupt): JsonObject {
  const payload = emptyAnswer(responseSchema === undefined ? undefined : jsonIn(responseSchema));
  return { interruptId: id, status: 'resolved', payload };
}

function toolCallsIn({ toolCalls }: JsonObject): readonly OpenCall[] {
  return arrayIn(toolCalls).flatMap((call) => {
    const id = memberOf(call, 'id');
    const name = memberOf(memberOf(call, 'function'), 'name');
    return typeof id === 'string' ? [{ id, name: stringOrEmpty(name) }] : [];
  });
}

/** Inserts an empty tool message for each call without a result, after the results of the call's message. */
function withOpenCalls(
  messages: readonly JsonObject[],
  interrupts: readonly Interrupt[],
  newId: () => string,
): { readonly messages: readonly JsonObject[]; readonly openCalls: readonly OpenCall[] } {
  const answered = new Set<Json | undefined>([
    ...messages.map((message) => message['toolCallId']),
    ...interrupts.map(({ toolCallId }) => toolCallId),
  ]);
  const filled: JsonObject[] = [];
  const openCalls: OpenCall[] = [];
  let waiting: OpenCall[] = [];
  const fill = (): void => {
    for (const call of waiting) {
      filled.push({ id: newId(), role: 'tool', toolCallId: call.id, content: '' });
      openCalls.push(call);
    }
    waiting = [];
  };
  for (const message of messages) {
    if (message['role'] !== 'tool') fill();
    filled.push(message);
    waiting.push(...toolCallsIn(message).filter(({ id }) => !answered.has(id)));
  }
  fill();
  return { messages: filled, openCalls };
}

function withoutCommand(props: Json | undefined): JsonObject {
  if (!isJsonObject(props)) return {};
  const { command, ...rest } = props;
  if (!isJsonObject(command)) return props;
  const { resume: _resume, interruptEvent: _event, ...others } = command;
  return Object.keys(others).length > 0 ? { ...rest, command: others } : rest;
}

/** The run request at an event, with the thread's state and messages there. */
export function inputAt({ run, thread, isAsked = false, recorded, newId }: InputParts): ComposedInput {
  const { messages: _messages, state: _state, resume: _resume, parentRunId: _parent, ...rest } = recorded;
  const have = [...(thread?.messages ?? [])].flatMap(({ message }) => {
    // Apps show activities, but do not send them.
    const json = message.role === 'activity' ? undefined : jsonIn(message);
    return isJsonObject(json) ? [json] : [];
  });
  const interrupts = thread?.interrupts ?? [];
  // Clients answer such an interrupt alone: the server completes the other calls.
  const { messages, openCalls } = isAsked
    ? { messages: have, openCalls: [] }
    : withOpenCalls(have, interrupts, newId);
  return {
    // Order in the editor: messages, answers and state first, which users change.
    input: {
      messages,
      ...(interrupts.length > 0 && { resume: interrupts.map(resumeEntry) }),
      state: thread?.state ?? {},
      tools: [],
      context: [],
      ...rest,
      forwardedProps: withoutCommand(rest['forwardedProps']),
      threadId: run.threadId,
      runId: newId(),
      // Servers such as TanStack AI's find the interrupted run by it.
      ...(interrupts.length > 0 && { parentRunId: run.runId }),
    },
    openCalls,
    interrupts,
  };
}

/** With new ids throughout: the server finds neither thread nor messages, and no interrupt is answered. */
export function inputInNewThread({ thread, ...parts }: InputParts): ComposedInput {
  const alone = thread && { ...thread, interrupts: [] };
  const { input, ...composed } = inputAt({ ...parts, thread: alone, isAsked: false });
  const messages = arrayIn(input['messages']);
  const renamed = messages.map((each) => (isJsonObject(each) ? { ...each, id: parts.newId() } : each));
  return { ...composed, input: { ...input, messages: renamed, threadId: parts.newId() } };
}

/** Sets the prompt in a message with id `id`; an empty prompt removes the message. */
export function withPrompt(input: JsonObject, prompt: string, id: string): JsonObject {
  const messages = arrayIn(input['messages']);
  const before = promptIn(input) === undefined ? messages : messages.slice(0, -1);
  const added = prompt === '' ? [] : [{ id, role: 'user', content: prompt }];
  return { ...input, messages: [...before, ...added] };
}

/** Replaces the object whose member has this value in a list. */
function withEntry(list: Json | undefined, [key, value]: readonly [string, string], next: JsonObject): Json {
  return arrayIn(list).map((each) => (memberOf(each, key) === value ? next : each));
}

const entryIn = (list: Json | undefined, key: string, value: string): JsonObject | undefined => {
  const found = Array.isArray(list) ? list.find((each) => memberOf(each, key) === value) : undefined;
  return isJsonObject(found) ? found : undefined;
};

export const answerIn = (input: JsonObject, interrupt: string): JsonObject | undefined =>
  entryIn(input['resume'], 'interruptId', interrupt);

export function withAnswer(input: JsonObject, interrupt: string, answer: JsonObject): JsonObject {
  return { ...input, resume: withEntry(input['resume'], ['interruptId', interrupt], answer) };
}

export const resultIn = (input: JsonObject, call: string): JsonObject | undefined =>
  entryIn(input['messages'], 'toolCallId', call);

export function withResult(input: JsonObject, call: string, content: string): JsonObject {
  const message = resultIn(input, call);
  if (message === undefined) return input;
  return { ...input, messages: withEntry(input['messages'], ['toolCallId', call], { ...message, content }) };
}

/** The answer to the interrupt of a CUSTOM event; undefined for none. */
export const commandIn = (input: JsonObject): Json | undefined =>
  memberOf(memberOf(input['forwardedProps'], 'command'), 'resume');

/** Sets the answer as CopilotKit's clients do: LangGraph's servers read `resume`, Mastra's the value. '' removes it. */
export function withCommand(input: JsonObject, asked: Json, resume: string): JsonObject {
  const forwardedProps = withoutCommand(input['forwardedProps']);
  if (resume === '') return { ...input, forwardedProps };
  const { command } = forwardedProps;
  const answer = { ...(isJsonObject(command) && command), resume, interruptEvent: asked };
  return { ...input, forwardedProps: { ...forwardedProps, command: answer } };
}
