// A one-line summary of an event, for its row in the list.
import { isJsonObject, type Json, type JsonObject } from './json';

const LENGTH = 160;

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function size(value: Json | undefined): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (isJsonObject(value)) {
    const count = Object.keys(value).length;
    return `${count} ${count === 1 ? 'key' : 'keys'}`;
  }
  return JSON.stringify(value)?.slice(0, LENGTH) ?? '';
}

function operations(value: Json | undefined): string {
  if (!Array.isArray(value)) return size(value);
  return value.map((op) => (isJsonObject(op) ? `${text(op['op'])} ${text(op['path'])}` : '?')).join(', ');
}

function outcome(event: JsonObject): string {
  const value = event['outcome'];
  if (!isJsonObject(value)) return '';
  const interrupts = value['interrupts'];
  const reasons = Array.isArray(interrupts)
    ? interrupts
        .map((item) => (isJsonObject(item) ? text(item['message']) || text(item['reason']) : ''))
        .join(', ')
    : '';
  return [text(value['type']), reasons].filter(Boolean).join(': ');
}

const LINES: Readonly<Record<string, (event: JsonObject) => string>> = {
  RUN_STARTED: (e) => `${text(e['runId'])} starts · thread ${text(e['threadId'])}`,
  RUN_FINISHED: (e) => [text(e['runId']), outcome(e)].filter(Boolean).join(' · '),
  RUN_ERROR: (e) => [text(e['code']), text(e['message'])].filter(Boolean).join(': '),
  STEP_STARTED: (e) => `${text(e['stepName'])} starts`,
  STEP_FINISHED: (e) => `${text(e['stepName'])} ends`,
  TEXT_MESSAGE_START: (e) => `${text(e['role']) || 'assistant'} ${text(e['messageId'])}`,
  TOOL_CALL_START: (e) => `${text(e['toolCallName'])} ${text(e['toolCallId'])}`,
  TOOL_CALL_RESULT: (e) => `${text(e['toolCallId'])} → ${text(e['content']) || size(e['content'])}`,
  STATE_SNAPSHOT: (e) => size(e['snapshot']),
  STATE_DELTA: (e) => operations(e['delta']),
  MESSAGES_SNAPSHOT: (e) => size(e['messages']).replace('item', 'message'),
  ACTIVITY_SNAPSHOT: (e) => `${text(e['activityType'])} ${text(e['messageId'])}`,
  ACTIVITY_DELTA: (e) => `${text(e['activityType'])} ${operations(e['patch'])}`,
  SUBAGENT_STARTED: (e) => `${text(e['name'])} ${text(e['subagentRunId'])}`,
  SUBAGENT_FINISHED: (e) => [text(e['subagentRunId']), outcome(e)].filter(Boolean).join(' · '),
  SUBAGENT_ERROR: (e) => `${text(e['subagentRunId'])} ${text(e['message'])}`,
  CUSTOM: (e) => `${text(e['name'])} ${size(e['value'])}`,
  RAW: (e) => [text(e['source']), size(e['event'])].filter(Boolean).join(' '),
  REASONING_ENCRYPTED_VALUE: (e) =>
    `${text(e['subtype'])} ${text(e['entityId'])} · ${text(e['encryptedValue']).length} characters`,
};

/** One line of at most 160 characters: a delta's text, a call's name, what was set. */
export function summaryOf(type: string, event: JsonObject): string {
  // A hostile type may be the name of an inherited property.
  const line = Object.hasOwn(LINES, type) ? LINES[type] : undefined;
  const delta = event['delta'];
  const id = text(event['messageId']) || text(event['toolCallId']);
  const plain = type.endsWith('_END') ? `${id} ends` : type.endsWith('_START') ? `${id} starts` : id;
  const made = line !== undefined ? line(event) : typeof delta === 'string' ? JSON.stringify(delta) : plain;
  return made.length > LENGTH ? `${made.slice(0, LENGTH)}…` : made;
}
