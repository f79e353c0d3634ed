// fetch: learns the request of a possible run, and follows the body of an answer that may be AG-UI (follow.ts).
// The browser's own promise goes to the page untouched unless the request itself asks for a stream or may be a run.

import { type Body, createBodies, isAbort } from './bodies';
import {
  asksForStream,
  headerPart,
  isCandidate,
  isRunRequest,
  looksLikeJson,
  type RequestFacts,
  requestPart,
} from './candidates';
import { followPipes } from './follow-pipes';
import { followResponses } from './follow-responses';
import { followStreams } from './follow-streams';
import {
  apply,
  createNotes,
  errorFacts,
  getPrototypeOf,
  getterOf,
  isArray,
  listen,
  ownValue,
  toLowerCase,
  uncurry,
  unlisten,
  whenSettled,
} from './natives';
import { createPatcher, scrub } from './patch';
import type { Emit, PageWindow, Tap, Undo } from './tap';

interface Call extends RequestFacts {
  readonly signal: AbortSignal | undefined;
}

// An error page is often left unread: after this time its stream is closed all the same.
const UNREAD_MS = 1000;

const hrefOf = getterOf<URL, string>(URL.prototype, 'href');
const NativeURL = URL;

/** The platform's parts that reading a request needs, taken from the page. */
function createRequestReader(page: PageWindow, emit: Emit) {
  const HeadersProto = page.Headers.prototype;
  const RequestProto = page.Request.prototype;
  const header = uncurry<Headers, [string], string | null>(HeadersProto.get);
  const headersOf = getterOf<Request, Headers>(RequestProto, 'headers');
  const urlOf = getterOf<Request, string>(RequestProto, 'url');
  const methodOf = getterOf<Request, string>(RequestProto, 'method');
  const signalOf = getterOf<Request, AbortSignal>(RequestProto, 'signal');
  const isAborted = getterOf<AbortSignal, boolean>(AbortSignal.prototype, 'aborted');
  const bodies = createNotes<string>();

  const isOf = (value: unknown, proto: object): boolean =>
    typeof value === 'object' && value !== null && getPrototypeOf(value) === proto;
  const asRequest = (value: unknown): Request | undefined =>
    isOf(value, RequestProto) ? (value as Request) : undefined;
  const acceptIn = (headers: unknown): string | undefined => {
    if (isOf(headers, HeadersProto)) return header(headers as Headers, 'accept') ?? undefined;
    if (isArray(headers)) {
      for (let at = 0; at < headers.length; at++) {
        const name = ownValue(headers[at], '0');
        if (typeof name === 'string' && toLowerCase(name) === 'accept')
          return asText(ownValue(headers[at], '1'));
      }
      return undefined;
    }
    return asText(ownValue(headers, 'Accept') ?? ownValue(headers, 'accept'));
  };
  const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const resolved = (input: unknown, request: Request | undefined): string => {
    if (request) return urlOf(request);
    if (isOf(input, URL.prototype)) return hrefOf(input as URL);
    return asText(input) ?? '';
  };
  return {
    bodies,
    /** Remembers the text body that a Request was made of. */
    made(request: object, [input, init]: unknown[]): void {
      const body = ownValue(init, 'body') ?? bodies.get(input);
      if (looksLikeJson(body)) bodies.set(request, body);
    },
    /** The facts of a call that may be a run; undefined for every other, after a look of constant cost. */
    call([input, init]: unknown[]): Call | undefined {
      const request = asRequest(input);
      const body = ownValue(init, 'body') ?? bodies.get(input);
      const accept =
        acceptIn(ownValue(init, 'headers')) ??
        (request && (header(headersOf(request), 'accept') ?? undefined));
      const isJson = looksLikeJson(body);
      if (!isJson && !asksForStream(accept)) return undefined;
      const own = ownValue(init, 'signal');
      const signal = isOf(own, AbortSignal.prototype) ? (own as AbortSignal) : request && signalOf(request);
      if (signal && isAborted(signal)) return undefined;
      const method = asText(ownValue(init, 'method')) ?? (request ? methodOf(request) : 'GET');
      return {
        t: emit.now(),
        url: resolved(input, request),
        method,
        accept,
        body: isJson ? body : undefined,
        signal,
      };
    },
    isAborted: (signal: AbortSignal | undefined): boolean => signal !== undefined && isAborted(signal),
  };
}

