// An XMLHttpRequest whose request is sent by `fetch`. The object stays the browser's own. Until it is opened again,
// own properties replace those of the browser, and its events are dispatched here.
import { joinBytes } from '../messages/base64';
import { parseJson } from '../messages/values';
import { isRunRequest } from '../page/candidates';
import { dispatchEvent, membersOf } from '../page/natives';
import type { SentXhr } from '../page/slot';
import type { PageWindow } from '../page/tap';
import { type DirectedRequest, readDirectedRequest } from './run-request';

interface XhrRequest {
  readonly directed: DirectedRequest;
  /** Options with which `fetch` sends it. */
  readonly init: () => RequestInit;
  readonly body: unknown;
}

/** Reads a request without running code of the page; undefined if it starts no run, or if `fetch` cannot send it. */
export function readXhrRequest(
  page: Pick<PageWindow, 'Node'>,
  { xhr, facts, calls, body: sent }: SentXhr,
): XhrRequest | undefined {
  const [opened = [], ...headers] = Array.from(calls);
  const [method, , , ...credentials] = opened;
  const isSync = opened.length > 2 && !opened[2];
  const hasCredentials = credentials.some((value) => value !== undefined && value !== null);
  if (isSync || hasCredentials || sent instanceof page.Node || !isRunRequest(facts)) return undefined;
  // XMLHttpRequest ignores it, and `fetch` refuses it.
  const body = /^(?:get|head)$/i.test(facts.method) ? undefined : (sent ?? undefined);
  return {
    directed: readDirectedRequest(facts.url, facts.method, facts.body),
    init: () => ({
      method: String(method),
      headers: headers.map(([name, value]) => [String(name), String(value)]),
      // A body of any type: `fetch` treats it like XMLHttpRequest.
      ...(body === undefined ? {} : { body: body as BodyInit }),
      credentials: xhr.withCredentials ? 'include' : 'same-origin',
    }),
    body,
  };
}

interface DirectedXhrParts {
  readonly page: Pick<
    PageWindow,
    'AbortController' | 'Blob' | 'DOMException' | 'Event' | 'Headers' | 'ProgressEvent' | 'Response'
  >;
  readonly xhr: XMLHttpRequest;
  readonly body: unknown;
  readonly after: (ms: number, work: () => void) => void;
}

interface DirectedXhr {
  /** Sends the request, once; aborted by the signal. */
  readonly begin: (send: (signal: AbortSignal) => Promise<Response>) => void;
  /** Restores the browser's properties. */
  readonly release: () => void;
  /** False once it has ended, was aborted or was opened again. */
  readonly isSent: () => boolean;
}

const UNSENT = 0;
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const LOADING = 3;
const DONE = 4;

/** The decoder of a text; UTF-8 if the type names no known encoding. */
function decoderFor(type: string): TextDecoder {
  try {
    return new TextDecoder(/;\s*charset="?([^";\s]+)/i.exec(type)?.[1]);
  } catch {
    return new TextDecoder();
  }
}

