// fetch: reads the request of a possible run and follows the body of a response that may be AG-UI (follow-*.ts). The
// page gets the browser's own promise, unless the request asks for a run.
import type { CloseHow } from '../messages/records';
import { createBodies, isAbort } from './bodies';
import {
  asksForCapabilities,
  asksForStream,
  headerPart,
  type Interest,
  interestIn,
  isRunRequest,
  isStopPath,
  isStopRequest,
  looksLikeJson,
  type RequestFacts,
  requestPart,
} from './candidates';
import { followPipes } from './follow-pipes';
import { followResponses } from './follow-responses';
import { followStreams } from './follow-streams';
import {
  absolute,
  apply,
  asText,
  createList,
  createNotes,
  errorFacts,
  forEach,
  isA,
  isArray,
  isObject,
  membersOf,
  ownValue,
  push,
  shift,
  toLowerCase,
  toUpperCase,
  whenSettled,
} from './natives';
import { type FoundOptions, readAlong, readOptions } from './options';
import { slot } from './slot';
import { scrub } from './stacks';
import type { Emit, PageWindow, Patcher, Tap } from './tap';

interface FetchCall extends RequestFacts {
  readonly signal: AbortSignal | undefined;
}

// Requests with JSON that are remembered until the page reads their responses: a response may turn out to be a
// stream without a sign in the request.
const RECENT_MAX = 8;

const { aborted } = membersOf(AbortSignal);

interface MadeRequest {
  /** The text body from which it was made. */
  readonly body: string | undefined;
}

const isSignal = isA(aborted) as (value: unknown) => value is AbortSignal;

function createRequestReader(page: PageWindow) {
  const { get } = membersOf(page.Headers);
  const { baseURI } = membersOf(page.Node);
  const { headers: headersOf, url: urlOf, method: methodOf, signal: signalOf } = membersOf(page.Request);
  const isHeaders = isA((headers: Headers) => get(headers, 'accept')) as (value: unknown) => value is Headers;
  const made = createNotes<MadeRequest>();

  /** Notes the `accept` of headers, and returns the headers for the browser. */
  const readHeaders = (headers: unknown, found: FoundOptions): unknown => {
    const note = (key: unknown, value: unknown): unknown => {
      if (!found.accept && toLowerCase(asText(key) ?? '') === 'accept') found.accept = asText(value);
      return value;
    };
    if (!isObject(headers)) return headers;
    if (isHeaders(headers)) note('accept', get(headers, 'accept'));
    else if (isArray(headers))
      forEach(headers as unknown[], (pair) => note(ownValue(pair, '0'), ownValue(pair, '1')));
    else return readAlong(headers, note);
    return headers;
  };
  const bodyIn = (input: unknown, found: FoundOptions): string | undefined => {
    const body = found.body ?? made.get(input)?.body;
    return looksLikeJson(body) ? body : undefined;
  };
  return {
    made,
    /** The options of a call, as read by the browser; complete once it returns. */
    read: (args: unknown[]): FoundOptions => readOptions(args, readHeaders),
    keep: (request: object, input: unknown, found: FoundOptions): void =>
      made.set(request, { body: bodyIn(input, found) }),
    /** The facts of a call that may be a run; undefined for others, in constant time. */
    call(t: number, input: unknown, found: FoundOptions, answer: object): FetchCall | undefined {
      const request = made.get(input) && (input as Request);
      const body = bodyIn(input, found);
      const accept = (found.accept ?? (request && get(headersOf(request), 'accept')) ?? undefined) as
        | string
        | undefined;
      const target = request ? urlOf(request) : input;
      const path = asText(target) ?? '';
      if (!body && !asksForStream(accept) && !isStopPath(path) && !asksForCapabilities(path))
        return undefined;
      const signal = isSignal(found.signal) ? found.signal : request && signalOf(request);
      if (signal && aborted(signal)) return undefined;
      return {
        t,
        url: absolute(target, baseURI(page.document)),
        method: toUpperCase(asText(found.method) ?? (request ? methodOf(request) : 'GET')),
        accept,
        body,
        signal,
        // A getter: a director may have to wait for its rules.
        get directed() {
          return slot.facts?.(answer);
        },
      };
    },
  };
}

