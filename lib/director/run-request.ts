// Facts about a run request that rules match, and the match.
import { ENVELOPE_KEYS, endpointOf, type RunRequestFacts, requestFacts } from '../core/agui/request-facts';
import { isJsonObject, parseJson, stringIn } from '../core/json/json';
import { starTest } from '../core/json/star-pattern';
import { withoutQuery } from '../core/json/url';
import type { PageRule, PageRuleMatch, ServedExchange } from '../messages/page-rules';
import { chooseExchange } from './choose-exchange';

export interface DirectedRequest extends RunRequestFacts {
  readonly url: string;
  readonly method: string;
  readonly thread?: string | undefined;
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
  /**
   * True for an EventSource or a WebSocket, which has no body. Only rules with a URL match it, as a page may have
   * other connections.
   */
  readonly isConnection?: true;
}

const isRunInput = (value: unknown): boolean => isJsonObject(value) && Array.isArray(value['messages']);

/** Reads the body of a run request, bare or in an envelope. */
export function readDirectedRequest(url: string, method: string, body: string | undefined): DirectedRequest {
  const root = parseJson(body ?? '');
  const inner = ENVELOPE_KEYS.map((key) => (isJsonObject(root) ? root[key] : undefined)).find(isRunInput);
  const input = inner ?? root;
  const envelope = inner === undefined || !isJsonObject(root) ? {} : root;
  return {
    url,
    method,
    thread: stringIn(input, 'threadId') ?? stringIn(input, 'thread_id'),
    run: stringIn(input, 'runId') ?? stringIn(input, 'run_id'),
    agent: stringIn(envelope['params'], 'agentId') ?? stringIn(input, 'agentId'),
    ...requestFacts(input, endpointOf(url, stringIn(envelope, 'method'))),
  };
}

/** A URL parameter that is the body of a run request. */
const isRunText = (text: string): boolean => stringIn(parseJson(text), 'runId') !== undefined;

/** Reads a connection; a page may have put the ids into the URL. */
export function connectionRequest(url: string): DirectedRequest {
  const query = new URL(url).searchParams;
  const idIn = (...names: readonly string[]): string | undefined =>
    names.map((name) => query.get(name) ?? undefined).find((value) => value !== undefined);
  const body = [...query.values()].find(isRunText);
  const read = readDirectedRequest(url, 'GET', body);
  return {
    ...read,
    thread: read.thread ?? idIn('threadId', 'thread_id', 'thread'),
    run: read.run ?? idIn('runId', 'run_id', 'run'),
    isConnection: true,
  };
}

const isIn = (path: string, segment: string): boolean =>
  withoutQuery(path).split('/').includes(encodeURIComponent(segment));

/** True if a request meets all conditions except the number. */
function meets(match: PageRuleMatch, request: DirectedRequest): boolean {
  const { url, method, thread, userText, agent } = match;
  if (request.isConnection && (url === undefined || thread !== undefined)) return false;
  return (
    (url === undefined || starTest(url.includes('*') ? url : `*${url}*`)(request.url)) &&
    (method === undefined || method.toUpperCase() === request.method.toUpperCase()) &&
    (thread === undefined || thread === request.thread) &&
    (userText === undefined || request.userText.toLowerCase().includes(userText.toLowerCase())) &&
    (agent === undefined || agent === request.agent || isIn(request.url, agent))
  );
}

/** Counts a request for a rule whose conditions it meets; returns its number among those, from 1. */
export type CountRequest = (ruleId: string) => number;

export function createRequestCounter(): { readonly count: CountRequest; readonly next: CountRequest } {
  const counts = new Map<string, number>();
  const next: CountRequest = (id) => (counts.get(id) ?? 0) + 1;
  return {
    /** Returns the next number. */
    next,
    count(id) {
      const nth = next(id);
      counts.set(id, nth);
      return nth;
    },
  };
}

/** Positions of the responses that a rule has served. */
type ServedOf = (ruleId: string) => ReadonlySet<number>;

export function createServedPositions(): {
  readonly servedOf: ServedOf;
  readonly markServed: (ruleId: string, position: number) => void;
} {
  const positions = new Map<string, Set<number>>();
  const servedOf = (id: string): Set<number> => positions.get(id) ?? new Set();
  return {
    servedOf,
    markServed(id, position) {
      positions.set(id, servedOf(id).add(position));
    },
  };
}

interface RequestHistory {
  readonly count: CountRequest;
  readonly servedOf: ServedOf;
}

/** A rule that applies, and the number of the request among those that meet its conditions. */
export interface AppliedRule {
  readonly rule: PageRule;
  /** Position of the rule in the list, from 1. */
  readonly position: number;
  /** For a rule that serves: position of the response in its recording, from 1. */
  readonly nth: number;
  readonly exchange?: ServedExchange | undefined;
}

export interface RulesForRequest {
  /** The first rule that responds; undefined if the server does. */
  readonly responding: AppliedRule | undefined;
  /** Ids of the rules above it that edit events of the response. */
  readonly editing: readonly string[];
}

/** The rules for a request. Counts the request for every rule that checked it. */
export function rulesFor(
  rules: readonly PageRule[],
  request: DirectedRequest,
  { count, servedOf }: RequestHistory,
): RulesForRequest {
  const editing: string[] = [];
  for (const [index, rule] of rules.entries()) {
    const { id, isOn, match, action } = rule;
    if (!isOn || !meets(match, request)) continue;
    const nth = count(id);
    if (match.nth !== undefined && match.nth !== nth) continue;
    if (action.kind === 'serve') {
      const { exchanges } = action;
      // A rule with a request number serves one response.
      const own = exchanges[nth - 1] === undefined ? 0 : nth - 1;
      const at = match.nth === undefined ? chooseExchange(exchanges, request, servedOf(id)) : own;
      if (at === undefined) continue;
      return { responding: { rule, position: index + 1, nth: at + 1, exchange: exchanges[at] }, editing };
    }
    if (action.kind === 'change') {
      // Only connections send messages.
      if (!action.event.isSent || request.isConnection) editing.push(id);
      continue;
    }
    return { responding: action.kind === 'pass' ? undefined : { rule, position: index + 1, nth }, editing };
  }
  return { responding: undefined, editing };
}
