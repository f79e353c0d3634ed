// Fills the slot of the page script: responds to run requests of `fetch` and XMLHttpRequest by rule, edits events of
// responses and connections, and sends requests of the panel. After any failure, the request of the page reaches the
// server.

import {
  type DirectorReport,
  HELD_EVENTS_MAX,
  type HeldCommand,
  type HeldEvent,
  type ToDirector,
  TYPE_MAX,
} from '../messages/arming';
import { newIdsNote } from '../messages/edit-notes';
import type { ActionOf, SentRequest, ServedExchange } from '../messages/page-rules';
import { failedByRule, SENT_BY_YOU, servedFrom } from '../messages/response-origin';
import { type DirectedFacts, isRunRequest } from '../page/candidates';
import { absolute, apply, asText, isObject, membersOf, ownValue } from '../page/natives';
import type { DirectorSlot, SentXhr } from '../page/slot';
import { isGecko } from '../page/stacks';
import type { Emit, PageWindow } from '../page/tap';
import { chooseExchange } from './choose-exchange';
import { createConnectionResponse } from './connection-response';
import { createDirectedXhr, readXhrRequest } from './directed-xhr';
import { createEditedBody, type EditedBody } from './edited-body';
import {
  type ConnectionTap,
  createEditedConnection,
  type EditedConnection,
  nativeConnection,
  type OwnConnection,
} from './edited-connection';
import type { EventEditorParts, EventRule } from './event-editor';
import { formatOfType } from './frame-splitter';
import { changedIds, type IdMapping, mapIds, renewedChunks } from './renewed-ids';
import {
  type AppliedRule,
  type CountRequest,
  connectionRequest,
  createRequestCounter,
  createServedPositions,
  type DirectedRequest,
  type RulesForRequest,
  readDirectedRequest,
  rulesFor,
} from './run-request';
import { createServedBody, type ServedBody } from './served-body';
import { createServedConnection } from './served-connection';

/** Interval of checks for the arming script, in milliseconds. */
const WATCH_MS = 1000;

/** Maximum wait of a new document's run request, ms. Rules arrive within one second, measured on busy machines. */
export const WAIT_MS = 5000;

interface DirectorParts {
  readonly page: PageWindow;
  readonly slot: DirectorSlot;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  /** False once no arming script receives it. */
  readonly post: (report: DirectorReport) => boolean;
  readonly newId: () => string;
}

export interface Director {
  readonly receive: (message: ToDirector) => void;
}

type ServeAction = ActionOf<'serve'>;

interface SentRun {
  readonly body: string;
  readonly abort: AbortController;
  /** True once its call has arrived at the slot. */
  isFound: boolean;
}

interface DirectedCall {
  readonly directed: DirectedRequest;
  readonly applied: RulesForRequest;
}

interface EditedCall {
  readonly signal: AbortSignal;
  /** Ids of the rules. */
  readonly editing: readonly string[];
  /** Excludes a response from the records. */
  readonly leave: (response: Response, isFollowed: false) => void;
}

/** Properties of a response that scripts cannot set. */
type ResponseFacts = Pick<Response, 'url' | 'type' | 'redirected'>;

interface ConnectionParts {
  readonly directed: DirectedRequest;
  readonly countOnce: CountRequest;
  readonly own: OwnConnection;
}

interface MadeParts {
  readonly prototype: object;
  readonly emit: Emit;
}

/** Counts a request once per rule, although the rules of an open connection may change. */
function createOnce(count: CountRequest): CountRequest {
  const numbers = new Map<string, number>();
  return (id) => {
    const nth = numbers.get(id) ?? count(id);
    numbers.set(id, nth);
    return nth;
  };
}

/** The URL of a connection; throws or returns undefined if the browser refuses it or reads it differently. */
function connectionUrl(tap: ConnectionTap, text: string): string | undefined {
  const url = new URL(text);
  if (tap === 'event-source') return url.href;
  return /^wss?:$/.test(url.protocol) && url.hash === '' ? url.href : undefined;
}

