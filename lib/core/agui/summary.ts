// One-line summaries of events for their rows: values, not only kinds.
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { cut, preview } from '@/lib/core/json/preview';
import { SUMMARY_WORDS as WORDS } from '@/lib/core/json/words';

const LENGTH = 160;
const VALUE = 48;
/** Maximum number of listed operations of a patch. */
const OPERATIONS = 3;

/** Facts from the rest of the log. */
interface SummaryNames {
  /** An id, shortened. */
  id(id: string): string;
  tool?(): string;
  /** Name of the event's subagent, else its id. */
  subagent?(): string;
  /** The value at a pointer before the event; undefined if missing or unknown. */
  before?(pointer: string): Json | undefined;
}

const PLAIN: SummaryNames = { id: (id) => id };

function valueText(value: Json | undefined): string {
  return value === undefined ? '' : preview(value, VALUE);
}

function size(value: Json | undefined): string {
  if (isJsonArray(value)) return WORDS.items(value.length);
  if (isJsonObject(value))
    return [WORDS.keys(Object.keys(value).length), preview(value, VALUE * 2)].join(' · ');
  return value === undefined ? '' : cut(preview(value, LENGTH), LENGTH);
}

function operation(op: Json, names: SummaryNames): string {
  if (!isJsonObject(op)) return '?';
  const [kind, path, from] = [stringOrEmpty(op['op']), stringOrEmpty(op['path']), stringOrEmpty(op['from'])];
  const value = preview(op['value'], VALUE);
  const name = path === '' ? WORDS.whole : path;
  const before = kind === 'add' && /\/\d+$/.test(path) ? undefined : names.before?.(path);
  const was = before === undefined ? undefined : preview(before, VALUE);
  switch (kind) {
    case 'add':
    case 'replace':
      if (path.endsWith('/-')) return `${path.slice(0, -2) || WORDS.whole} + ${value}`;
      return was === undefined ? WORDS.set(name, value) : WORDS.changed(name, value, was);
    case 'remove':
      return was === undefined ? WORDS.removed(name) : WORDS.removedFrom(name, was);
    case 'move':
      return WORDS.moved(name, from);
    case 'copy':
      return WORDS.copied(name, from);
    case 'test':
      return WORDS.tested(name, value);
    default:
      return `${kind} ${path}`.trim();
  }
}

function operations(value: Json | undefined, names: SummaryNames): string {
  if (!isJsonArray(value)) return size(value);
  const shown: string[] = [];
  for (const [at, op] of value.slice(0, OPERATIONS).entries()) {
    // Not the value before the patch if an earlier operation of it wrote there.
    shown.push(operation(op, at === 0 ? names : onlyFirst(names, value.slice(0, at))));
  }
  const more = value.length - shown.length;
  return [...shown, ...(more > 0 ? [WORDS.more(more)] : [])].join(', ');
}

/** Names without values that earlier operations may have changed. */
function onlyFirst(names: SummaryNames, earlier: readonly Json[]): SummaryNames {
  const paths = earlier.map((op) => (isJsonObject(op) ? stringOrEmpty(op['path']) : ''));
  const isTouched = (pointer: string) =>
    paths.some((path) => pointer.startsWith(path) || path.startsWith(pointer) || /\/(\d+|-)$/.test(path));
  return { ...names, before: (pointer) => (isTouched(pointer) ? undefined : names.before?.(pointer)) };
}

export function outcomeOf(event: JsonObject): string {
  const value = event['outcome'];
  const reason = stringOrEmpty(event['finishReason']) || stringOrEmpty(event['finish_reason']);
  if (!isJsonObject(value)) return reason;
  const interrupts = value['interrupts'];
  const reasons = isJsonArray(interrupts)
    ? interrupts
        .map((item) =>
          isJsonObject(item) ? stringOrEmpty(item['message']) || stringOrEmpty(item['reason']) : '',
        )
        .join(', ')
    : '';
  return [[stringOrEmpty(value['type']), reasons].filter(Boolean).join(': '), reason]
    .filter(Boolean)
    .join(' · ');
}

/** Name of the foreign event in a RAW: its name, its type, or its content. */
export function rawName(event: Json | undefined): string {
  if (isJsonArray(event)) return event.length > 0 ? `[${event.length}] ${rawName(event[0])}` : '[0]';
  if (!isJsonObject(event)) return valueText(event);
  const named =
    stringOrEmpty(event['event']) ||
    stringOrEmpty(event['type']) ||
    stringOrEmpty(event['object']) ||
    stringOrEmpty(event['kind']);
  const detail = stringOrEmpty(event['name']);
  if (named !== '') return detail === '' ? named : `${named} ${detail}`;
  return detail === '' ? preview(event, VALUE * 2) : detail;
}

