// XMLHttpRequest: text as the page can read it while it grows, other response types once they are complete.
import {
  headerPart,
  interestIn,
  isRunRequest,
  looksLikeJson,
  type RequestFacts,
  requestPart,
} from './candidates';
import {
  absolute,
  apply,
  asText,
  createList,
  createNotes,
  forEach,
  ignore,
  isOneOf,
  membersOf,
  NativeUint8Array,
  push,
  readBlob,
  slice,
  toLowerCase,
  toUpperCase,
  words,
} from './natives';
import { encode } from './payload';
import { slot } from './slot';
import type { Emit, PageWindow, Patcher, Tap } from './tap';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Exchange {
  readonly facts: Mutable<RequestFacts>;
  readonly calls: unknown[][];
  /** Examines what has arrived, at an event or because the page reads it; absent until `send`. */
  look?: (what: string) => void;
}

const HEADERS_RECEIVED = 2;
const DONE = 4;
const ENDING_NAMES = 'load error abort timeout';
const ENDINGS = words(ENDING_NAMES);
/** Response types whose text may be read while it grows. */
const TEXT_TYPES = words(' text');
const STATE = 'readystatechange';
const ABORT = 'abort';
const EVENTS = words(`${STATE} progress ${ENDING_NAMES}`);

function tapXhr(
  page: PageWindow,
  emit: Emit,
  { safely, listenTo, method, observe, observeGetter, observeMade, once }: Patcher,
): void {
  const { fetch } = page;
  const proto = page.XMLHttpRequest.prototype;
  const { readyState, status, responseType, responseText, response, responseURL, getResponseHeader } =
    membersOf(page.XMLHttpRequest);
  const { baseURI } = membersOf(page.Node);
  const exchanges = createNotes<Exchange>();
  const followed = createNotes<true>();
  const look = (xhr: object, what: string): void => exchanges.get(xhr)?.look?.(what);
  /** Listens before the page does, which may stop an event. */
  const listen = (xhr: object): void => {
    if (followed.get(xhr)) return;
    followed.set(xhr, true);
    listenTo(xhr as XMLHttpRequest, EVENTS, (_, name) => look(xhr, name));
  };

  const follow = (xhr: XMLHttpRequest, exchange: Exchange): void => {
    const { facts } = exchange;
    let stream = 0;
    let isDecided = false;
    /** Length of the recorded text, in UTF-16 units. */
    let at = 0;

    const stop = (): void => {
      stopWaiting();
      exchange.look = ignore;
    };
    const openFailed = (): void => {
      if (!stream && isRunRequest(facts)) stream = emit.open({ transport: 'xhr', ...requestPart(facts) });
    };
    const decide = (): boolean => {
      const header = (name: string): string | null => getResponseHeader(xhr, name);
      isDecided = true;
      const interest = interestIn(header('content-type'), facts);
      if (!interest) return false;
      stream = emit.open(
        {
          transport: 'xhr',
          ...requestPart(facts),
          url: responseURL(xhr) || facts.url,
          headT: emit.now(),
          status: status(xhr),
          headers: headerPart(header),
        },
        interest,
      );
      return true;
    };
    const whole = (done: () => void): void => {
      const type = responseType(xhr);
      const value: unknown = response(xhr);
      if (value && type === 'json') emit.body(stream, encode(value));
      if (value && type === 'arraybuffer') emit.body(stream, new NativeUint8Array(value as ArrayBuffer));
      if (!value || type !== 'blob') done();
      else
        readBlob(value as Blob, (bytes) =>
          safely(() => {
            emit.body(stream, bytes);
            done();
          }),
        );
    };
    exchange.look = (what) => {
      if (!isDecided && readyState(xhr) >= HEADERS_RECEIVED && status(xhr) && !decide()) {
        stop();
        return;
      }
      // Between two of `progress`, a page that does not look has nothing of it, and an abort takes it away.
      if (stream && what !== STATE && what !== ABORT && isOneOf(TEXT_TYPES, responseType(xhr))) {
        const text = responseText(xhr);
        emit.body(stream, slice(text, at));
        at = text.length;
      }
      const isEnd = isOneOf(ENDINGS, what);
      if (isEnd || !emit.wants(stream)) stop();
      if (!isEnd) return;
      if (what !== 'load') {
        openFailed();
        emit.close(stream, what === ABORT ? 'aborted' : 'network-error', what);
      } else if (stream) whole(() => emit.close(stream, 'complete'));
    };
    const stopWaiting = emit.onGone(() => safely(openFailed));
  };
  /** Once all of the response is there, it is gone after an `abort` or `open`, and no event follows. */
  const cutOff = (self: unknown): boolean => {
    const xhr = self as XMLHttpRequest;
    const isDone = !!exchanges.get(xhr)?.look && readyState(xhr) === DONE && !!status(xhr);
    if (isDone) look(xhr, 'load');
    return isDone;
  };

  observeMade(
    page,
    'XMLHttpRequest',
    () => true,
    (_, made) => listen(made),
  );
  observe(
    proto,
    'open',
    (self) => {
      // A second `open` cuts off a request that has not finished.
      if (!cutOff(self)) look(self as object, ABORT);
      return true;
    },
    (_, __, self, args) => {
      const calls = createList<unknown[]>();
      push(calls, args);
      listen(self as object);
      exchanges.set(self as object, {
        calls,
        facts: {
          t: 0,
          url: absolute(args[1], baseURI(page.document)),
          method: toUpperCase(asText(args[0]) ?? 'GET'),
          accept: undefined,
          body: undefined,
        },
      });
    },
  );
  const whenUsed = once(exchanges.isUsed);
  whenUsed.observe(proto, 'setRequestHeader', exchanges.get, ({ calls, facts }, _, __, args) => {
    push(calls, args);
    if (toLowerCase(asText(args[0]) ?? '') === 'accept') facts.accept = asText(args[1]);
  });
  method(proto, 'send', (native, self, args) => {
    const xhr = self as XMLHttpRequest;
    const exchange = exchanges.get(xhr);
    if (!exchange || exchange.look) return apply(native, xhr, args);
    const { 0: body } = args;
    exchange.facts.t = emit.now();
    if (looksLikeJson(body)) exchange.facts.body = body;
    const send = (): unknown => {
      safely(() => follow(xhr, exchange));
      return apply(native, xhr, args);
    };
    return slot.send?.({ ...exchange, xhr, body, fetch, send }) ? undefined : send();
  });
  whenUsed.observe(proto, 'abort', cutOff);
  forEach(['response', 'responseText'], (key) =>
    observeGetter(proto, key, (self) => look(self as object, 'read')),
  );
}

export const xhrTap: Tap = { name: 'xhr', install: tapXhr };
