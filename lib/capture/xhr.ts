// XMLHttpRequest: text as it grows, other response types when they are there.
import {
  headerPart,
  isCandidate,
  isRunRequest,
  looksLikeJson,
  type RequestFacts,
  requestPart,
} from './candidates';
import {
  createNotes,
  getterOf,
  listen,
  NativeUint8Array,
  slice,
  stringify,
  toLowerCase,
  uncurry,
  unlisten,
  whenSettled,
} from './natives';
import { createPatcher } from './patch';
import type { Emit, PageWindow, Tap, Undo } from './tap';

interface Exchange {
  readonly method: string;
  readonly url: string;
  t: number;
  accept: string | undefined;
  body: string | undefined;
  stream: number | undefined;
  /** False once the headers showed that the answer is none of ours. */
  isWanted: boolean;
  /** How much of the text was recorded, UTF-16 units. */
  at: number;
  stop: Undo;
}

const HEADERS_RECEIVED = 2;
const DONE = 4;
const ENDINGS = ['load', 'error', 'abort', 'timeout'] as const;

function install(page: PageWindow, emit: Emit): Undo {
  const patch = createPatcher('xhr', emit);
  const { safely, observe } = patch;
  const proto = page.XMLHttpRequest.prototype;
  const exchanges = createNotes<Exchange>();
  const stateOf = getterOf<XMLHttpRequest, number>(proto, 'readyState');
  const statusOf = getterOf<XMLHttpRequest, number>(proto, 'status');
  const typeOf = getterOf<XMLHttpRequest, string>(proto, 'responseType');
  const textOf = getterOf<XMLHttpRequest, string>(proto, 'responseText');
  const responseOf = getterOf<XMLHttpRequest, unknown>(proto, 'response');
  const urlOf = getterOf<XMLHttpRequest, string>(proto, 'responseURL');
  const header = uncurry<XMLHttpRequest, [string], string | null>(proto.getResponseHeader);
  const blobBuffer = uncurry<Blob, [], Promise<ArrayBuffer>>(Blob.prototype.arrayBuffer);
  const eventType = getterOf<Event, string>(page.Event.prototype, 'type');
  const hrefOf = getterOf<URL, string>(URL.prototype, 'href');
  const NativeURL = URL;

  const facts = ({ t, method, url, accept, body }: Exchange): RequestFacts => ({
    t,
    method,
    url,
    accept,
    body,
  });
  const open = (xhr: XMLHttpRequest, exchange: Exchange, isAnswered: boolean): number => {
    const stream = emit.open({
      ...requestPart(facts(exchange)),
      url: (isAnswered && urlOf(xhr)) || exchange.url,
      transport: 'xhr',
      headT: isAnswered ? emit.now() : undefined,
      status: isAnswered ? statusOf(xhr) : undefined,
      headers: isAnswered ? headerPart((name) => header(xhr, name)) : undefined,
    });
    exchange.stream = stream;
    return stream;
  };
  const decide = (xhr: XMLHttpRequest, exchange: Exchange): void => {
    const status = statusOf(xhr);
    if (status === 0) return;
    const ok = status >= 200 && status < 300;
    exchange.isWanted = isCandidate(header(xhr, 'content-type'), ok, facts(exchange));
    if (exchange.isWanted) open(xhr, exchange, true);
    else exchange.stop();
  };
  const grow = (xhr: XMLHttpRequest, exchange: Exchange): void => {
    const { stream } = exchange;
    const type = typeOf(xhr);
    if (stream === undefined || (type !== '' && type !== 'text')) return;
    const text = textOf(xhr);
    if (text.length <= exchange.at) return;
    emit.text(stream, slice(text, exchange.at));
    exchange.at = text.length;
  };
  /** Records an answer that the page gets in one piece; answers false where its bytes are still being read. */
  const whole = (xhr: XMLHttpRequest, stream: number): boolean => {
    const type = typeOf(xhr);
    const value = type === '' || type === 'text' || type === 'document' ? null : responseOf(xhr);
    if (value === null) return true;
    if (type === 'json') emit.text(stream, stringify(value), true);
    if (type === 'arraybuffer') emit.bytes(stream, new NativeUint8Array(value as ArrayBuffer));
    if (type !== 'blob') return true;
    const done = (buffer?: ArrayBuffer): void => {
      safely(() => {
        if (buffer) emit.bytes(stream, new NativeUint8Array(buffer));
        emit.close(stream, 'complete');
      });
    };
    whenSettled(blobBuffer(value as Blob), done, () => done());
    return false;
  };
  const ended = (xhr: XMLHttpRequest, exchange: Exchange, how: string): void => {
    exchange.stop();
    if (exchange.stream === undefined && (how === 'load' || !isRunRequest(facts(exchange)))) return;
    const stream = exchange.stream ?? open(xhr, exchange, false);
    if (how !== 'load') emit.close(stream, how === 'abort' ? 'aborted' : 'network-error', how);
    else if (whole(xhr, stream)) emit.close(stream, 'complete');
  };
  const look = (xhr: XMLHttpRequest, exchange: Exchange, how: string): void => {
    if (exchanges.get(xhr) !== exchange) return;
    if (exchange.stream === undefined && exchange.isWanted && stateOf(xhr) >= HEADERS_RECEIVED)
      decide(xhr, exchange);
    grow(xhr, exchange);
    if (how === 'load' || how === 'error' || how === 'abort' || how === 'timeout') ended(xhr, exchange, how);
  };
  const follow = (xhr: XMLHttpRequest, exchange: Exchange): void => {
    const on = (event: Event): void => {
      safely(() => look(xhr, exchange, eventType(event)));
    };
    const stopWaiting = emit.onGone(() => {
      safely(() => {
        if (exchange.stream === undefined && isRunRequest(facts(exchange))) open(xhr, exchange, false);
      });
    });
    const names = ['readystatechange', 'progress', ...ENDINGS];
    for (let at = 0; at < names.length; at++) listen(xhr, names[at] as string, on);
    exchange.stop = () => {
      stopWaiting();
      for (let at = 0; at < names.length; at++) unlisten(xhr, names[at] as string, on);
    };
  };
  const absolute = (url: unknown): string => {
    try {
      return hrefOf(
        new NativeURL(`${typeof url === 'string' ? url : hrefOf(url as URL)}`, page.document.baseURI),
      );
    } catch {
      // Neither a string nor a URL object, or none that parses: the native has the last word on it.
      return typeof url === 'string' ? url : '';
    }
  };

  const cutOff = (self: unknown): void => {
    const xhr = self as XMLHttpRequest;
    const exchange = exchanges.get(xhr);
    if (!exchange || exchange.t === 0) return;
    // After success the text is gone once this returns, and no event will follow.
    look(xhr, exchange, stateOf(xhr) === DONE && statusOf(xhr) !== 0 ? 'load' : 'progress');
  };
  observe(
    proto,
    'open',
    (self) => {
      // What the page did not let finish is cut off by a second open.
      cutOff(self);
      return true;
    },
    (_, __, self, [verb, url]) =>
      exchanges.set(self as object, {
        method: typeof verb === 'string' ? verb : 'GET',
        url: absolute(url),
        t: 0,
        accept: undefined,
        body: undefined,
        stream: undefined,
        isWanted: true,
        at: 0,
        stop: () => undefined,
      }),
  );
  observe(proto, 'setRequestHeader', exchanges.get, (exchange, _, __, [name, value]) => {
    if (typeof name === 'string' && typeof value === 'string' && toLowerCase(name) === 'accept')
      exchange.accept = value;
  });
  observe(proto, 'send', (self, [body]) => {
    const exchange = exchanges.get(self);
    if (exchange?.t !== 0) return;
    exchange.t = emit.now();
    if (looksLikeJson(body)) exchange.body = body;
    follow(self as XMLHttpRequest, exchange);
  });
  observe(proto, 'abort', cutOff);
  return patch.undo;
}

/** Observes XMLHttpRequest. */
export const xhrTap: Tap = { name: 'xhr', install };
