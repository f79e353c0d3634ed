// Rules that change what a page gets: an ordered list. The first rule that matches a run request responds to it;
// matching rules above it may edit events of the response. Rules come from the panel or from a file, so they are
// validated: each rule is rebuilt from declared fields.
import type { EventEdit, EventMatch } from './event-edits';
import { PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from './limits';
import {
  flag,
  listOf,
  number,
  objectOf,
  recordOf,
  text,
  type Validator,
  variants,
  whole,
} from './validators';
import { isObject } from './values';

/** Conditions on a run request; absent ones always match. */
export interface PageRuleMatch {
  /** Part of the URL; with `*`, which matches any text, the whole URL. */
  readonly url?: string;
  readonly method?: string;
  readonly thread?: string;
  /** Number of the request among those that meet the other conditions, from 1. */
  readonly nth?: number;
  /** Part of the last user message, case-insensitive. */
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
  /** Arrival of the response head, milliseconds since the request. */
  readonly headT: number;
  readonly chunks: readonly ServedChunk[];
  /** End of the body, milliseconds since the request. */
  readonly endT: number;
  readonly isBroken?: boolean;
  /** True if the request failed before a response. */
  readonly isRefused?: boolean;
  readonly thread?: string;
  readonly run?: string;
  /** Path of the recorded request, and the method of its envelope. */
  readonly endpoint?: string;
  readonly userText?: string;
  /** True if it answers interrupts. */
  readonly isResume?: boolean;
  /** Messages of the recorded request, in order: their ids become those of the page's request. */
  readonly input: readonly ServedInput[];
  /** Ids of messages and tool calls that the response created; they are renewed. */
  readonly ids: readonly string[];
}

export type PageRuleAction =
  /** Each matching request gets the most similar exchange, each of which is served once; then the server responds. */
  | {
      readonly kind: 'serve';
      /** Name of the recording. */
      readonly source: string;
      readonly exchanges: readonly ServedExchange[];
      readonly isPaused: boolean;
      /** Factor of the recorded speed; 0 for no delays. */
      readonly pace: number;
    }
  | { readonly kind: 'status'; readonly status: number; readonly body: string; readonly contentType: string }
  | { readonly kind: 'network-error' }
  | { readonly kind: 'no-answer' }
  /** The request reaches the server, regardless of the rules below. */
  | { readonly kind: 'pass' }
  /** The response comes from the server or a rule below; its events are edited. */
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
/** One day: the longest delay of an event, and the latest part of a response. */
export const DELAY_MAX_MS = 86_400_000;
const HEADERS_MAX = 64;

const shortText = text(TEXT_MAX);
const eventText = text(REQUEST_BODY_MAX);
const bodyText = text(PAGE_RULES_LENGTH_MAX);
const timeMs = number(0, DELAY_MAX_MS);
const position = whole(1);
/** Statuses that a Response can have. */
const httpStatus = whole(200, 599);
const headerName = text(Number.MAX_SAFE_INTEGER, /^[!#$%&'*+.^_`|~\w-]+$/);
const headerValue = text(TEXT_MAX, /^[\t\x20-\x7e\x80-\xff]*$/);
const headers = recordOf(headerValue, headerName, HEADERS_MAX);

const anyChunk = objectOf<ServedChunk>({ t: timeMs, text: bodyText, b64: bodyText }, ['text', 'b64']);
const chunk: Validator<ServedChunk> = (value) => {
  const read = anyChunk(value);
  return read && (read.text === undefined) !== (read.b64 === undefined) ? read : undefined;
};

const exchange = objectOf<ServedExchange>(
  {
    status: httpStatus,
    headers,
    headT: timeMs,
    chunks: listOf(chunk, PARTS_MAX),
    endT: timeMs,
    isBroken: flag,
    isRefused: flag,
    thread: shortText,
    run: shortText,
    endpoint: shortText,
    userText: eventText,
    isResume: flag,
    input: listOf(objectOf<ServedInput>({ id: shortText, role: shortText }), PARTS_MAX),
    ids: listOf(shortText, PARTS_MAX),
  },
  ['isBroken', 'isRefused', 'thread', 'run', 'endpoint', 'userText', 'isResume'],
);

/** Refuses a match with unknown conditions: ignoring them would match more than intended. */
function onlyKnown<T extends object>(validate: Validator<T>): Validator<T> {
  return (value) => {
    const valid = validate(value);
    if (valid === undefined || !isObject(value)) return undefined;
    const isKnown = ([name, condition]: [string, unknown]): boolean =>
      condition === undefined || Object.hasOwn(valid, name);
    return Object.entries(value).every(isKnown) ? valid : undefined;
  };
}

const eventMatch = onlyKnown(
  objectOf<EventMatch>({ query: shortText, nth: position, isSent: flag }, ['query', 'nth', 'isSent']),
);

export const parseEventEdit = variants<EventEdit>(
  {
    drop: {},
    hold: { hasBackPressure: flag },
    delay: { ms: timeMs },
    repeat: {},
    halve: {},
    replace: { event: eventText },
    insert: { event: eventText, isAfter: flag },
    end: {},
    break: {},
    'run-error': {},
  },
  ['hasBackPressure'],
);

export type ActionOf<K extends PageRuleAction['kind']> = Extract<PageRuleAction, { readonly kind: K }>;

const action = variants<PageRuleAction>({
  serve: {
    source: shortText,
    exchanges: listOf(exchange, EXCHANGES_MAX),
    isPaused: flag,
    pace: number(0, PACE_MAX),
  },
  status: { status: httpStatus, body: eventText, contentType: headerValue },
  'network-error': {},
  'no-answer': {},
  pass: {},
  change: { event: eventMatch, edit: parseEventEdit },
});

const match = onlyKnown(
  objectOf<PageRuleMatch>(
    {
      url: shortText,
      method: shortText,
      thread: shortText,
      nth: position,
      userText: shortText,
      agent: shortText,
    },
    ['url', 'method', 'thread', 'nth', 'userText', 'agent'],
  ),
);

const rules = listOf(objectOf<PageRule>({ id: shortText, isOn: flag, match, action }), PAGE_RULES_MAX);

const webUrl = text(TEXT_MAX, /^https?:\/\//);

export const parseSentRequest = objectOf<SentRequest>({ url: webUrl, headers, body: eventText });

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
