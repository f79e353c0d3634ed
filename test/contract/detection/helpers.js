// Runs in each frame before its probe: what the probes have in common. Not a module, for it is a script of the page.
// biome-ignore-all lint: globals of a page.
const show = (value) =>
  typeof value === 'function' ? `function ${value.name}` : typeof value === 'symbol' ? String(value) : value;
const factsOf = (e) =>
  e === null || typeof e !== 'object'
    ? ['thrown', show(e)]
    : [e.constructor?.name, e.name, e.message, e.stack, Reflect.ownKeys(e).map(String).sort()];
const caught = (f) => {
  try {
    return ['ok', show(f())];
  } catch (e) {
    return factsOf(e);
  }
};
const rejected = async (f) => {
  try {
    return ['ok', show(await f())];
  } catch (e) {
    return factsOf(e);
  }
};
const shape = (d) =>
  d && {
    ...d,
    value: typeof d.value === 'object' && d.value ? 'an object' : d.value && show(d.value),
    get: show(d.get),
    set: show(d.set),
  };
const shapes = (o) =>
  Reflect.ownKeys(o).map((k) => [String(k), shape(Object.getOwnPropertyDescriptor(o, k))]);
/** Waits; `patience` of the runner is how many times as long. */
const sleep = (ms) => new Promise((done) => setTimeout(done, ms * parent.patience));
const INPUT = JSON.stringify({ threadId: 't', runId: 'r', messages: [] });
const run = (path = '/run', init = {}) =>
  fetch(path, { method: 'POST', body: INPUT, headers: { accept: 'text/event-stream' }, ...init });
/** How many microtasks pass until a promise is settled. */
const ticksOf = (promise) =>
  new Promise((done) => {
    let n = 0;
    let settled = false;
    promise.then(
      () => {
        settled = true;
      },
      () => {
        settled = true;
      },
    );
    const next = () => (settled ? done(n) : n++ > 200 ? done('many') : Promise.resolve().then(next));
    next();
  });
/** The unhandledrejection event, if any. */
const unhandled = (make) =>
  new Promise((done) => {
    const heard = [];
    addEventListener('unhandledrejection', (e) => {
      e.preventDefault();
      heard.push(e.promise === made ? 'the promise' : 'another promise', factsOf(e.reason).slice(0, 3));
    });
    const made = make();
    setTimeout(() => done(heard), 250 * parent.patience);
  });
/** Counts what is asked of an object by way of getters on its prototype. */
const asked = async (owner, keys, work) => {
  let n = 0;
  const before = keys.map((key) => [key, Object.getOwnPropertyDescriptor(owner, key)]);
  for (const [key, had] of before)
    Object.defineProperty(owner, key, {
      configurable: true,
      get() {
        n++;
        return had ? (had.get ? had.get.call(this) : had.value) : undefined;
      },
      set(value) {
        n++;
        Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  try {
    await work();
  } finally {
    for (const [key, had] of before)
      if (had) Object.defineProperty(owner, key, had);
      else delete owner[key];
  }
  return n;
};
const frameOf = (init = () => {}) => {
  const i = document.createElement('iframe');
  init(i);
  document.documentElement.append(i);
  return i;
};
const loaded = (frame) =>
  new Promise((done) => frame.addEventListener('load', () => done(frame.contentWindow)));
const socketOf = (path = '/ws') =>
  new Promise((done) => {
    const s = new WebSocket(`ws://${location.host}${path}`);
    s.onopen = () => done(s);
  });
const echo = (s) =>
  new Promise((done) =>
    s.addEventListener(
      'message',
      (e) => done(typeof e.data === 'string' ? e.data : (e.data.size ?? e.data.byteLength)),
      { once: true },
    ),
  );
const parts = (text) => {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(c) {
      c.enqueue(bytes);
      c.close();
    },
  });
};
const xhrOf = (method, path, setup = () => {}, body = undefined) =>
  new Promise((done) => {
    const x = new XMLHttpRequest();
    x.open(method, path);
    setup(x);
    x.onloadend = () => done(x);
    x.send(body);
  });
const iterator = ReadableStream.prototype.values && Object.getPrototypeOf(new ReadableStream().values());
/** What is tapped: owner, key, and which part of the property. */
const TAPPED = {
  fetch: [window, 'fetch'],
  Request: [window, 'Request'],
  WebSocket: [window, 'WebSocket'],
  EventSource: [window, 'EventSource'],
  'Function.toString': [Function.prototype, 'toString'],
  'EventTarget.addEventListener': [EventTarget.prototype, 'addEventListener'],
  'Request.clone': [Request.prototype, 'clone'],
  'Response.clone': [Response.prototype, 'clone'],
  'Response.text': [Response.prototype, 'text'],
  'Response.json': [Response.prototype, 'json'],
  'Response.arrayBuffer': [Response.prototype, 'arrayBuffer'],
  'Response.blob': [Response.prototype, 'blob'],
  'Response.bytes': [Response.prototype, 'bytes'],
  'Response.formData': [Response.prototype, 'formData'],
  'Response.body': [Response.prototype, 'body'],
  'ReadableStream.getReader': [ReadableStream.prototype, 'getReader'],
  'ReadableStream.tee': [ReadableStream.prototype, 'tee'],
  'ReadableStream.cancel': [ReadableStream.prototype, 'cancel'],
  'ReadableStream.pipeTo': [ReadableStream.prototype, 'pipeTo'],
  'ReadableStream.pipeThrough': [ReadableStream.prototype, 'pipeThrough'],
  'ReadableStream.values': [ReadableStream.prototype, 'values'],
  'ReadableStream.iterator': [ReadableStream.prototype, Symbol.asyncIterator],
  'iterator.next': [iterator, 'next'],
  'iterator.return': [iterator, 'return'],
  'Reader.read': [ReadableStreamDefaultReader.prototype, 'read'],
  'Reader.cancel': [ReadableStreamDefaultReader.prototype, 'cancel'],
  'Reader.releaseLock': [ReadableStreamDefaultReader.prototype, 'releaseLock'],
  'Byob.read': [ReadableStreamBYOBReader.prototype, 'read'],
  'Byob.cancel': [ReadableStreamBYOBReader.prototype, 'cancel'],
  'Byob.releaseLock': [ReadableStreamBYOBReader.prototype, 'releaseLock'],
  'XHR.open': [XMLHttpRequest.prototype, 'open'],
  'XHR.setRequestHeader': [XMLHttpRequest.prototype, 'setRequestHeader'],
  'XHR.send': [XMLHttpRequest.prototype, 'send'],
  'XHR.abort': [XMLHttpRequest.prototype, 'abort'],
  'WebSocket.send': [WebSocket.prototype, 'send'],
  'WebSocket.close': [WebSocket.prototype, 'close'],
  'EventSource.close': [EventSource.prototype, 'close'],
};
const tapped = (name) => {
  const [owner, key] = TAPPED[name];
  const d = owner && Object.getOwnPropertyDescriptor(owner, key);
  return d && (d.get ?? d.value);
};
const all = (look) =>
  Object.keys(TAPPED).map((name) => {
    const f = tapped(name);
    return [name, f && look(f, name)];
  });
