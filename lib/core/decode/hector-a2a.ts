// A2A whose parts name their AG-UI event in metadata (Hector; keys with or without `agui_`). Parts become messages,
// reasoning and tool calls; a task becomes a run.

import {
  type A2aFrame,
  aguiMetadata,
  hasAguiParts,
  isEmptyEnd,
  openA2a,
  openPart,
  partsOf,
} from '@/lib/core/decode/a2a';
import { asText, EventBuilder, foreignEvent } from '@/lib/core/decode/event-builder';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Frame, Translation, Translator } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';

const ENDED = /(completed|canceled|cancelled|failed|rejected)$/i;
const FAILED = /(failed|rejected)$/i;

// Clients that do not know thinking get it in brackets.
const BRACKETS = /^\[Thinking: ([\s\S]*)\]$/;

/** The object in a data part: protojson nests it one level deeper than JSON-RPC. */
function dataOf(part: JsonObject): JsonObject {
  const data = part['data'];
  if (!isJsonObject(data)) return {};
  return isJsonObject(data['data']) ? data['data'] : data;
}

function open(value: unknown): A2aFrame | undefined {
  return openA2a(value) ?? openPart(value);
}

class HectorA2a implements Translation {
  readonly #builder = new EventBuilder();
  #blocks = 0;

  frame(frame: Frame): readonly Decoded[] | undefined {
    const parsed = parseFrame(frame);
    if (!('value' in parsed)) return [foreignEvent(frame.event ?? '')];
    const { value } = parsed;
    const found = open(value);
    if (found !== undefined) this.#take(found);
    else if (isJsonObject(value) && isJsonObject(value['error'])) this.#fail(value['error']);
    else if (frame.event === 'done' || isEmptyEnd(value)) this.#builder.finishRun();
    else if (frame.event === undefined || frame.event === 'message') return undefined;
    const events = this.#builder.take();
    // A frame without a counterpart in AG-UI still gets a row.
    if (events.length > 0) return events;
    const end = isEmptyEnd(value) ? 'done' : '';
    return [foreignEvent(found?.kind ?? frame.event ?? end, isJsonObject(value) ? value : undefined)];
  }

  end(): readonly Decoded[] {
    this.#builder.finishRun();
    return this.#builder.take();
  }

  #fail(error: JsonObject): void {
    this.#builder.failRun(stringOrEmpty(error['message']), asText(error['code']));
  }

  #take(found: A2aFrame): void {
    const { kind, body } = found;
    const threadId = stringOrEmpty(body['contextId']) || 'a2a';
    const runId = stringOrEmpty(kind === 'task' ? body['id'] : body['taskId']) || threadId;
    const status = isJsonObject(body['status']) ? stringOrEmpty(body['status']['state']) : '';
    const parts = partsOf(found);
    const isEnd = ENDED.test(status);
    if (!isEnd || parts.length > 0) this.#builder.startRun({ threadId, runId });
    const role = /user/i.test(stringOrEmpty(body['role'])) ? 'user' : 'assistant';
    for (const part of parts) this.#part(part, stringOrEmpty(body['messageId']) || runId, role);
    if (!isEnd || !this.#builder.isRunning) return;
    if (FAILED.test(status)) this.#builder.failRun(`The task is ${status}.`);
    else this.#builder.finishRun();
  }

  #part(part: JsonObject, messageId: string, role: string): void {
    const text = stringOrEmpty(part['text']);
    const id = stringOrEmpty(aguiMetadata(part, 'block_id'));
    switch (aguiMetadata(part, 'event_type')) {
      case 'tool_call':
        this.#call(part);
        break;
      case 'thinking':
        this.#builder.reasoning(id || `${messageId}-thinking`, text.replace(BRACKETS, '$1'));
        break;
      case 'thinking_complete':
        this.#builder.closeBlock();
        break;
      case 'error':
        this.#builder.failRun(text, asText(aguiMetadata(part, 'error_code')));
        break;
      case 'content_block':
      case 'message':
      case undefined:
        if (aguiMetadata(part, 'block_type') === 'thinking') this.#builder.reasoning(id || messageId, text);
        else if (text !== '') this.#builder.text(id || messageId, text, role);
        break;
      default:
        this.#builder.event({
          type: 'CUSTOM',
          name: stringOrEmpty(aguiMetadata(part, 'event_type')),
          value: part,
        });
    }
  }

  #call(part: JsonObject): void {
    const data = dataOf(part);
    const named = aguiMetadata(part, 'tool_call_id') ?? data['id'] ?? data['tool_call_id'];
    const id = stringOrEmpty(named) || `call-${this.#blocks++}`;
    if (aguiMetadata(part, 'is_error') === undefined) {
      this.#builder.call(id, stringOrEmpty(aguiMetadata(part, 'tool_name')) || stringOrEmpty(data['name']));
      this.#builder.args(id, asText(data['arguments']));
      this.#builder.endCall(id);
      return;
    }
    this.#builder.result(id, asText(data['content']) || asText(data['error']) || stringOrEmpty(part['text']));
  }
}

export const hectorA2a: Translator = {
  dialect: 'hector-a2a',
  judged: false,
  confidence(head) {
    const isOurs = head.some((value) => {
      const found = open(value);
      return found !== undefined && hasAguiParts(found);
    });
    return isOurs ? 0.96 : 0;
  },
  translate: () => new HectorA2a(),
};
