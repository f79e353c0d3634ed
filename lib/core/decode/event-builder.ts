// Emits the AG-UI events of a translator: tracks what is open, so that text, reasoning, calls and runs start and end
// in the order AG-UI requires.

import type { Decoded } from '@/lib/core/decode/types';
import type { Json, JsonObject } from '@/lib/core/json/json';

export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An event of another protocol without a counterpart: a row under its own name. */
export function foreignEvent(type: string, event?: JsonObject): Decoded {
  return { type, problems: [], ...(event !== undefined && { event }) };
}

export interface RunIds {
  readonly threadId: string;
  readonly runId: string;
}

/** Emits AG-UI; `take` returns the events since the last call. */
export class EventBuilder {
  #events: Decoded[] = [];
  #run: RunIds | undefined;
  #text: string | undefined;
  #reasoning: string | undefined;
  readonly #calls = new Set<string>();
  readonly #timestamp: (() => number | undefined) | undefined;

  /** `timestamp` returns the time of the current frame, if frames have one. */
  constructor(timestamp?: () => number | undefined) {
    this.#timestamp = timestamp;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  take(): readonly Decoded[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  event(event: JsonObject & { readonly type: string }): void {
    const timestamp = this.#timestamp?.();
    const timed = timestamp === undefined ? event : { ...event, timestamp };
    this.#events.push({ type: event.type, event: timed, problems: [] });
  }

  row(decoded: Decoded): void {
    this.#events.push(decoded);
  }

  startRun(ids: RunIds): void {
    if (this.#run !== undefined) return;
    this.#run = ids;
    this.event({ type: 'RUN_STARTED', ...ids });
  }

  finishRun(result?: Json): void {
    this.close();
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined) return;
    const isEmpty = result === undefined || result === null || result === '';
    this.event({ type: 'RUN_FINISHED', ...run, ...(!isEmpty && { result }) });
  }

  failRun(message: string, code?: string): void {
    this.close();
    this.#run = undefined;
    this.event({ type: 'RUN_ERROR', message, ...(code !== undefined && code !== '' && { code }) });
  }

  /** Text of a message; starts the message if it is not the open one. */
  text(messageId: string, delta: string, role = 'assistant'): void {
    if (this.#text !== messageId) {
      this.closeBlock();
      this.#text = messageId;
      this.event({ type: 'TEXT_MESSAGE_START', messageId, role });
    }
    if (delta !== '') this.event({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta });
  }

  reasoning(messageId: string, delta: string): void {
    if (this.#reasoning !== messageId) {
      this.closeBlock();
      this.#reasoning = messageId;
      this.event({ type: 'REASONING_START', messageId });
      this.event({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' });
    }
    if (delta !== '') this.event({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta });
  }

  /** Ends the open text or reasoning. */
  closeBlock(): void {
    const [text, reasoning] = [this.#text, this.#reasoning];
    this.#text = undefined;
    this.#reasoning = undefined;
    if (text !== undefined) this.event({ type: 'TEXT_MESSAGE_END', messageId: text });
    if (reasoning === undefined) return;
    this.event({ type: 'REASONING_MESSAGE_END', messageId: reasoning });
    this.event({ type: 'REASONING_END', messageId: reasoning });
  }

  call(toolCallId: string, toolCallName: string, parentMessageId?: string): void {
    if (this.#calls.has(toolCallId)) return;
    this.closeBlock();
    this.#calls.add(toolCallId);
    const parent = parentMessageId !== undefined && { parentMessageId };
    this.event({ type: 'TOOL_CALL_START', toolCallId, toolCallName, ...parent });
  }

  args(toolCallId: string, delta: string): void {
    if (delta === '' || !this.#calls.has(toolCallId)) return;
    this.event({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
  }

  endCall(toolCallId: string): void {
    if (this.#calls.delete(toolCallId)) this.event({ type: 'TOOL_CALL_END', toolCallId });
  }

  /** The result of a call. These protocols give its message no id, so one is made. */
  result(toolCallId: string, content: string): void {
    this.endCall(toolCallId);
    this.closeBlock();
    const messageId = `${toolCallId}-result`;
    this.event({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool' });
  }

  /** Ends everything except the run. */
  close(): void {
    this.closeBlock();
    for (const id of [...this.#calls]) this.endCall(id);
  }
}