/** Takes over an object that is opened and sent. */
export function createDirectedXhr({ page, xhr, body: sent, after }: DirectedXhrParts): DirectedXhr {
  const { body: bodyOf, headers: headersOf, status, statusText } = membersOf(page.Response);
  const { get } = membersOf(page.Headers);
  const abortion = new page.AbortController();
  const uploaded = typeof sent === 'string' ? new page.Blob([sent]).size : 0;
  /** Own properties set by the page, restored later. */
  const before = new Map<string, PropertyDescriptor | undefined>();
  let state = OPENED;
  let isSent = true;
  let isUploading = sent !== undefined;
  /** Undefined before the response head, and after an error. */
  let response: Response | undefined;
  let decoder = new TextDecoder();
  let text = '';
  let chunks: Uint8Array[] = [];
  let size = 0;
  /** The value of `response`, created once. */
  let made: { readonly value: unknown } | undefined;

  const dispatch = (name: string, init: ProgressEventInit = {}, target: EventTarget = xhr): void => {
    dispatchEvent(target, new page.ProgressEvent(name, init));
  };
  const dispatchUpload = (names: readonly string[], loaded = 0): void => {
    const init = { lengthComputable: loaded > 0, loaded, total: loaded };
    for (const name of names) if (isUploading) dispatch(name, init, xhr.upload);
  };
  const setState = (next: number): void => {
    state = next;
    dispatchEvent(xhr, new page.Event('readystatechange'));
  };
  const forget = (): void => {
    response = undefined;
    text = '';
    chunks = [];
  };
  const isText = (): boolean => xhr.responseType === '' || xhr.responseType === 'text';
  const bodyAsValue = (received: Response): unknown => {
    const bytes = joinBytes(chunks);
    switch (xhr.responseType) {
      case 'json':
        return parseJson(new TextDecoder().decode(bytes)) ?? null;
      case 'arraybuffer':
        return bytes.buffer;
      case 'blob':
        return new page.Blob([bytes], { type: get(headersOf(received), 'content-type') ?? 'text/xml' });
      default:
        return null;
    }
  };
  const end = (name: 'error' | 'abort' | 'timeout'): void => {
    if (!isSent) return;
    isSent = false;
    forget();
    abortion.abort();
    setState(DONE);
    dispatchUpload([name, 'loadend']);
    isUploading = false;
    dispatch(name);
    dispatch('loadend');
  };
  const complete = (): void => {
    text += decoder.decode();
    isSent = false;
    setState(DONE);
    // Not if the page has opened it again.
    if (before.size === 0) return;
    dispatch('load', { loaded: size });
    dispatch('loadend', { loaded: size });
  };
  const follow = async (received: Response): Promise<void> => {
    if (!isSent) return;
    dispatchUpload(['progress', 'load', 'loadend'], uploaded);
    isUploading = false;
    if (!isSent) return;
    response = received;
    decoder = decoderFor(get(headersOf(received), 'content-type') ?? '');
    setState(HEADERS_RECEIVED);
    const reader = bodyOf(received)?.getReader();
    while (isSent) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (!isSent) return;
      if (!value) {
        if (done) complete();
        continue;
      }
      size += value.length;
      if (isText()) text += decoder.decode(value, { stream: true });
      else chunks.push(value);
      setState(LOADING);
      if (isSent) dispatch('progress', { loaded: size });
    }
  };
  const release = (): void => {
    isSent = false;
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(xhr, name, descriptor);
      else Reflect.deleteProperty(xhr, name);
    before.clear();
  };
  const invalidState = (): never => {
    throw new page.DOMException('The state of the object must be OPENED.', 'InvalidStateError');
  };
  const getters: Readonly<Record<string, () => unknown>> = {
    readyState: () => state,
    status: () => (response ? status(response) : 0),
    statusText: () => (response ? statusText(response) : ''),
    // A created response has its URL as an own property.
    responseURL: () => response?.url.split('#')[0] ?? '',
    responseText() {
      if (isText()) return text;
      throw new page.DOMException('The response is no text.', 'InvalidStateError');
    },
    response() {
      if (isText()) return text;
      if (!response || state !== DONE) return null;
      made ??= { value: bodyAsValue(response) };
      return made.value;
    },
  };
  const methods: Readonly<Record<string, (...args: never[]) => unknown>> = {
    getResponseHeader(name: string) {
      try {
        return response ? get(headersOf(response), name) : null;
      } catch {
        // Not a valid header name.
        return null;
      }
    },
    getAllResponseHeaders: () =>
      [...(response ? headersOf(response) : [])].map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    abort() {
      end('abort');
      if (state !== DONE) return;
      state = UNSENT;
      forget();
    },
    open(...args) {
      release();
      abortion.abort();
      return Reflect.apply(xhr.open, xhr, args);
    },
    send: invalidState,
    setRequestHeader: invalidState,
  };
  const put = (name: string, descriptor: PropertyDescriptor): void => {
    const own = Object.getOwnPropertyDescriptor(xhr, name);
    Object.defineProperty(xhr, name, { ...descriptor, enumerable: false, configurable: true });
    before.set(name, own);
  };
  try {
    for (const [name, get] of Object.entries(getters)) put(name, { get });
    for (const [name, value] of Object.entries(methods)) put(name, { value, writable: true });
  } catch (error) {
    release();
    throw error;
  }
  if (xhr.timeout > 0) after(xhr.timeout, () => end('timeout'));
  return {
    release,
    isSent: () => isSent,
    begin(send) {
      dispatch('loadstart');
      dispatchUpload(['loadstart']);
      const carryOut = async (): Promise<void> => follow(await send(abortion.signal));
      if (isSent) carryOut().catch(() => end('error'));
    },
  };
}
