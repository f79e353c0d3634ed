// Facts about a run request that rules match, and the match.
import type { PageRule, PageRuleMatch, ServedInput } from '../messages/page-rules';
import { fitsPattern, isObject, parseJson } from '../messages/values';

export interface DirectedRequest {
  readonly url: string;
  readonly method: string;
  readonly thread?: string | undefined;
  readonly run?: string | undefined;
  readonly agent?: string | undefined;
  readonly userText: string;
  readonly input: readonly ServedInput[];
  /** An EventSource or a WebSocket, which has no body. Only rules with a URL match it: a page may have others. */
  readonly isConnection?: true;
}

const memberText = (value: unknown, key: string): string | undefined => {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
};

/** The text of a message's content, which is a text or a list of parts. */
function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => memberText(part, 'text') ?? '').join('') : '';
}

/** Reads the body of a run request, bare or in CopilotKit's envelope. */
export function readDirectedRequest(url: string, method: string, body: string | undefined): DirectedRequest {
  const root = parseJson(body ?? '');
  const envelope = isObject(root) && isObject(root['body']) ? root : undefined;
  const input = envelope?.['body'] ?? root;
  const found = isObject(input) ? input['messages'] : undefined;
  const messages: readonly unknown[] = Array.isArray(found) ? found : [];
  const lastUser = messages.findLast((message) => memberText(message, 'role') === 'user');
  return {
    url,
    method,
    thread: memberText(input, 'threadId'),
    run: memberText(input, 'runId'),
    agent: memberText(envelope?.['params'], 'agentId') ?? memberText(input, 'agentId'),
    userText: isObject(lastUser) ? textOfContent(lastUser['content']) : '',
    input: messages.map((message) => ({
      id: memberText(message, 'id') ?? '',
      role: memberText(message, 'role') ?? '',
    })),
  };
}

/** A text in the query of a URL that is the body of a run request. */
const isRunText = (text: string): boolean => memberText(parseJson(text), 'runId') !== undefined;

/** Reads a connection, whose ids a page may have put into the URL. */
export function connectionRequest(url: string): DirectedRequest {
  const query = new URL(url).searchParams;
  const idIn = (...names: readonly string[]): string | undefined =>
    names.map((name) => query.get(name) ?? undefined).find((value) => value !== undefined);
  const body = [...query.values()].find(isRunText);
  const { thread, run, input } = readDirectedRequest(url, 'GET', body);
  return {
    url,
    method: 'GET',
    thread: thread ?? idIn('threadId', 'thread_id', 'thread'),
    run: run ?? idIn('runId', 'run_id', 'run'),
    userText: '',
    input,
    isConnection: true,
  };
}

const isIn = (path: string, segment: string): boolean => {
  const [beforeQuery = ''] = path.split(/[?#]/);
  return beforeQuery.split('/').includes(encodeURIComponent(segment));
};

/** True if a request meets every condition but its number. */
function meets(match: PageRuleMatch, request: DirectedRequest): boolean {
  const { url, method, thread, userText, agent } = match;
  if (request.isConnection && (url === undefined || thread !== undefined)) return false;
  return (
    (url === undefined || fitsPattern(url, request.url)) &&
    (method === undefined || method.toUpperCase() === request.method.toUpperCase()) &&
    (thread === undefined || thread === request.thread) &&
    (userText === undefined || request.userText.toLowerCase().includes(userText.toLowerCase())) &&
    (agent === undefined || agent === request.agent || isIn(request.url, agent))
  );
}

/** Counts a request for a rule whose conditions it meets: its number among those, from 1. */
export type CountRequest = (ruleId: string) => number;

export function createRequestCounter(): { readonly count: CountRequest; readonly next: CountRequest } {
  const counts = new Map<string, number>();
  const next: CountRequest = (id) => (counts.get(id) ?? 0) + 1;
  return {
    /** The number that the next one would have. */
    next,
    count(id) {
      const nth = next(id);
      counts.set(id, nth);
      return nth;
    },
  };
}

/** A rule that applies, and the number of the request among those that meet its conditions. */
export interface AppliedRule {
  readonly rule: PageRule;
  /** Position of the rule in the list, from 1. */
  readonly position: number;
  readonly nth: number;
}

export interface RulesForRequest {
  /** The first rule that answers; undefined if the server does. */
  readonly answering: AppliedRule | undefined;
  /** Ids of the rules above it that edit events of the answer. */
  readonly editing: readonly string[];
}

/** The rules for a request; counts the request for every rule that looked at it. */
export function rulesFor(
  rules: readonly PageRule[],
  request: DirectedRequest,
  count: CountRequest,
): RulesForRequest {
  const editing: string[] = [];
  for (const [index, rule] of rules.entries()) {
    const { id, isOn, match, action } = rule;
    if (!isOn || !meets(match, request)) continue;
    const nth = count(id);
    if (match.nth !== undefined && match.nth !== nth) continue;
    if (action.kind === 'serve' && action.exchanges[nth - 1] === undefined && match.nth === undefined)
      continue;
    if (action.kind === 'change') {
      editing.push(id);
      continue;
    }
    return { answering: action.kind === 'pass' ? undefined : { rule, position: index + 1, nth }, editing };
  }
  return { answering: undefined, editing };
}
