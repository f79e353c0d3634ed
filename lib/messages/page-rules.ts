// Rules that change what a page gets: an ordered list. The first that matches a run request answers it; those above it
// that match may edit events of the answer. They come from the panel or from a file, so that everything passes the gate
// below: each rule is rebuilt from declared fields.
import type { EventEdit, EventMatch } from './event-edits';
import { PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from './limits';
import { isObject, isWhole } from './values';

/** Conditions on a run request; an absent one is met by every request. */
export interface PageRuleMatch {
  /** Pattern of the whole URL, in which `*` stands for any text. */
  readonly url?: string;
  readonly method?: string;
  readonly thread?: string;
  /** Number of the request among those that meet the other conditions, from 1. */
  readonly nth?: number;
  /** Part of the last user message, in any case. */
  readonly userText?: string;
  /** Id of the agent in the request, or a segment of the path. */
  readonly agent?: string;
}

/** Bytes of a served body. Exactly one of `text` and `b64` is present. */
interface ServedChunk {
  /** Milliseconds since the request. */
  readonly t: number;
  readonly text?: string;
  readonly b64?: string;
}

export interface ServedInput {
  readonly id: string;
  readonly role: string;
}

export interface ServedExchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the request at which the head arrived. */
  readonly headT: number;
  readonly chunks: readonly ServedChunk[];
  /** Milliseconds since the request at which the body ended. */
  readonly endT: number;
  readonly isBroken?: boolean;
  /** The request failed before an answer began. */
  readonly isRefused?: boolean;
  readonly thread?: string;
  readonly run?: string;
  /** Path of the recorded request, and the method of its envelope. */
  readonly endpoint?: string;
  readonly userText?: string;
  /** It answers interrupts. */
  readonly isResume?: boolean;
  /** Messages of the recorded request, in order: their ids become those of the page's request. */
  readonly input: readonly ServedInput[];
  /** Ids of messages and tool calls that the answer made, to be made anew. */
  readonly ids: readonly string[];
}

export type PageRuleAction =
  /** Each matching request gets the exchange that is most like it, and each is served once; then the server answers. */
  | {
      readonly kind: 'serve';
      /** Name of the recording. */
      readonly source: string;
      readonly exchanges: readonly ServedExchange[];
      readonly isPaused: boolean;
      /** Times the recorded speed; 0 for all at once. */
      readonly pace: number;
    }
  | { readonly kind: 'status'; readonly status: number; readonly body: string; readonly contentType: string }
  | { readonly kind: 'network-error' }
  | { readonly kind: 'no-answer' }
  /** The request reaches the server, whatever the rules below say. */
  | { readonly kind: 'pass' }
  /** The answer comes from the server or from a rule below, and its events are edited on their way to the page. */
  | { readonly kind: 'change'; readonly event: EventMatch; readonly edit: EventEdit };

export interface PageRule {
  readonly id: string;
  readonly isOn: boolean;
  readonly match: PageRuleMatch;
  readonly action: PageRuleAction;
}

/** A run request that a panel sends from a document of the page, as a POST. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const PAGE_RULES_MAX = 100;
/** Maximum length of the bodies of all rules, in UTF-16 units. */
export const PAGE_RULES_LENGTH_MAX = 2 * PAYLOAD_MAX;

const EXCHANGES_MAX = 1000;
const PARTS_MAX = 100_000;
const PACE_MAX = 1000;
const DAY_MS = 86_400_000;
const HEADERS_MAX = 64;

/** Reads one value; undefined if it is invalid. */
type Reads<T> = (value: unknown) => T | undefined;

const texts =
  (max: number): Reads<string> =>
  (value) =>
    typeof value === 'string' && value.length <= max ? value : undefined;
const shortText = texts(TEXT_MAX);
const eventText = texts(REQUEST_BODY_MAX);
const bodyText = texts(PAGE_RULES_LENGTH_MAX);
const numbers =
  (min: number, max: number): Reads<number> =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max ? value : undefined;
const timeMs = numbers(0, DAY_MS);
/** A status that a page's script may make a response of. */
const httpStatus: Reads<number> = (value) => (isWhole(value) ? numbers(200, 599)(value) : undefined);
const flag: Reads<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const position: Reads<number> = (value) => (isWhole(value) && value > 0 ? value : undefined);
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function lists<T>(max: number, reads: Reads<T>): Reads<readonly T[]> {
  return (values) => {
    if (!Array.isArray(values) || values.length > max) return undefined;
    const read: T[] = [];
    for (const value of values) {
      const item = reads(value);
      if (item === undefined) return undefined;
      read.push(item);
    }
    return read;
  };
}

/** One reader for each member, so that a member without one does not compile. */
type MemberReaders<T> = { readonly [K in keyof T]-?: Reads<NonNullable<T[K]>> };

function objects<T extends object>(readers: MemberReaders<T>, optional: readonly (keyof T)[] = []): Reads<T> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const read: Partial<T> = {};
    // The keys of a mapped type over T are those of T.
    for (const key of Object.keys(readers) as (keyof T & string)[]) {
      const field = Object.hasOwn(value, key) ? value[key] : undefined;
      if (field === undefined && optional.includes(key)) continue;
      const member = readers[key](field);
      if (member === undefined) return undefined;
      read[key] = member;
    }
    // Every member was read, or may be absent.
    return read as T;
  };
}

const headers: Reads<Readonly<Record<string, string>>> = (value) => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const areValid = entries.every(
    ([name, text]) =>
      headerName.test(name) && typeof text === 'string' && text.length <= TEXT_MAX && headerValue.test(text),
  );
  if (!areValid || entries.length > HEADERS_MAX) return undefined;
  // Each value was found to be a text.
  return Object.fromEntries(entries) as Record<string, string>;
};

