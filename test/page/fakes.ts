// The platform's event-based transports as far as taps and tests need them. Node has none, or not all, of them.
import type { PageWindow } from '@/lib/page/tap';

/** CloseEvent as browsers have it. */
class FakeCloseEvent extends Event {
  readonly #facts: { code: number; reason: string; wasClean: boolean };
  constructor(type: string, facts: { code: number; reason: string; wasClean: boolean }) {
    super(type);
    this.#facts = facts;
  }
  get code(): number {
    return this.#facts.code;
  }
  get reason(): string {
    return this.#facts.reason;
  }
  get wasClean(): boolean {
    return this.#facts.wasClean;
  }
}

/** MessageEvent; Node's own makes events that cannot be cancelled. */
export class FakeMessageEvent extends Event {
  readonly ports: readonly MessagePort[];
  readonly data: unknown;
  readonly lastEventId: string;
  readonly origin: string;
  constructor(type: string, init: MessageEventInit) {
    super(type, init);
    this.ports = init.ports ?? [];
    this.data = init.data ?? null;
    this.lastEventId = init.lastEventId ?? '';
    this.origin = init.origin ?? '';
  }
}

/** A window that the scripts of a page and of the extension share. */
export function fakeWindow(): Window & typeof globalThis {
  const made = { document: new EventTarget(), MessageEvent: FakeMessageEvent, MessageChannel, Event };
  return Object.assign(new EventTarget(), made) as unknown as Window & typeof globalThis;
}

