// An EventSource or a WebSocket without a connection: an event target with the prototype of its class, and own
// properties instead of the browser's. It is not tapped, so it writes its own record.
import type { CloseHow } from '../messages/records';
import { dispatchEvent, FIRST, listen, ownValue } from '../page/natives';
import type { Emit } from '../page/tap';
import { BREAK_CODE, CLOSED, type ConnectionTap, END_CODE } from './edited-connection';

interface ServedConnectionParts {
  readonly page: Pick<
    Window & typeof globalThis,
    'Event' | 'EventTarget' | 'MessageEvent' | 'CloseEvent' | 'DOMException'
  >;
  readonly tap: ConnectionTap;
  readonly url: string;
  readonly args: readonly unknown[];
  /** Prototype of the class that the page constructs. */
  readonly prototype: object;
  readonly emit: Emit;
  /** Source of the events, for the record. */
  readonly origin: string;
  /** Receives an event before the page; true if it must not be recorded. */
  readonly take: (event: Event) => boolean;
  readonly onSend: (text: string) => void;
  /** Called when either side has closed it. */
  readonly onClose: () => void;
}

interface ServedMessage {
  readonly text: string;
  readonly name?: string | undefined;
  readonly lastEventId?: string | undefined;
}

export interface ServedConnection {
  readonly target: EventTarget;
  readonly readState: () => number;
  readonly close: (code?: unknown) => void;
  readonly open: () => void;
  readonly message: (message: ServedMessage) => void;
  /** Ends it like a server, or breaks it. */
  readonly end: (how: 'complete' | 'network-error') => void;
  /** Starts the record of a request without a response. */
  readonly recordOpening: () => void;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const HANDLERS = {
  'event-source': ['open', 'message', 'error'],
  'web-socket': ['open', 'message', 'error', 'close'],
} as const;

/** Bytes that the page sends; undefined for a Blob, which cannot be read synchronously. */
function bytesIn(data: unknown): Uint8Array | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data.slice(0));
  if (!ArrayBuffer.isView(data)) return undefined;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
}

export function createServedConnection(parts: ServedConnectionParts): ServedConnection {
  const { page, tap, url, emit, take, onSend, onClose } = parts;
  const target = new page.EventTarget();
  Object.setPrototypeOf(target, parts.prototype);
  const isSocket = tap === 'web-socket';
  const [first] = [parts.args[1]].flat();
  /** The first protocol that the page offers. */
  const protocol = isSocket && typeof first === 'string' ? first : '';
  const withCredentials = ownValue(parts.args[1], 'withCredentials') === true;
  const begun = emit.now();
  let state: number = CONNECTING;
  let stream = 0;
  let binaryType = 'blob';
  const listened = new Set<string>();

  const recordOpening = (headT?: number): void => {
    stream = emit.open(
      {
        t: begun,
        transport: tap,
        url,
        method: 'GET',
        accept: isSocket ? undefined : 'text/event-stream',
        headT,
        protocol: protocol || undefined,
        origin: parts.origin,
      },
      undefined,
      target,
    );
  };
  const recordEnd = (how: CloseHow, code?: number): void => {
    if (!stream) recordOpening();
    emit.close(stream, how, undefined, code);
  };
  let ending: readonly [CloseHow, number | undefined] = ['complete', undefined];
  const record = (event: Event): void => {
    if (event.type === 'open') recordOpening(emit.now());
    if (event.type === (isSocket ? 'close' : 'error')) recordEnd(...ending);
    if (!(event instanceof page.MessageEvent)) return;
    const { type, data, lastEventId } = event;
    const named = type === 'message' ? undefined : type;
    if (!stream) recordOpening(emit.now());
    emit.frame(stream, { t: emit.now(), dir: 'in', data: String(data), event: named, lastEventId });
  };
  const observe = (name: string): void => {
    if (listened.has(name)) return;
    listened.add(name);
    listen(
      target,
      name,
      (event) => {
        if (!take(event)) record(event);
      },
      FIRST,
    );
  };
  const dispatch = (event: Event): void => {
    observe(event.type);
    dispatchEvent(target, event);
  };
  const own = (name: string, descriptor: PropertyDescriptor): void => {
    Object.defineProperty(target, name, { ...descriptor, configurable: true });
  };
  const ownHandler = (name: string): void => {
    let handler: unknown = null;
    let isListening = false;
    own(`on${name}`, {
      get: () => handler,
      set(value: unknown) {
        handler = typeof value === 'function' ? value : null;
        if (isListening) return;
        isListening = true;
        listen(target, name, (event) => {
          if (typeof handler === 'function') Reflect.apply(handler, target, [event]);
        });
      },
    });
  };
  const closeEvent = (code: number): Event =>
    new page.CloseEvent('close', { code, reason: '', wasClean: code !== BREAK_CODE });
  /** Called when the page closes it. */
  const close = (code: unknown = END_CODE): void => {
    if (!isSocket) recordEnd('aborted');
    if (state >= CLOSING) return;
    state = CLOSING;
    ending = ['aborted', Number(code)];
    onClose();
    if (!isSocket) return;
    emit.after(0, () => {
      state = CLOSED[tap];
      dispatch(closeEvent(Number(code)));
    });
  };
  const send = (data: unknown): void => {
    if (state === CONNECTING) throw new page.DOMException('Still in CONNECTING state.', 'InvalidStateError');
    if (state !== OPEN) return;
    const sent = bytesIn(data) ?? (data instanceof Blob ? undefined : String(data));
    if (sent === undefined) return;
    emit.frame(stream, { t: emit.now(), dir: 'out', data: sent });
    if (typeof sent === 'string') onSend(sent);
  };
  own('url', { get: () => url });
  own('readyState', { get: () => state });
  own('close', { value: close, writable: true });
  for (const name of HANDLERS[tap]) {
    ownHandler(name);
    observe(name);
  }
  if (isSocket) {
    own('send', { value: send, writable: true });
    own('protocol', { get: () => protocol });
    own('extensions', { get: () => '' });
    own('bufferedAmount', { get: () => 0 });
    own('binaryType', {
      get: () => binaryType,
      set(type: unknown) {
        if (type === 'blob' || type === 'arraybuffer') binaryType = type;
      },
    });
  } else {
    own('withCredentials', { get: () => withCredentials });
    // Runs before listeners of the page for the same event.
    const add = (...args: unknown[]): void => {
      if (typeof args[0] === 'string') observe(args[0]);
      Reflect.apply(page.EventTarget.prototype.addEventListener, target, args);
    };
    own('addEventListener', { value: add, writable: true });
  }
  return {
    target,
    readState: () => state,
    close,
    recordOpening,
    open() {
      if (state !== CONNECTING) return;
      state = OPEN;
      dispatch(new page.Event('open'));
    },
    message({ text, name = 'message', lastEventId = '' }) {
      if (state !== OPEN) return;
      dispatch(new page.MessageEvent(name, { data: text, origin: new URL(url).origin, lastEventId }));
    },
    end(how) {
      if (state >= CLOSING) return;
      state = CLOSED[tap];
      const code = how === 'complete' ? END_CODE : BREAK_CODE;
      ending = [how, isSocket ? code : undefined];
      onClose();
      if (!isSocket || how !== 'complete') dispatch(new page.Event('error'));
      if (isSocket) dispatch(closeEvent(code));
    },
  };
}
