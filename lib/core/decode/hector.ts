// Hector's own "AG-UI" stream: `event: content_block_delta` with protojson, its payload flat or under a oneof key.
// Blocks become messages, thinking becomes reasoning, a task becomes a run. On the wire it is not AG-UI.

import { asText, EventBuilder, foreignEvent } from '@/lib/core/decode/event-builder';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Frame, Translation, Translator } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { wordsIn } from '@/lib/core/json/words-in';

const NAMES = wordsIn(`
  message_start message_delta message_stop content_block_start content_block_delta content_block_stop
  tool_call_start tool_call_delta tool_call_stop thinking_start thinking_delta thinking_stop task_start
  task_update task_complete task_error
`);

const OWN: ReadonlySet<string> = new Set(NAMES);
const KNOWN: ReadonlySet<string> = new Set<string>([...NAMES, 'agui_event', 'error', 'done']);
const PREFIX = 'AGUI_EVENT_TYPE_';

function camel(name: string): string {
  return name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A frame's name and payload, in either shape; undefined if it is not Hector's. */
function open(value: JsonObject, event: string | undefined): { name: string; body: JsonObject } | undefined {
  const type = value['type'];
  const isTyped = typeof type === 'string' && type.startsWith(PREFIX);
  const name = isTyped ? type.slice(PREFIX.length).toLowerCase() : (event ?? '');
  const nested = isTyped || KNOWN.has(name) ? value[camel(name)] : undefined;
  if (isJsonObject(nested)) return { name, body: nested };
  if (isTyped) return { name, body: value };
  // Other protocols use these event names, too, but their payloads have a `type`.
  return KNOWN.has(name) && type === undefined ? { name, body: value } : undefined;
}

class Hector implements Translation {
  #timestamp: number | undefined;
  readonly #builder = new EventBuilder(() => this.#timestamp);
  #role = 'assistant';
  #message = 'message';
  readonly #reasoningBlocks = new Set<string>();
  readonly #hasArgs = new Set<string>();

  frame(frame: Frame): readonly Decoded[] | undefined {
    const parsed = parseFrame(frame);
    if (!('value' in parsed) || !isJsonObject(parsed.value)) return undefined;
    const found = open(parsed.value, frame.event);
    if (found === undefined) return undefined;
    const time = Date.parse(stringOrEmpty(parsed.value['timestamp']));
    this.#timestamp = Number.isNaN(time) ? undefined : time;
    const { name, body } = found;
    const [family] = name.split('_');
    if (family === 'tool') this.#translateCall(name, body);
    else if (family === 'thinking') this.#translateThinking(name, body);
    else if (family === 'content') this.#translateBlock(name, body);
    else if (family === 'message') this.#translateMessage(name, body);
    else this.#translateTask(name, body, parsed.value);
    return this.#builder.take();
  }

  end(): readonly Decoded[] {
    this.#builder.finishRun();
    return this.#builder.take();
  }

  #start(body: JsonObject): void {
    const threadId = stringOrEmpty(body['contextId']) || 'hector';
    this.#builder.startRun({ threadId, runId: stringOrEmpty(body['taskId']) || threadId });
  }

  #translateMessage(name: string, body: JsonObject): void {
    if (name === 'message_stop') {
      this.#builder.closeBlock();
      return;
    }
    this.#start(body);
    this.#message = stringOrEmpty(body['messageId']) || this.#message;
    if (name === 'message_start') this.#role = stringOrEmpty(body['role']) === 'user' ? 'user' : 'assistant';
    else this.#builder.text(this.#message, stringOrEmpty(body['delta']), this.#role);
  }

  #translateBlock(name: string, body: JsonObject): void {
    const id = stringOrEmpty(body['blockId']) || this.#message;
    if (name === 'content_block_stop') {
      this.#builder.closeBlock();
      return;
    }
    if (name === 'content_block_start' && body['blockType'] === 'thinking') this.#reasoningBlocks.add(id);
    if (this.#reasoningBlocks.has(id)) this.#builder.reasoning(id, stringOrEmpty(body['delta']));
    else this.#builder.text(id, stringOrEmpty(body['delta']), this.#role);
  }

  #translateThinking(name: string, body: JsonObject): void {
    const id = stringOrEmpty(body['thinkingId']) || 'thinking';
    if (name !== 'thinking_stop') {
      this.#builder.reasoning(id, stringOrEmpty(body['delta']));
      return;
    }
    const encryptedValue = stringOrEmpty(body['signature']);
    this.#builder.closeBlock();
    if (encryptedValue === '') return;
    this.#builder.event({
      type: 'REASONING_ENCRYPTED_VALUE',
      subtype: 'message',
      entityId: id,
      encryptedValue,
    });
  }

  #translateCall(name: string, body: JsonObject): void {
    const id = stringOrEmpty(body['toolCallId']) || 'call';
    if (name === 'tool_call_start') {
      this.#builder.call(id, stringOrEmpty(body['toolName']));
      this.#args(id, asText(body['input']));
      return;
    }
    if (name === 'tool_call_delta') {
      this.#args(id, asText(body['partialInput']));
      return;
    }
    if (!this.#hasArgs.has(id)) this.#args(id, asText(body['finalInput']));
    this.#builder.endCall(id);
    const { result, error } = body;
    const content = asText(result) || asText(error);
    if (result !== undefined || error !== undefined || body['isError'] === true)
      this.#builder.result(id, content);
  }

  #args(id: string, delta: string): void {
    if (delta !== '') this.#hasArgs.add(id);
    this.#builder.args(id, delta);
  }

  #translateTask(name: string, body: JsonObject, whole: JsonObject): void {
    const builder = this.#builder;
    const { error } = body;
    if (name === 'task_start') this.#start(body);
    else if (name === 'task_update') builder.event({ type: 'CUSTOM', name: 'task_update', value: body });
    else if (name === 'task_complete') builder.finishRun(body['result']);
    else if (name === 'task_error')
      builder.failRun(stringOrEmpty(body['errorMessage']), stringOrEmpty(body['errorCode']));
    else if (name === 'error') builder.failRun(stringOrEmpty(isJsonObject(error) ? error['message'] : error));
    else if (name === 'done') builder.finishRun();
    else builder.row(foreignEvent(name, whole));
  }
}

function confidenceOf(value: unknown, frame: Frame | undefined): number {
  if (!isJsonObject(value)) return 0;
  const found = open(value, frame?.event);
  if (found === undefined) return 0;
  if (found.body !== value || value['type'] !== undefined) return 0.97;
  return OWN.has(found.name) ? 0.9 : 0;
}

export const hector: Translator = {
  dialect: 'hector',
  judged: false,
  confidence: (head, frames) => Math.max(0, ...head.map((value, at) => confidenceOf(value, frames[at]))),
  translate: () => new Hector(),
};