/** A WebSocket that a test plays the server of. */
class FakeWebSocket extends EventTarget {
  readonly sent: unknown[] = [];
  readonly #url: string;
  #state = 0;
  constructor(url: string) {
    super();
    if (!url.startsWith('ws')) throw new SyntaxError(`${url} is no address of a socket.`);
    this.#url = url;
  }
  get url(): string {
    return this.#url;
  }
  get protocol(): string {
    return 'agui';
  }
  get readyState(): number {
    return this.#state;
  }
  send(data: unknown): void {
    if (this.#state === 0) throw new Error('not open');
    this.sent.push(data);
  }
  close(code = 1000, reason = ''): void {
    queueMicrotask(() => this.serve('close', { code, reason, wasClean: true }));
  }
  serve(what: 'open'): void;
  serve(what: 'message', data: unknown): void;
  serve(what: 'close', facts: { code: number; reason: string; wasClean: boolean }): void;
  serve(what: string, data?: unknown): void {
    if (what === 'open') this.#state = 1;
    if (what === 'close') this.#state = 3;
    if (what === 'message') this.dispatchEvent(new MessageEvent('message', { data }));
    else if (what === 'close') this.dispatchEvent(new FakeCloseEvent('close', data as never));
    else this.dispatchEvent(new Event(what));
  }
}

/** An EventSource that a test plays the server of. */
class FakeEventSource extends EventTarget {
  readonly #url: string;
  #state = 0;
  constructor(url: string) {
    super();
    this.#url = url;
  }
  get url(): string {
    return this.#url;
  }
  get readyState(): number {
    return this.#state;
  }
  close(): void {
    this.#state = 2;
  }
  serve(what: string, data?: string, lastEventId = ''): void {
    if (what === 'open') this.#state = 1;
    if (what === 'lost') this.#state = 0;
    if (what === 'refused') this.#state = 2;
    if (data !== undefined) this.dispatchEvent(new MessageEvent(what, { data, lastEventId }));
    else this.dispatchEvent(new Event(what === 'lost' || what === 'refused' ? 'error' : what));
  }
}

/** An XMLHttpRequest that a test plays the server of. */
export class FakeXhr extends EventTarget {
  readonly sent: unknown[] = [];
  readonly upload = new EventTarget();
  timeout = 0;
  withCredentials = false;
  #state = 0;
  #status = 0;
  #text = '';
  #headers: Readonly<Record<string, string>> = {};
  #type = '';
  #response: unknown = null;
  get readyState(): number {
    return this.#state;
  }
  get status(): number {
    return this.#status;
  }
  get responseType(): string {
    return this.#type;
  }
  set responseType(type: string) {
    this.#type = type;
  }
  get responseText(): string {
    if (this.#type !== '' && this.#type !== 'text') throw new DOMException('no text', 'InvalidStateError');
    return this.#text;
  }
  get response(): unknown {
    return this.#type === '' || this.#type === 'text' ? this.#text : this.#response;
  }
  get responseURL(): string {
    return this.#state >= 2 ? 'http://page.test/final' : '';
  }
  open(_method: string, _url: string | URL, _isAsync?: boolean): void {
    this.#state = 1;
    this.#text = '';
  }
  setRequestHeader(_name: string, _value: string): void {}
  getResponseHeader(name: string): string | null {
    return this.#headers[name] ?? null;
  }
  send(body?: unknown): void {
    this.sent.push(body);
  }
  abort(): void {
    const isEnded = this.#state === 4 || this.#state < 2;
    this.#state = 0;
    this.#status = 0;
    this.#text = '';
    if (!isEnded) this.dispatchEvent(new Event('abort'));
  }
  head(status: number, headers: Readonly<Record<string, string>>): void {
    this.#state = 2;
    this.#status = status;
    this.#headers = headers;
    this.dispatchEvent(new Event('readystatechange'));
  }
  /** Text for which there has been no `progress` yet. */
  more(text: string): void {
    this.#state = 3;
    this.#text += text;
    this.dispatchEvent(new Event('readystatechange'));
  }
  body(text: string): void {
    this.more(text);
    this.dispatchEvent(new Event('progress'));
  }
  end(response: unknown = null): void {
    this.#state = 4;
    this.#response = response;
    this.dispatchEvent(new Event('readystatechange'));
    this.dispatchEvent(new Event('load'));
  }
  fail(): void {
    this.#state = 4;
    this.#status = 0;
    this.dispatchEvent(new Event('error'));
  }
}

/** The part of a document that taps look at. */
class FakeNode {
  get baseURI(): string {
    return 'http://page.test/app/';
  }
}

/** Node's own classes of fetch and streams, as a page has them. */
export const streamParts = {
  Response,
  Request,
  Headers,
  ReadableStream,
  ReadableStreamDefaultReader,
  ReadableStreamBYOBReader,
  WritableStream,
  WritableStreamDefaultWriter,
  TransformStream,
  TextDecoderStream,
  TextEncoderStream,
  CompressionStream,
  DecompressionStream,
  AbortSignal,
  Node: FakeNode,
  document: new FakeNode(),
};

/** A page that has fresh subclasses of the fakes, so that what one test patches is not there in the next. */
export function fakePage() {
  // An own prototype with the same members: patches must not meet those of another test.
  const fresh = <T extends new (...args: never[]) => object>(base: T): T => {
    const made = class extends (base as unknown as new (...args: unknown[]) => object) {};
    for (const key of Reflect.ownKeys(base.prototype)) {
      const found = Object.getOwnPropertyDescriptor(base.prototype, key);
      if (found && key !== 'constructor') Object.defineProperty(made.prototype, key, found);
    }
    return made as unknown as T;
  };
  const parts = {
    WebSocket: fresh(FakeWebSocket),
    EventSource: fresh(FakeEventSource),
    XMLHttpRequest: fresh(FakeXhr),
    MessageEvent,
    CloseEvent: FakeCloseEvent,
    Event,
    Node: FakeNode,
    document: new FakeNode(),
  };
  // Prototype of the page's EventSource: an object of its own, so that patches of a test stay in it.
  const { addEventListener } = EventTarget.prototype;
  const target = Object.create(EventTarget.prototype, {
    addEventListener: { value: addEventListener, writable: true, enumerable: true, configurable: true },
  });
  Object.setPrototypeOf(parts.EventSource.prototype, target);
  const page = Object.assign(parts, { EventTarget: { prototype: target } });
  return { parts, page: page as unknown as PageWindow };
}

/** Reads the options of a fetch as a browser does. */
export function readInit(init?: RequestInit): void {
  const { headers, ...rest } = { body: init?.body, headers: init?.headers, method: init?.method };
  void [rest, new Headers(headers ?? {}), init?.signal];
}