const anyChunk = objects<ServedChunk>({ t: timeMs, text: bodyText, b64: bodyText }, ['text', 'b64']);
const chunk: Reads<ServedChunk> = (value) => {
  const read = anyChunk(value);
  return read && (read.text === undefined) !== (read.b64 === undefined) ? read : undefined;
};

const exchange = objects<ServedExchange>(
  {
    status: httpStatus,
    headers,
    headT: timeMs,
    chunks: lists(PARTS_MAX, chunk),
    endT: timeMs,
    isBroken: flag,
    isRefused: flag,
    thread: shortText,
    run: shortText,
    endpoint: shortText,
    userText: eventText,
    isResume: flag,
    input: lists(PARTS_MAX, objects<ServedInput>({ id: shortText, role: shortText })),
    ids: lists(PARTS_MAX, shortText),
  },
  ['isBroken', 'isRefused', 'thread', 'run', 'endpoint', 'userText', 'isResume'],
);

const only =
  <K extends string>(kind: K): Reads<K> =>
  (value) =>
    value === kind ? kind : undefined;

function variants<T extends { readonly kind: string }>(readers: {
  readonly [kind: string]: Reads<T>;
}): Reads<T> {
  return (value) => {
    const kind = isObject(value) ? value['kind'] : undefined;
    return typeof kind === 'string' && Object.hasOwn(readers, kind) ? readers[kind]?.(value) : undefined;
  };
}

/** Saved matches of earlier versions have a type and a tool in place of a query. */
interface SavedMatch extends EventMatch {
  readonly type?: string;
  readonly tool?: string;
}

const savedMatch = objects<SavedMatch>(
  { query: shortText, nth: position, isSent: flag, type: shortText, tool: shortText },
  ['query', 'nth', 'isSent', 'type', 'tool'],
);

const eventMatch: Reads<EventMatch> = (value) => {
  const saved = savedMatch(value);
  if (saved === undefined) return undefined;
  const { type, tool, ...match } = saved;
  const terms = [
    ...(type === undefined ? [] : [`type:${type.replaceAll(' ', '')}`]),
    ...(tool === undefined ? [] : [`tool:"${tool}"`]),
  ];
  return terms.length === 0 ? match : { ...match, query: terms.join(' ') };
};

const edits: { readonly [K in EventEdit['kind']]: Reads<Extract<EventEdit, { readonly kind: K }>> } = {
  drop: objects({ kind: only('drop') }),
  hold: objects<Extract<EventEdit, { readonly kind: 'hold' }>>(
    { kind: only('hold'), hasBackPressure: flag },
    ['hasBackPressure'],
  ),
  delay: objects({ kind: only('delay'), ms: timeMs }),
  repeat: objects({ kind: only('repeat') }),
  halve: objects({ kind: only('halve') }),
  replace: objects({ kind: only('replace'), event: eventText }),
  insert: objects({ kind: only('insert'), event: eventText, isAfter: flag }),
  end: objects({ kind: only('end') }),
  break: objects({ kind: only('break') }),
  'run-error': objects({ kind: only('run-error') }),
};

export const parseEventEdit = variants<EventEdit>(edits);

export type ActionOf<K extends PageRuleAction['kind']> = Extract<PageRuleAction, { readonly kind: K }>;

const ACTIONS: { readonly [K in PageRuleAction['kind']]: Reads<ActionOf<K>> } = {
  serve: objects<ActionOf<'serve'>>({
    kind: only('serve'),
    source: shortText,
    exchanges: lists(EXCHANGES_MAX, exchange),
    isPaused: flag,
    pace: numbers(0, PACE_MAX),
  }),
  status: objects<ActionOf<'status'>>({
    kind: only('status'),
    status: httpStatus,
    body: texts(REQUEST_BODY_MAX),
    contentType: (value) => shortText(value) && (headerValue.test(String(value)) ? String(value) : undefined),
  }),
  'network-error': objects<ActionOf<'network-error'>>({ kind: only('network-error') }),
  'no-answer': objects<ActionOf<'no-answer'>>({ kind: only('no-answer') }),
  pass: objects<ActionOf<'pass'>>({ kind: only('pass') }),
  change: objects<ActionOf<'change'>>({ kind: only('change'), event: eventMatch, edit: parseEventEdit }),
};

const action = variants<PageRuleAction>(ACTIONS);

const match = objects<PageRuleMatch>(
  {
    url: shortText,
    method: shortText,
    thread: shortText,
    nth: position,
    userText: shortText,
    agent: shortText,
  },
  ['url', 'method', 'thread', 'nth', 'userText', 'agent'],
);

const rules = lists(PAGE_RULES_MAX, objects<PageRule>({ id: shortText, isOn: flag, match, action }));

const webUrl: Reads<string> = (value) => {
  const url = shortText(value);
  return url && /^https?:\/\//.test(url) ? url : undefined;
};

export const parseSentRequest = objects<SentRequest>({ url: webUrl, headers, body: eventText });

/** Length of the bodies that rules serve, in UTF-16 units. */
function lengthOfPageRules(list: readonly PageRule[]): number {
  let length = 0;
  for (const { action: made } of list)
    if (made.kind === 'serve')
      for (const { chunks } of made.exchanges)
        for (const { text, b64 } of chunks) length += (text ?? b64 ?? '').length;
  return length;
}

/** Rebuilds rules from any value; undefined if anything in them is invalid or too long. Never throws. */
export function parsePageRules(value: unknown): readonly PageRule[] | undefined {
  const read = rules(value);
  return read && lengthOfPageRules(read) <= PAGE_RULES_LENGTH_MAX ? read : undefined;
}
