// The beginning of a session as the recipient sees it: conversation and event list.
import { textOfContent } from '@/lib/core/agui/content-part';
import { summaryOf } from '@/lib/core/agui/summary';
import { isJsonObject, type JsonObject, objectsIn } from '@/lib/core/json/json';
import { cut } from '@/lib/core/json/preview';
import type { Log } from '@/lib/core/log/log';
import { subagentNameAt } from '@/lib/core/log/stream-facts';
import { seqsAndBoundaries } from '@/lib/core/log/walk';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';

interface PreviewMessage {
  readonly role: string;
  readonly text: string;
  /** Calls of tools: name and arguments. */
  readonly calls: readonly string[];
}

interface PreviewRow {
  readonly seq: number;
  readonly type: string;
  readonly count: number;
  readonly summary: string;
}

export interface SessionPreview {
  readonly messages: readonly PreviewMessage[];
  readonly rows: readonly PreviewRow[];
  /** True if the session continues. */
  readonly isCut: boolean;
}

/** Events that are read, rows and messages that are shown. */
const EVENTS_MAX = 2_000;
const ROWS_MAX = 100;
const MESSAGES_MAX = 50;
/** UTF-16 units. */
const TEXT_MAX = 600;
const CALL_MAX = 160;

function callText(call: JsonObject): string {
  const { name = '', arguments: args = '' } = isJsonObject(call['function']) ? call['function'] : {};
  return cut(`${String(name)} ${typeof args === 'string' ? args : JSON.stringify(args)}`, CALL_MAX);
}

function previewMessage(message: JsonObject): PreviewMessage {
  const { role, content, toolCalls } = message;
  const calls = objectsIn(toolCalls).map(callText);
  return { role: String(role), text: cut(textOfContent(content), TEXT_MAX), calls };
}

/** Parts of one text are one row. */
function previewRows(log: Log, length: number): readonly PreviewRow[] {
  const rows: PreviewRow[] = [];
  for (let seq = 0; seq < length && rows.length < ROWS_MAX; seq++) {
    const { type = '', event = {} } = log.at(seq) ?? {};
    const last = rows.at(-1);
    const isPart = typeof event['delta'] === 'string' && last?.type === type;
    if (isPart) rows[rows.length - 1] = { ...last, count: last.count + 1 };
    else {
      const names = { id: (id: string) => id, subagent: () => subagentNameAt(log, seq) };
      rows.push({ seq, type, count: 1, summary: summaryOf(type, event, names) });
    }
  }
  return rows;
}

export function sessionPreview(log: Log): SessionPreview {
  const length = Math.min(log.length, EVENTS_MAX);
  let model = modelFold.init();
  // Messages of the user are in requests, which are boundaries.
  for (const fact of seqsAndBoundaries(log, length)) {
    const event = typeof fact === 'number' ? log.at(fact) : undefined;
    if (event !== undefined) model = modelFold.step(model, event);
    else if (typeof fact === 'object') model = modelFold.boundary?.(model, fact) ?? model;
  }
  // Reasoning may be empty or encrypted.
  const messages = [...model.threads]
    .flatMap((thread) => [...thread.messages].map(({ message }) => previewMessage(asJson(message))))
    .filter(({ text, calls }) => text !== '' || calls.length > 0);
  const rows = previewRows(log, length);
  return {
    messages: messages.slice(0, MESSAGES_MAX),
    rows,
    isCut: log.length > length || messages.length > MESSAGES_MAX || rows.length === ROWS_MAX,
  };
}
