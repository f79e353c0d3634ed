// The protocol of Cloudflare Agents on a socket: text chunks, whole tool calls, state. A run begins with the page's
// INIT and ends with the socket. Steps and custom events have AG-UI's names, but this is not an AG-UI stream.
import { isEventType } from '@/lib/core/agui/events';
import { decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { asText, EventBuilder, foreignEvent, type RunIds } from '@/lib/core/decode/event-builder';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Frame, Translation, Translator } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';

const SIGNS: ReadonlySet<unknown> = new Set(['TEXT_CHUNK', 'TOOL_CALL', 'READY', 'PONG', 'INIT']);
const SILENT: ReadonlySet<string> = new Set(['READY', 'PONG', 'INIT']);
// AG-UI event types that this protocol shares. Any other AG-UI type means the socket carries AG-UI after all.
const SHARED: ReadonlySet<string> = new Set([
  'TOOL_CALL_RESULT',
  'STEP_STARTED',
  'STEP_FINISHED',
  'CUSTOM',
  'RAW',
]);

function isState(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('cf_agent_');
}

class Cloudflare implements Translation {
  readonly #builder = new EventBuilder();
  #ids: RunIds = { threadId: 'cloudflare', runId: 'cloudflare' };
  #isRequested = false;

  request(input: JsonObject): void {
    this.#ids = {
      threadId: stringOrEmpty(input['threadId']) || this.#ids.threadId,
      runId: stringOrEmpty(input['runId']) || this.#ids.runId,
    };
    this.#isRequested = true;
  }

  frame(frame: Frame): readonly Decoded[] | undefined {
    const parsed = parseFrame(frame);
    if (!('value' in parsed) || !isJsonObject(parsed.value)) return undefined;
    const value = parsed.value;
    const type = value['type'];
    if (typeof type !== 'string') return undefined;
    if (SILENT.has(type)) return [{ ...foreignEvent(type, value), isControl: true }];
    if (isEventType(type) && !SHARED.has(type)) return undefined;
    this.#translate(value, type);
    return this.#builder.take();
  }

  end(): readonly Decoded[] {
    this.#builder.finishRun();
    return this.#builder.take();
  }

  #begin(): void {
    if (this.#isRequested) this.#builder.finishRun();
    this.#isRequested = false;
    this.#builder.startRun(this.#ids);
  }

  #translate(value: JsonObject, type: string): void {
    const builder = this.#builder;
    const callId = stringOrEmpty(value['toolCallId']) || 'call';
    // State is sent when the socket opens, before any run; everything else belongs to a run.
    if (!isState(type)) this.#begin();
    switch (type) {
      case 'TEXT_CHUNK':
        builder.text(stringOrEmpty(value['messageId']) || 'message', stringOrEmpty(value['text']));
        break;
      case 'TOOL_CALL': {
        const parent = value['parentMessageId'];
        builder.call(
          callId,
          stringOrEmpty(value['toolName']),
          typeof parent === 'string' ? parent : undefined,
        );
        builder.args(callId, asText(value['args']));
        builder.endCall(callId);
        break;
      }
      case 'TOOL_CALL_RESULT':
        builder.result(callId, asText(value['content']));
        break;
      case 'cf_agent_state':
        builder.event({ type: 'STATE_SNAPSHOT', snapshot: value['state'] ?? null });
        break;
      default: {
        const plain = decodeEvent(value);
        const message = `This ${type} is incomplete.`;
        if (!isEventType(type)) builder.row(foreignEvent(type, value));
        else if (plain.problems.length === 0) builder.row(plain);
        else builder.row({ ...plain, problems: [{ code: 'dialect', message }] });
      }
    }
  }
}

/** A type shared with AG-UI is no evidence, not even a result without a message id. */
function confidenceOf(value: unknown): number {
  if (!isJsonObject(value)) return 0;
  const type = value['type'];
  if (type === 'TEXT_CHUNK' || type === 'TOOL_CALL' || isState(type)) return 0.95;
  return SIGNS.has(type) ? 0.85 : 0;
}

export const cloudflareAgents: Translator = {
  dialect: 'cloudflare-agents',
  judged: false,
  confidence: (head) => Math.max(0, ...head.map(confidenceOf)),
  translate: () => new Cloudflare(),
};