function tapFetch(page: PageWindow, emit: Emit, patch: Patcher): void {
  const { safely } = patch;
  const requests = createRequestReader(page);
  const { headers: headersOf, url: urlOf, status } = membersOf(page.Response);
  const { get } = membersOf(page.Headers);
  /** Requests that may still get a stream as response, oldest first. */
  const recent = createList<FetchCall>();
  /** Takes the request of a response out of the recent ones; after a redirect it is not found. */
  const recentCall = (url: string): FetchCall | undefined => {
    let found: FetchCall | undefined;
    for (let left = recent.length; left > 0; left--) {
      const call = shift(recent);
      if (call && !found && call.url === url) found = call;
      else if (call) push(recent, call);
    }
    return found;
  };
  /** Responses already classified; true for those that are followed. */
  const met = createNotes<boolean>();

  /** Classifies a response once, and follows it if it is a candidate; returns whether it is followed. */
  const classify = (response: Response, asked?: FetchCall): boolean => {
    const known = met.get(response);
    if (known !== undefined) return known;
    const call = asked ?? recentCall(urlOf(response));
    const isStop = call && isStopRequest(call);
    const interest = isStop ? 'sure' : interestIn(get(headersOf(response), 'content-type'), call);
    met.set(response, !!interest);
    if (interest && !follower.follows(response)) begin(response, call, interest);
    return !!interest;
  };
  const begin = (response: Response, call: FetchCall | undefined, interest: Interest): void => {
    const headT = emit.now();
    const url = urlOf(response);
    const headers = headersOf(response);
    const request = call ?? { t: headT, url, method: 'GET', accept: undefined, body: undefined };
    const stream = emit.open(
      {
        transport: 'fetch',
        ...requestPart(request),
        url: url || request.url,
        headT,
        status: status(response),
        headers: headerPart((name) => get(headers, name)),
      },
      interest,
      response,
    );
    if (isStopRequest(request)) {
      emit.close(stream, 'complete');
      return;
    }
    const body = follower.track(response, stream);
    if (!body) return;
    if (call?.signal) {
      const stop = patch.listenTo(call.signal, ['abort'], () => {
        stop();
        body.aborted = true;
        emit.close(stream, 'aborted');
      });
    }
  };
  const noResponse = (call: FetchCall, how: CloseHow, detail?: string): void => {
    emit.close(emit.open({ transport: 'fetch', ...requestPart(call) }), how, detail);
  };
  const refused = (call: FetchCall, error: unknown): void => {
    const { name, text } = errorFacts(error);
    const isAborted = isAbort(name) || (call.signal && aborted(call.signal));
    noResponse(call, isAborted ? 'aborted' : 'network-error', text);
  };

  const bodies = createBodies(page, emit, safely);
  // The pipes need the native readers, so they take them before readers are patched.
  followPipes(page, patch, bodies);
  followStreams(page, patch, bodies);
  const follower = followResponses(page, emit, patch, {
    bodies,
    classify,
    adopt: (response) => met.set(response, true),
  });
  patch.observeMade(
    page,
    'Request',
    (args) => ({ input: args[0], found: requests.read(args) }),
    ({ input, found }, request) => requests.keep(request, input, found),
  );
  patch.observe(page.Request.prototype, 'clone', requests.made.get, (made, copy) =>
    requests.made.set(copy as object, made),
  );
  patch.method(page, 'fetch', (native, self, args) => {
    const t = emit.now();
    const found = safely(() => requests.read(args));
    const promise = slot.fetch
      ? slot.fetch(native, self, args, requests.made.get(args[0])?.body, met.set)
      : (apply(native, self, args) as Promise<Response>);
    const call = found && safely(() => requests.call(t, args[0], found, promise));
    if (!call || !(isRunRequest(call) || isStopRequest(call))) {
      if (call && push(recent, call) > RECENT_MAX) shift(recent);
      return promise;
    }
    const stopWaiting = emit.onGone(() => safely(() => noResponse(call, 'page-gone')));
    return whenSettled(
      promise,
      (response) => {
        stopWaiting();
        safely(() => classify(response, call));
        return response;
      },
      (error) => {
        stopWaiting();
        safely(() => refused(call, error));
        throw scrub(error);
      },
    );
  });
}

export const fetchTap: Tap = { name: 'fetch', install: tapFetch };