const isConnectionTap = (tap: string): tap is ConnectionTap => tap === 'event-source' || tap === 'web-socket';

const isWithoutRules = ({ responding, editing }: RulesForRequest): boolean =>
  !responding && editing.length === 0;

const originText = ({ rule: { action }, position, nth }: AppliedRule): string =>
  action.kind === 'serve' ? servedFrom(action.source, nth) : failedByRule(position);

/** Returns `otherwise` if `work` throws, so that the browser handles the call. */
function unlessThrown<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export function createDirector({ page, slot, now, after, post, newId }: DirectorParts): Director {
  const { baseURI } = membersOf(page.Node);
  const { url: urlOf, signal: signalOf, method: methodOf, headers: headersOf } = membersOf(page.Request);
  const { aborted, reason: reasonOf } = membersOf(page.AbortSignal);
  const { get } = membersOf(page.Headers);
  const {
    body: bodyOf,
    clone,
    headers: responseHeaders,
    ok,
    redirected,
    status: statusOf,
    statusText,
    type: typeOf,
    url: responseUrl,
  } = membersOf(page.Response);
  const isRequest = (value: unknown): value is Request => value instanceof page.Request;

  let rules: Extract<ToDirector, { readonly kind: 'rules' }>['rules'] | undefined;
  let isOff = false;
  let endWait = (): void => {};
  let isWaiting = true;
  const firstRules = new Promise<void>((resolve) => {
    endWait = () => {
      isWaiting = false;
      resolve();
    };
  });
  after(WAIT_MS, () => endWait());
  const { count, next } = createRequestCounter();
  const { servedOf, markServed } = createServedPositions();
  const affected = new Map<string, number>();
  const mappings = new Map<string, IdMapping>();
  const recordFacts = new WeakMap<object, DirectedFacts>();
  /** The request of an XMLHttpRequest while its `fetch` call has not reached the slot. */
  let ofXhr: DirectedCall | undefined;
  const served = new Set<ServedBody>();
  const edited = new Set<EditedBody>();
  /** Events that wait for a command, oldest first. */
  const held = new Map<
    string,
    { readonly event: HeldEvent; readonly resume: (command: HeldCommand) => void }
  >();
  const sent = new Set<SentRun>();
  const notEditable = new Map<string, string>();
  const connections = new WeakMap<EventTarget, EditedConnection>();
  const waiting = new Set<EditedConnection>();
  /** Facts of served responses. */
  const factsOf = new WeakMap<Response, ResponseFacts>();
  let reported = '';
  let isWatching = false;

  const current = (): DirectorReport => {
    let paused = 0;
    for (const body of served) {
      const { isOver, isPlaying } = body.state();
      if (isOver) served.delete(body);
      else if (!isPlaying) paused++;
    }
    return {
      affected: Object.fromEntries(affected),
      notEditable: Object.fromEntries(notEditable),
      held: [...held.values()].map(({ event }) => event),
      open: served.size,
      paused,
      sending: sent.size,
    };
  };
  const report = (): void => {
    const next = current();
    const text = JSON.stringify(next);
    // Most chunks do not change the report.
    if (text !== reported) post(next);
    reported = text;
    if (next.held.length + next.paused + next.sending > 0) watch();
  };
  /**
   * While events wait or requests are sent, checks for the arming script, which may end without a message; without
   * one, rules are turned off.
   */
  const watch = (): void => {
    if (isWatching) return;
    isWatching = true;
    after(WATCH_MS, () => {
      isWatching = false;
      if (isOff) return;
      // The current report: an older one could list events that are no longer held.
      if (post(current())) report();
      else receive({ kind: 'off' });
    });
  };
  const affect = (id: string): void => {
    affected.set(id, (affected.get(id) ?? 0) + 1);
    report();
  };
  const dress = (response: Response, facts: ResponseFacts): Response => {
    factsOf.set(response, facts);
    const copy = (): Response => dress(clone(response), facts);
    for (const [name, value] of Object.entries({ ...facts, clone: copy }))
      Object.defineProperty(response, name, { value, configurable: true, writable: true });
    return response;
  };
  const untilAborted = (signal: AbortSignal, aborts: (error: unknown) => void): void => {
    if (aborted(signal)) aborts(reasonOf(signal));
    else signal.addEventListener('abort', () => aborts(reasonOf(signal)), { once: true });
  };
  // The browser's own error message.
  const networkError = (): TypeError =>
    new TypeError(isGecko ? 'NetworkError when attempting to fetch resource.' : 'Failed to fetch');
  const brokenBody = (): TypeError => new TypeError(isGecko ? 'Error in input stream' : 'network error');
  const responseTo = (
    request: Request,
    body: BodyInit | null,
    { status, headers }: Pick<ServedExchange, 'status' | 'headers'>,
  ): Response => {
    // Responses with these statuses cannot have a body.
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    const url = urlOf(request);
    const type = new URL(url).origin === page.location.origin ? 'basic' : 'cors';
    const response = new page.Response(hasBody ? body : null, { status, headers });
    return dress(response, { url, type, redirected: false });
  };
  const prepareBody = (
    exchange: ServedExchange,
    directed: DirectedRequest,
    { rule, isPaused, pace }: Pick<ServeAction, 'isPaused' | 'pace'> & { readonly rule: string },
  ): ((note: (text: string) => void) => ServedBody) => {
    const mapping: IdMapping = mappings.get(rule) ?? new Map();
    mappings.set(rule, mapping);
    mapIds(mapping, exchange, directed, newId);
    const bytes = renewedChunks(exchange, mapping);
    const pairs = changedIds(mapping, exchange);
    return (note) => {
      const body = createServedBody({
        chunks: exchange.chunks.map(({ t }, index) => ({ t, bytes: bytes[index] ?? new Uint8Array(0) })),
        startT: exchange.headT,
        endT: exchange.endT,
        broken: exchange.isBroken ? brokenBody : undefined,
        isPaused,
        pace,
        now,
        after,
        onBegin() {
          if (pairs.length > 0) note(newIdsNote(pairs));
        },
        onChange: report,
      });
      served.add(body);
      return body;
    };
  };
  const serve = (
    request: Request,
    directed: DirectedRequest,
    { rule, exchange }: AppliedRule,
    { isPaused, pace }: ServeAction,
  ): Promise<Response> => {
    if (!exchange) return Promise.reject(networkError());
    const beginBody = prepareBody(exchange, directed, { rule: rule.id, isPaused, pace });
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
        if (exchange.isRefused) {
          reject(networkError());
          return;
        }
        body = beginBody((text) => slot.writers.get(response)?.note(text));
        const response = responseTo(request, body.stream, exchange);
        resolve(response);
        report();
      };
      if (pace === 0) begin();
      else after((exchange.isRefused ? exchange.endT : exchange.headT) / pace, begin);
    });
  };
  const respondByRule = (
    request: Request,
    directed: DirectedRequest,
    applied: AppliedRule,
  ): Promise<Response> => {
    const { action, id } = applied.rule;
    affect(id);
    if (applied.exchange) markServed(id, applied.nth - 1);
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
  /** The active ones among rules that edit events. */
  const eventRules = (ids: readonly string[], ofSent: boolean): readonly EventRule[] =>
    (isOff ? [] : (rules ?? [])).flatMap(({ id, isOn, action }, index) =>
      isOn && action.kind === 'change' && ids.includes(id) && (action.event.isSent ?? false) === ofSent
        ? [{ id, position: index + 1, ...action }]
        : [],
    );
  /** Edits the events of one response, or the messages of the page, by rules with these ids. */
  const editing = (ids: () => readonly string[], ofSent = false): Omit<EventEditorParts, 'note'> => {
    let holdId = '';
    return {
      rules: () => eventRules(ids(), ofSent),
      now,
      after,
      onEdit: ({ id }) => affect(id),
      onHold(event, resume) {
        if (isOff || held.size >= HELD_EVENTS_MAX) return false;
        holdId = newId();
        held.set(holdId, { event: { ...event, id: holdId, ...(ofSent && { isSent: true }) }, resume });
        report();
        return true;
      },
      onResume() {
        held.delete(holdId);
        report();
      },
    };
  };
  const reportNotEditable = (ids: readonly string[], type: string): void => {
    for (const id of ids) notEditable.set(id, type.slice(0, TYPE_MAX));
    report();
  };
  const edit = (response: Response, { signal, editing: ids, leave }: EditedCall): Response => {
    const type = get(responseHeaders(response), 'content-type') ?? '';
    const format = formatOfType(type);
    if (!ok(response)) return response;
    if (!format) {
      reportNotEditable(ids, type);
      return response;
    }
    // The page reads another response: this one is not recorded.
    leave(response, false);
    const source = bodyOf(response);
    if (!source) return response;
    const body = createEditedBody({
      ...editing(() => ids),
      source: source.getReader(),
      format,
      networkError: brokenBody,
      note: (text) => slot.writers.get(made)?.note(text),
      onEnd: () => edited.delete(body),
    });
    edited.add(body);
    untilAborted(signal, body.fail);
    const made: Response = dress(
      new page.Response(body.stream, {
        status: statusOf(response),
        statusText: statusText(response),
        headers: responseHeaders(response),
      }),
      factsOf.get(response) ?? {
        url: responseUrl(response),
        type: typeOf(response),
        redirected: redirected(response),
      },
    );
    return made;
  };
  const connect = (
    target: EventTarget,
    tap: ConnectionTap,
    { directed, countOnce, own }: ConnectionParts,
  ): EditedConnection => {
    let known: typeof rules;
    let ids: readonly string[] = [];
    const currentIds = (): readonly string[] => {
      if (rules !== known) ids = rulesFor(rules ?? [], directed, { count: countOnce, servedOf }).editing;
      known = rules;
      return ids;
    };
    const connection = createEditedConnection({
      ...editing(currentIds),
      page,
      target,
      tap,
      own,
      sent: editing(currentIds, true),
      untilKnown: () => (isWaiting ? firstRules : undefined),
      writer: () => slot.writers.get(target),
      onBinary(isSent) {
        const found = eventRules(currentIds(), isSent).map(({ id }) => id);
        if (found.length > 0) reportNotEditable(found, 'binary');
      },
      onIdle() {
        if (connection.isIdle()) waiting.delete(connection);
        leaveSlot();
      },
    });
    connections.set(target, connection);
    return connection;
  };
  /** Empties the slot once the tab is disarmed and no event waits. */
  const leaveSlot = (): void => {
    if (!isOff || waiting.size > 0) return;
    slot.taken = undefined;
    slot.sent = undefined;
  };
  const take = (
    target: EventTarget,
    tap: ConnectionTap,
    by: (connection: EditedConnection) => boolean,
  ): boolean => {
    const connection =
      connections.get(target) ??
      connect(target, tap, {
        directed: connectionRequest(String(Reflect.get(target, 'url'))),
        countOnce: createOnce(count),
        own: nativeConnection(target),
      });
    const isTaken = by(connection);
    if (!connection.isIdle()) waiting.add(connection);
    return isTaken;
  };
  const applies = (directed: DirectedRequest): RulesForRequest =>
    rulesFor(isOff ? [] : (rules ?? []), directed, { count, servedOf });
  /** Reads a call without running code of the page; undefined if it starts no run. */
  const readCall = (args: unknown[], made: string | undefined): DirectedRequest | undefined => {
    const { 0: input, 1: init } = args;
    const request = isRequest(input) ? input : undefined;
    const body = asText(ownValue(init, 'body')) ?? made;
    const accept = request ? (get(headersOf(request), 'accept') ?? undefined) : undefined;
    // First, as most calls are not run requests.
    if (!isRunRequest({ accept, body })) return undefined;
    const url = absolute(request ? urlOf(request) : input, baseURI(page.document));
    const method = asText(ownValue(init, 'method')) ?? (request ? methodOf(request) : 'GET');
    return readDirectedRequest(url, method, body);
  };

  /** Sends a request of the panel as the page would, and reads the response to its end, so that it is recorded. */
  const send = async ({ url, headers, body }: SentRequest): Promise<void> => {
    const run: SentRun = { body, abort: new page.AbortController(), isFound: false };
    sent.add(run);
    report();
    try {
      const init: RequestInit = { method: 'POST', headers: { ...headers }, body, signal: run.abort.signal };
      // A fetch returns a promise of a response.
      const response = await (apply(page.fetch, page, [url, init]) as Promise<Response>);
      const reader = bodyOf(response)?.getReader();
      let isOver = !reader;
      while (!isOver) isOver = (await reader?.read())?.done ?? true;
    } catch {
      // The record of the request contains the reason.
    }
    sent.delete(run);
    report();
  };
  const stopSent = (): void => {
    for (const { abort } of sent) abort.abort();
  };
  /**
   * True for the call of a request of the panel, to which rules do not apply. The page may pass it on later, or as a
   * Request.
   */
  const isSent = (args: unknown[], made: string | undefined): boolean => {
    if (sent.size === 0) return false;
    const body = asText(ownValue(args[1], 'body')) ?? made;
    for (const run of sent)
      if (!run.isFound && run.body === body) {
        run.isFound = true;
        return true;
      }
    return false;
  };

  slot.facts = (promise) => recordFacts.get(promise);
  /** A connection with a response by rule; undefined for one of the browser. */
  const makeConnection = (tap: ConnectionTap, args: readonly unknown[], { prototype, emit }: MadeParts) => {
    const url = connectionUrl(tap, absolute(args[0], baseURI(page.document)));
    if (url === undefined) return undefined;
    const directed = connectionRequest(url);
    const found = rulesFor(rules ?? [], directed, { count: next, servedOf }).responding;
    if (!found) return undefined;
    const { action, id } = found.rule;
    if (action.kind === 'serve') {
      const type = found.exchange?.headers['content-type'] ?? '';
      if (!formatOfType(type)) {
        reportNotEditable([id], type);
        return undefined;
      }
    }
    const countOnce = createOnce(count);
    rulesFor(rules ?? [], directed, { count: countOnce, servedOf });
    const response = createConnectionResponse({
      directed,
      action,
      choose(asked) {
        if (action.kind !== 'serve') return undefined;
        const at = chooseExchange(action.exchanges, asked, servedOf(id));
        if (at !== undefined) markServed(id, at);
        return at === undefined ? undefined : action.exchanges[at];
      },
      prepareBody: (exchange, asked, playing) => prepareBody(exchange, asked, { ...playing, rule: id }),
      note: (to, text) => slot.writers.get(to.target)?.note(text),
    });
    const made = createServedConnection({
      page,
      tap,
      url,
      args,
      prototype,
      emit,
      origin: originText(found),
      take: (event) => slot.taken?.(made.target, event, tap) ?? false,
      onSend: (text) => response.send(made, text),
      onClose: response.close,
    });
    const own = { readState: made.readState, close: ([code]: readonly unknown[]) => made.close(code) };
    connect(made.target, tap, { directed, countOnce, own });
    affect(id);
    after(0, () => response.begin(made, tap));
    return made.target;
  };
  slot.made = (tap, args, newTarget, emit) =>
    unlessThrown(undefined, () => {
      const prototype: unknown = Reflect.get(newTarget, 'prototype');
      if (!isConnectionTap(tap) || !isObject(prototype)) return undefined;
      return makeConnection(tap, args, { prototype, emit });
    });
  slot.taken = (target, event, tap) =>
    unlessThrown(
      false,
      () => isConnectionTap(tap) && take(target, tap, (connection) => connection.take(event)),
    );
  slot.sent = (target, data, send) =>
    unlessThrown(
      false,
      () =>
        target instanceof EventTarget &&
        take(target, 'web-socket', (connection) => connection.takeSent(data, send)),
    );
  /** Takes over a request of an XMLHttpRequest if rules apply, or may apply once they arrive. */
  const carryOut = (sent: SentXhr): boolean => {
    const request = readXhrRequest(page, sent);
    if (!request) return false;
    const { directed, init, body } = request;
    const known = isWaiting ? undefined : applies(directed);
    if (known && isWithoutRules(known)) return false;
    const directedXhr = createDirectedXhr({ page, xhr: sent.xhr, body, after });
    const begin = (applied: RulesForRequest): void =>
      directedXhr.begin((signal) => {
        ofXhr = { directed, applied };
        return Reflect.apply(sent.fetch, page, [directed.url, { ...init(), signal }]);
      });
    if (known) begin(known);
    else
      void firstRules.then(() => {
        if (!directedXhr.isSent()) return;
        const applied = applies(directed);
        if (!isWithoutRules(applied)) begin(applied);
        else {
          directedXhr.release();
          sent.send();
        }
      });
    return true;
  };
  slot.send = (sent) => unlessThrown(false, () => carryOut(sent));
  slot.fetch = (native, self, args, made, leave) => {
    const passOn = (passed: readonly unknown[] = args): Promise<Response> =>
      // A fetch returns a promise of a response.
      apply(native, self, passed) as Promise<Response>;
    const known = ofXhr;
    ofXhr = undefined;
    if (!known && isSent(args, made)) {
      const promise = passOn();
      recordFacts.set(promise, { origin: SENT_BY_YOU });
      return promise;
    }
    const directed = known?.directed ?? readCall(args, made);
    if (!directed) return passOn();
    const applied = known?.applied ?? (isWaiting ? undefined : applies(directed));
    if (applied && isWithoutRules(applied)) return passOn();
    let request: Request;
    try {
      // Reads and validates the options as the native function would.
      request = Reflect.construct(page.Request, args);
    } catch (error) {
      return Promise.reject(error);
    }
    const respond = ({ responding, editing: ids }: RulesForRequest): Promise<Response> => {
      // The request contains all arguments.
      const responded = responding ? respondByRule(request, directed, responding) : passOn([request]);
      if (ids.length === 0) return responded;
      const signal = signalOf(request);
      return responded.then((response) => edit(response, { signal, editing: ids, leave }));
    };
    const note = ({ responding }: RulesForRequest, promise: Promise<Response>): void => {
      const origin = responding && originText(responding);
      recordFacts.set(promise, known ? { origin, transport: 'xhr' } : { origin });
    };
    if (applied) {
      const promise = respond(applied);
      note(applied, promise);
      return promise;
    }
    const untilRules = new Promise<void>((resolve, reject) => {
      untilAborted(signalOf(request), reject);
      void firstRules.then(resolve);
    });
    const later: Promise<Response> = untilRules.then(() => {
      const found = applies(directed);
      note(found, later);
      return respond(found);
    });
    return later;
  };

  const receive = (message: ToDirector): void => {
    switch (message.kind) {
      case 'rules':
        rules = message.rules;
        endWait();
        return;
      case 'playback':
        for (const body of served) body[message.command]();
        return;
      case 'held':
        held.get(message.id)?.resume(message.command);
        return;
      case 'send':
        if (!isOff) void send(message.request);
        return;
      case 'stop-sent':
        stopSent();
        return;
      case 'off':
        isOff = true;
        slot.fetch = undefined;
        slot.made = undefined;
        slot.send = undefined;
        stopSent();
        // Bodies continue to their end without further edits.
        for (const body of served) body.play();
        for (const body of edited) body.goOn();
        for (const connection of waiting) connection.goOn();
        endWait();
        leaveSlot();
    }
  };
  return { receive };
}
