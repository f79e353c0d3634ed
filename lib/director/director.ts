// Fills the slot of the page script: answers run requests of `fetch` by rule. Whatever goes wrong here, the request
// reaches the server.
import { failedByRule, servedFrom } from '../messages/answer-origin';
import type { DirectorReport, ToDirector } from '../messages/arming';
import type { PageRuleAction, ServedExchange } from '../messages/page-rules';
import { isRunRequest } from '../page/candidates';
import { absolute, apply, asText, membersOf, ownValue } from '../page/natives';
import type { DirectorSlot } from '../page/slot';
import { isGecko } from '../page/stacks';
import type { PageWindow } from '../page/tap';
import { type IdMapping, mapIds, renewedChunks } from './renewed-ids';
import {
  type AppliedRule,
  type DirectedRequest,
  type RequestCounts,
  readDirectedRequest,
  ruleFor,
} from './run-request';
import { createServedBody, type ServedBody } from './served-body';

/** Time that a run request of a new document waits for the first rules, in milliseconds. */
export const WAIT_MS = 200;

export interface DirectorParts {
  readonly page: PageWindow;
  readonly slot: DirectorSlot;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  readonly post: (report: DirectorReport) => void;
  readonly newId: () => string;
}

export interface Director {
  readonly receive: (message: ToDirector) => void;
}

type ServeAction = Extract<PageRuleAction, { readonly kind: 'serve' }>;

const originText = ({ rule: { action }, position, nth }: AppliedRule): string =>
  action.kind === 'serve' ? servedFrom(action.source, nth) : failedByRule(position);

