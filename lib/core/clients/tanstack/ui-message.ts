// A message of TanStack AI's client: a list of parts, in order of arrival.
import type { Json } from '@/lib/core/json/json';
import type { MessageEntry } from '@/lib/core/model/types';

export type UiRole = 'user' | 'assistant' | 'system';

interface TextPart {
  readonly type: 'text';
  readonly content: string;
}

interface ThinkingPart {
  readonly type: 'thinking';
  readonly content: string;
  /** Its step; absent for a message of a snapshot. */
  readonly stepId?: string;
  readonly signature?: string;
}

export interface CallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly args: string;
  /** States that change the client's next step. */
  readonly state: 'streaming' | 'input-complete' | 'approval-requested' | 'complete' | 'error';
  readonly output?: Json;
  readonly metadata?: Json;
}

export interface ResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly content: Json;
  readonly error?: string;
  /** Id of the message with the result, if there is one. */
  readonly id?: string;
}

/** Structured output, as JSON text. */
interface StructuredPart {
  readonly type: 'structured-output';
  readonly status: 'streaming' | 'complete' | 'error';
  readonly raw: string;
}

interface MediaPart {
  readonly type: 'media';
  readonly value: Json;
}

/** Shown but never sent: widgets, and unknown kinds of content. */
interface UnsentPart {
  readonly type: 'unsent';
}

export type UiPart =
  | TextPart
  | ThinkingPart
  | CallPart
  | ResultPart
  | StructuredPart
  | MediaPart
  | UnsentPart;

export interface UiMessage extends Pick<MessageEntry, 'via' | 'firstSeq' | 'lastSeq'> {
  readonly id: string;
  readonly role: UiRole;
  readonly parts: readonly UiPart[];
  readonly name?: string;
}

/** Replaces the first matching part, or appends a new one. */
function withPart(
  parts: readonly UiPart[],
  fits: (part: UiPart) => boolean,
  made: UiPart,
): readonly UiPart[] {
  const at = parts.findIndex(fits);
  return at < 0 ? [...parts, made] : parts.with(at, made);
}

/** Replaces the last part if it is text; else appends a text. */
export function withText(parts: readonly UiPart[], content: string): readonly UiPart[] {
  const made: TextPart = { type: 'text', content };
  return parts.at(-1)?.type === 'text' ? parts.with(parts.length - 1, made) : [...parts, made];
}

export function callPart(parts: readonly UiPart[], id: string): CallPart | undefined {
  return parts.find((part): part is CallPart => part.type === 'tool-call' && part.id === id);
}

export function withCall(parts: readonly UiPart[], call: CallPart): readonly UiPart[] {
  return withPart(parts, (part) => part.type === 'tool-call' && part.id === call.id, call);
}

export function withResult(parts: readonly UiPart[], result: ResultPart): readonly UiPart[] {
  const { toolCallId } = result;
  return withPart(parts, (part) => part.type === 'tool-result' && part.toolCallId === toolCallId, result);
}

export function withThinking(parts: readonly UiPart[], thinking: ThinkingPart): readonly UiPart[] {
  return withPart(parts, (part) => part.type === 'thinking' && part.stepId === thinking.stepId, thinking);
}

export function withStructured(parts: readonly UiPart[], made: StructuredPart): readonly UiPart[] {
  return withPart(parts, (part) => part.type === 'structured-output', made);
}
