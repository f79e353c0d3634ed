// XMLHttpRequest: text as it grows, other response types once they are complete.
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
  asText,
  createNotes,
  isOneOf,
  membersOf,
  NativeUint8Array,
  readBlob,
  slice,
  toLowerCase,
  words,
} from './natives';
import { encode } from './payload';
import type { Emit, PageWindow, Patcher, Tap } from './tap';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Exchange {
  readonly facts: Mutable<RequestFacts>;
  /** Examines what has arrived; absent until `send`. */
  look?: (what: string) => void;
}

const HEADERS_RECEIVED = 2;
const DONE = 4;
const ENDING_NAMES = 'load error abort timeout';
const ENDINGS = words(ENDING_NAMES);
/** Response types whose text may be read while it grows. */
const TEXT_TYPES = words(' text');
const EVENTS = words(`readystatechange progress ${ENDING_NAMES}`);

function install(page: PageWindow, emit: Emit, { safely, listenTo, observe, once }: Patcher): void {
  const proto = page.XMLHttpRequest.prototype;
  const { readyState, status, responseType, responseText, response, responseURL, getResponseHeader } =
    membersOf(page.XMLHttpRequest);
  const { baseURI } = membersOf(page.Node);
  const exchanges = createNotes<Exchange>();

  const follow = (xhr: XMLHttpRequest, exchange: Exchange): void => {
    const { facts } = exchange;
    let stream = 0;
    let isDecided = false;
    /** How much of the text was recorded, in UTF-16 units. */
    let at = 0;

    const stop = (): void => {
      stopWaiting();
      stopListening();
    };
    /** Opens the stream of a run that got no response. */
    const openFailed = (): void => {
      if (!stream && isRunRequest(facts)) stream = emit.open({ ...requestPart(facts), transport: 'xhr' });
    };
    /** Decides whether the response is wanted. */
    const decide = (): boolean => {
      const code = status(xhr);
      const header = (name: string): string | null => getResponseHeader(xhr, name);
      isDecided = true;
      const interest = interestIn(header('content-type'), code >= 200 && code < 300, facts);
      if (!interest) return false;
      stream = emit.open(
        {
          ...requestPart(facts),
          url: responseURL(xhr) || facts.url,
          transport: 'xhr',
          headT: emit.now(),
          status: code,
          headers: headerPart(header),
        },
        interest,
      );
      return true;
    };
    /** Records a response that the page gets as a whole. */
    const whole = (done: () => void): void => {
      const type = responseType(xhr);
      const value: unknown = response(xhr);
      if (value && type === 'json') emit.body(stream, encode(value), true);
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
    const look = (what: string): void => {
      if (exchanges.get(xhr) !== exchange) return;
      if (!isDecided && readyState(xhr) >= HEADERS_RECEIVED && status(xhr) && !decide()) {
        stop();
        return;
      }
      if (stream && isOneOf(TEXT_TYPES, responseType(xhr))) {
        const text = responseText(xhr);
        emit.body(stream, slice(text, at));
        at = text.length;
      }
      if (isOneOf(ENDINGS, what) || !emit.wants(stream)) stop();
      if (what === 'load') {
        if (stream) whole(() => emit.close(stream, 'complete'));
      } else if (isOneOf(ENDINGS, what)) {
        openFailed();
        emit.close(stream, what === 'abort' ? 'aborted' : 'network-error', what);
      }
    };
    const stopWaiting = emit.onGone(() => safely(openFailed));
    const stopListening = listenTo(xhr, EVENTS, (_, name) => look(name));
    exchange.look = look;
  };

  const cutOff = (self: unknown): void => {
    const xhr = self as XMLHttpRequest;
    // After success, the text is gone once this returns, and no event will follow.
    exchanges.get(xhr)?.look?.(readyState(xhr) === DONE && status(xhr) ? 'load' : 'progress');
  };
  observe(
    proto,
    'open',
    (self) => {
      // A second `open` cuts off a request that has not finished.
      cutOff(self);
      return true;
    },
    (_, __, self, args) =>
      exchanges.set(self as object, {
        facts: {
          t: 0,
          url: absolute(args[1], baseURI(page.document)),
          method: asText(args[0]) ?? 'GET',
          accept: undefined,
          body: undefined,
        },
      }),
  );
  const whenUsed = once(exchanges.isUsed);
  whenUsed.observe(proto, 'setRequestHeader', exchanges.get, ({ facts }, _, __, args) => {
    if (toLowerCase(asText(args[0]) ?? '') === 'accept') facts.accept = asText(args[1]);
  });
  observe(proto, 'send', (self, args) => {
    const exchange = exchanges.get(self);
    if (!exchange || exchange.look) return;
    exchange.facts.t = emit.now();
    if (looksLikeJson(args[0])) exchange.facts.body = args[0];
    follow(self as XMLHttpRequest, exchange);
  });
  whenUsed.observe(proto, 'abort', cutOff);
}

/** Observes XMLHttpRequest. */
export const xhrTap: Tap = { name: 'xhr', install };