/** Makes a URL absolute as fetch does; what cannot be is shown as it is. */
function absolute(page: PageWindow, url: string): string {
  try {
    return hrefOf(new NativeURL(url, page.document.baseURI));
  } catch {
    // fetch refused it too; the page has its error.
    return url;
  }
}

function install(page: PageWindow, emit: Emit): Undo {
  const patch = createPatcher('fetch', emit);
  const { safely } = patch;
  const requests = createRequestReader(page, emit);
  const ResponseProto = page.Response.prototype;
  const responseHeaders = getterOf<Response, Headers>(ResponseProto, 'headers');
  const responseUrl = getterOf<Response, string>(ResponseProto, 'url');
  const statusOf = getterOf<Response, number>(ResponseProto, 'status');
  const okOf = getterOf<Response, boolean>(ResponseProto, 'ok');
  const header = uncurry<Headers, [string], string | null>(page.Headers.prototype.get);
  const setTimer = uncurry<unknown, [() => void, number], unknown>(page.setTimeout as never);
  const met = createNotes<boolean>();

  /** Decides about a response once, and follows it if it is a candidate; answers whether it is followed. */
  const meet = (response: Response, call?: Call): boolean => {
    const known = met.get(response);
    if (known !== undefined) return known;
    const isOurs = isCandidate(header(responseHeaders(response), 'content-type'), okOf(response), call);
    met.set(response, isOurs);
    if (isOurs && !follower.follows(response)) begin(response, call);
    return isOurs;
  };
  const begin = (response: Response, call: Call | undefined): void => {
    const t = emit.now();
    const url = responseUrl(response);
    const facts = call ?? { t, url, method: 'GET', accept: undefined, body: undefined };
    const headers = responseHeaders(response);
    const stream = emit.open({
      ...requestPart(facts),
      url: url || absolute(page, facts.url),
      transport: 'fetch',
      headT: t,
      status: statusOf(response),
      headers: headerPart((name) => header(headers, name)),
    });
    const body = follower.track(response, stream);
    if (!body) return;
    if (call?.signal) endWith(call.signal, body);
    if (!okOf(response))
      setTimer(
        page,
        () => safely(() => body.seen === 0 && emit.close(stream, 'complete', 'not read by the page')),
        UNREAD_MS,
      );
  };
  const endWith = (signal: AbortSignal, body: Body): void => {
    const onAbort = (): void => {
      unlisten(signal, 'abort', onAbort);
      safely(() => {
        body.aborted = true;
        emit.close(body.stream, 'aborted');
      });
    };
    listen(signal, 'abort', onAbort);
  };
  const noAnswer = (call: Call, how: 'aborted' | 'network-error' | 'page-gone', detail?: string): void => {
    if (!isRunRequest(call)) return;
    const stream = emit.open({
      ...requestPart(call),
      url: absolute(page, call.url),
      transport: 'fetch',
    });
    emit.close(stream, how, detail);
  };
  const refused = (call: Call, error: unknown): void => {
    const { name, text } = errorFacts(error);
    noAnswer(call, isAbort(name) || requests.isAborted(call.signal) ? 'aborted' : 'network-error', text);
  };

  const bodies = createBodies(page, emit, safely);
  // The pipes keep the natives of readers: they are taken before the readers are followed.
  followPipes(page, patch, bodies);
  followStreams(page, patch, bodies);
  const follower = followResponses(page, emit, patch, {
    bodies,
    meet,
    adopt: (response) => met.set(response, true),
  });
  patch.observeMade(page, 'Request', requests.made);
  patch.observe(
    page.Request.prototype,
    'clone',
    (self) => requests.bodies.get(self),
    (body, copy) => requests.bodies.set(copy as object, body),
  );
  patch.method(page, 'fetch', (native, self, args) => {
    const call = safely(() => requests.call(args));
    const promise = apply(native, self, args) as Promise<Response>;
    if (!call) return promise;
    const stopWaiting = emit.onGone(() => safely(() => noAnswer(call, 'page-gone')));
    return whenSettled(
      promise,
      (response) => {
        stopWaiting();
        safely(() => meet(response, call));
        return response;
      },
      (error) => {
        stopWaiting();
        safely(() => refused(call, error));
        throw scrub(error);
      },
    );
  });
  return patch.undo;
}

/** Observes `fetch` and the bodies of its answers. */
export const fetchTap: Tap = { name: 'fetch', install };