/** The streamed text of a known foreign event. */
function rawText(event: Json | undefined): string {
  const data = isJsonObject(event) ? event['data'] : undefined;
  const chunk = isJsonObject(data) ? data['chunk'] : undefined;
  const content = isJsonObject(chunk) ? stringOrEmpty(chunk['content']) : '';
  return content === '' ? '' : JSON.stringify(content);
}

const ended = (name: string, event: JsonObject): string => {
  const outcome = outcomeOf(event);
  return outcome === '' ? WORDS.ends(name) : [name, outcome].filter(Boolean).join(' · ');
};

function subagent(event: JsonObject, names: SummaryNames): string {
  return names.subagent?.() || names.id(stringOrEmpty(event['subagentRunId']));
}

type SummaryLine = (event: JsonObject, names: SummaryNames) => string;

const LINES: Readonly<Record<string, SummaryLine>> = {
  RUN_STARTED: (e, { id }) => WORDS.startsIn(id(stringOrEmpty(e['runId'])), id(stringOrEmpty(e['threadId']))),
  RUN_FINISHED: (e, { id }) => ended(id(stringOrEmpty(e['runId'])), e),
  RUN_ERROR: (e) => [stringOrEmpty(e['code']), stringOrEmpty(e['message'])].filter(Boolean).join(': '),
  STEP_STARTED: (e, { id }) => WORDS.starts(id(stringOrEmpty(e['stepName']))),
  STEP_FINISHED: (e, { id }) => WORDS.ends(id(stringOrEmpty(e['stepName']))),
  TEXT_MESSAGE_START: (e, { id }) =>
    `${stringOrEmpty(e['role']) || 'assistant'} ${id(stringOrEmpty(e['messageId']))}`,
  TOOL_CALL_START: (e, { id }) => `${stringOrEmpty(e['toolCallName'])} ${id(stringOrEmpty(e['toolCallId']))}`,
  TOOL_CALL_END: (e, { id, tool }) => WORDS.called(tool?.() || id(stringOrEmpty(e['toolCallId']))),
  TOOL_CALL_RESULT: (e, { id, tool }) =>
    `${tool?.() || id(stringOrEmpty(e['toolCallId']))} → ${stringOrEmpty(e['content']) || size(e['content'])}`,
  STATE_SNAPSHOT: (e) => size(e['snapshot']),
  STATE_DELTA: (e, names) => operations(e['delta'], names),
  MESSAGES_SNAPSHOT: (e) =>
    isJsonArray(e['messages']) ? WORDS.messages(e['messages'].length) : size(e['messages']),
  ACTIVITY_SNAPSHOT: (e, { id }) =>
    [stringOrEmpty(e['activityType']) || id(stringOrEmpty(e['messageId'])), valueText(e['content'])]
      .filter(Boolean)
      .join(' · '),
  ACTIVITY_DELTA: (e, { id }) => `${stringOrEmpty(e['activityType'])} ${operations(e['patch'], { id })}`,
  SUBAGENT_STARTED: (e, { id }) =>
    WORDS.starts(`${stringOrEmpty(e['name'])} ${id(stringOrEmpty(e['subagentRunId']))}`.trim()),
  SUBAGENT_FINISHED: (e, names) => ended(subagent(e, names), e),
  SUBAGENT_ERROR: (e, names) => WORDS.failed(subagent(e, names), stringOrEmpty(e['message'])),
  CUSTOM: (e) =>
    [stringOrEmpty(e['name']), e['value'] === undefined ? '' : valueText(e['value'])]
      .filter(Boolean)
      .join(' = '),
  RAW: (e) =>
    [stringOrEmpty(e['source']), rawName(e['event']), rawText(e['event'])].filter(Boolean).join(' · '),
  REASONING_ENCRYPTED_VALUE: (e, { id }) =>
    `${stringOrEmpty(e['subtype'])} ${id(stringOrEmpty(e['entityId']))} · ${WORDS.characters(stringOrEmpty(e['encryptedValue']).length)}`,
};

/** One line of at most 160 characters, such as the text of a delta, the name of a call or a new value. */
export function summaryOf(type: string, event: JsonObject, names: SummaryNames = PLAIN): string {
  // The type may be the name of an inherited property.
  const line = Object.hasOwn(LINES, type) ? LINES[type] : undefined;
  const delta = event['delta'];
  const id = names.id(stringOrEmpty(event['messageId']) || stringOrEmpty(event['toolCallId']));
  const plain = type.endsWith('_END') ? WORDS.ends(id) : type.endsWith('_START') ? WORDS.starts(id) : id;
  const made =
    line !== undefined ? line(event, names) : typeof delta === 'string' ? JSON.stringify(delta) : plain;
  return cut(made, LENGTH);
}