export function createDirector({ page, slot, now, after, post, newId }: DirectorParts): Director {
  const { baseURI } = membersOf(page.Node);
  const { url: urlOf, signal: signalOf, method: methodOf, headers: headersOf } = membersOf(page.Request);
  const { aborted, reason: reasonOf } = membersOf(page.AbortSignal);
  const { get } = membersOf(page.Headers);
  const { clone } = membersOf(page.Response);
  const isRequest = (value: unknown): value is Request => value instanceof page.Request;

  let rules: Extract<ToDirector, { readonly kind: 'rules' }>['rules'] | undefined;
  let isOff = false;
  let endWait = (): void => {};
  const firstRules = new Promise<void>((resolve) => {
    endWait = resolve;
  });
  after(WAIT_MS, () => endWait());
  const counts: RequestCounts = new Map();
  const affected = new Map<string, number>();
  const mappings = new Map<string, IdMapping>();
  const origins = new WeakMap<object, string>();
  const served = new Set<ServedBody>();
  let reported = '';

  const report = (): void => {
    let paused = 0;
    for (const body of served) {
      const { isOver, isPlaying } = body.state();
      if (isOver) served.delete(body);
      else if (!isPlaying) paused++;
    }
    const next = { affected: Object.fromEntries(affected), open: served.size, paused };
    const text = JSON.stringify(next);
    // Most chunks change nothing of it.
    if (text !== reported) post(next);
    reported = text;
  };
  /** Properties that only the browser gives a response. */
  const dress = (response: Response, url: string): Response => {
    const type = new URL(url).origin === page.location.origin ? 'basic' : 'cors';
    const copy = (): Response => dress(clone(response), url);
    for (const [name, value] of Object.entries({ url, type, clone: copy }))
      Object.defineProperty(response, name, { value, configurable: true, writable: true });
    return response;
  };
  /** Rejects when the page aborts the request. */
  const untilAborted = (signal: AbortSignal, aborts: (error: unknown) => void): void => {
    if (aborted(signal)) aborts(reasonOf(signal));
    else signal.addEventListener('abort', () => aborts(reasonOf(signal)), { once: true });
  };
  // The words of the browser whose page this is.
  const networkError = (): TypeError =>
    new TypeError(isGecko ? 'NetworkError when attempting to fetch resource.' : 'Failed to fetch');
  const responseTo = (
    request: Request,
    body: BodyInit | null,
    { status, headers }: Pick<ServedExchange, 'status' | 'headers'>,
  ): Response => {
    // A script may make no response with a body of these.
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    return dress(new page.Response(hasBody ? body : null, { status, headers }), urlOf(request));
  };
  const serve = (
    request: Request,
    directed: DirectedRequest,
    { rule, nth }: AppliedRule,
    { exchanges, isPaused, pace }: ServeAction,
  ): Promise<Response> => {
    const exchange = exchanges[nth - 1] ?? exchanges[0];
    if (!exchange) return Promise.reject(networkError());
    const mapping: IdMapping = mappings.get(rule.id) ?? new Map();
    mappings.set(rule.id, mapping);
    mapIds(mapping, exchange, directed, newId);
    const bytes = renewedChunks(exchange, mapping);
    return new Promise((resolve, reject) => {
      let body: ServedBody | undefined;
      let isAborted = false;
      untilAborted(signalOf(request), (error) => {
        isAborted = true;
        body?.fail(error);
        reject(error);
      });
      const begin = (): void => {
        if (isAborted) return;
        body = createServedBody({
          chunks: exchange.chunks.map(({ t }, index) => ({ t, bytes: bytes[index] ?? new Uint8Array(0) })),
          startT: exchange.headT,
          endT: exchange.endT,
          broken: exchange.isBroken ? networkError : undefined,
          isPaused,
          pace,
          now,
          after,
          onChange: report,
        });
        served.add(body);
        resolve(responseTo(request, body.stream, exchange));
        report();
      };
      if (pace === 0) begin();
      else after(exchange.headT / pace, begin);
    });
  };
  const answer = (request: Request, directed: DirectedRequest, applied: AppliedRule): Promise<Response> => {
    const { action } = applied.rule;
    const { id } = applied.rule;
    affected.set(id, (affected.get(id) ?? 0) + 1);
    report();
    switch (action.kind) {
      case 'serve':
        return serve(request, directed, applied, action);
      case 'status':
        return Promise.resolve(
          responseTo(request, action.body, {
            status: action.status,
            headers: action.contentType === '' ? {} : { 'content-type': action.contentType },
          }),
        );
      case 'network-error':
        return Promise.reject(networkError());
      default:
        return new Promise((_, reject) => untilAborted(signalOf(request), reject));
    }
  };
  /** The rule for a request; undefined if it is to reach the server. */
  const applies = (directed: DirectedRequest): AppliedRule | undefined => {
    const applied = isOff ? undefined : ruleFor(rules ?? [], directed, counts);
    return applied?.rule.action.kind === 'pass' ? undefined : applied;
  };
  /** Reads a call as far as that runs no code of the page; undefined if it starts no run. */
  const readCall = (args: unknown[], made: string | undefined): DirectedRequest | undefined => {
    const { 0: input, 1: init } = args;
    const request = isRequest(input) ? input : undefined;
    const url = absolute(request ? urlOf(request) : input, baseURI(page.document));
    const method = asText(ownValue(init, 'method')) ?? (request ? methodOf(request) : 'GET');
    const body = asText(ownValue(init, 'body')) ?? made;
    const accept = request ? (get(headersOf(request), 'accept') ?? undefined) : undefined;
    const isRun = isRunRequest({ t: 0, url, method, accept, body });
    return isRun ? readDirectedRequest(url, method, body) : undefined;
  };

  slot.origin = (promise) => origins.get(promise);
  slot.fetch = (native, self, args, made) => {
    const passOn = (): Promise<Response> =>
      // A fetch returns a promise of a response.
      apply(native, self, args) as Promise<Response>;
    const directed = readCall(args, made);
    if (!directed) return passOn();
    const isWaiting = rules === undefined && !isOff;
    const applied = isWaiting ? undefined : applies(directed);
    if (!isWaiting && !applied) return passOn();
    let request: Request;
    try {
      // Reads and checks the options as the native would.
      request = Reflect.construct(page.Request, args);
    } catch (error) {
      return Promise.reject(error);
    }
    const note = (found: AppliedRule, promise: Promise<Response>): Promise<Response> => {
      origins.set(promise, originText(found));
      return promise;
    };
    if (applied) return note(applied, answer(request, directed, applied));
    const later: Promise<Response> = firstRules.then(() => {
      const found = applies(directed);
      if (found) note(found, later);
      // As above; the request holds all that was passed.
      return found ? answer(request, directed, found) : (apply(native, self, [request]) as Promise<Response>);
    });
    return later;
  };

  return {
    receive(message) {
      switch (message.kind) {
        case 'rules':
          rules = message.rules;
          endWait();
          return;
        case 'playback':
          for (const body of served) body[message.command]();
          return;
        case 'off':
          isOff = true;
          slot.fetch = undefined;
          // Served bodies go on to their end.
          for (const body of served) body.play();
          endWait();
      }
    },
  };
}
