// Probes of what is on the page's objects, and of calls on the wrong ones.

/** Code by name; each is the body of an async function of the page. */
export const globalProbes: Readonly<Record<string, string>> = {
  'names of window': 'return Object.getOwnPropertyNames(window).filter((n) => !/^\\d+$/.test(n))',
  'symbols of window': 'return Object.getOwnPropertySymbols(window).map(String)',
  'keys of window': 'return Object.keys(window)',
  'keys in window': 'const k = []; for (const n in window) k.push(n); return k',
  'descriptors of window':
    "return ['fetch', 'Request', 'Response', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((n) => shape(Object.getOwnPropertyDescriptor(window, n)))",
  'names of document': 'return Object.getOwnPropertyNames(document)',
  'children of the document':
    'return [document.documentElement.outerHTML.length, document.scripts.length, document.styleSheets.length]',
  'EventSource.prototype': 'return shapes(EventSource.prototype)',
  'WebSocket.prototype': 'return shapes(WebSocket.prototype)',
  'XMLHttpRequest.prototype': 'return shapes(XMLHttpRequest.prototype)',
  'Response.prototype': 'return shapes(Response.prototype)',
  'Request.prototype': 'return shapes(Request.prototype)',
  'ReadableStream.prototype': 'return shapes(ReadableStream.prototype)',
  'ReadableStreamDefaultReader.prototype': 'return shapes(ReadableStreamDefaultReader.prototype)',
  'ReadableStreamBYOBReader.prototype': 'return shapes(ReadableStreamBYOBReader.prototype)',
  'EventTarget.prototype': 'return shapes(EventTarget.prototype)',
  'iterator prototype': 'return iterator && shapes(iterator)',
  Error: 'return [shapes(Error), shapes(Error.prototype)]',
  'DOMException.prototype': 'return shapes(DOMException.prototype)',
  Promise: 'return [shapes(Promise), shapes(Promise.prototype)]',
  'Object.prototype': 'return [shapes(Object.prototype), shapes(Array.prototype)]',
  'text of getters of stacks':
    "return [Error.prototype, DOMException.prototype].flatMap((p) => ['stack', 'filename', 'lineNumber', 'columnNumber'].map((k) => { const d = Object.getOwnPropertyDescriptor(p, k); return d && [String(d.get), String(d.set), d.get?.name]; }))",
  'stack getter on others':
    "const d = Object.getOwnPropertyDescriptor(Error.prototype, 'stack'); return d?.get ? [{}, 1, undefined].map((v) => caught(() => d.get.call(v))) : 0",
  'iterator and values':
    'return ReadableStream.prototype.values === ReadableStream.prototype[Symbol.asyncIterator]',
  constructors:
    'return [WebSocket, Request, EventSource].map((c) => [c.prototype.constructor === c, Object.getPrototypeOf(c)?.name, Object.getPrototypeOf(c) === (c === Request ? Function.prototype : EventTarget)])',
  constants: 'return [WebSocket.OPEN, WebSocket.prototype.CLOSED, EventSource.CLOSED]',
  'window.fetch and self.fetch':
    'return [window.fetch === self.fetch, fetch === globalThis.fetch, frames.fetch === fetch]',
  'deleted fetch': 'const f = fetch; return [delete window.fetch, typeof fetch, typeof window.fetch]',
  'replaced fetch': 'const f = fetch; window.fetch = function own() {}; return [fetch.name, f.name]',
  'deleted WebSocket': 'return [delete window.WebSocket, typeof WebSocket]',
  'frozen prototypes':
    "Object.freeze(Response.prototype); Object.freeze(ReadableStream.prototype); const r = await run(); return [await r.text(), caught(() => { 'use strict'; Response.prototype.text = 1; })]",
  'frozen window function': "Object.freeze(fetch); return (await fetch('/json')).status",
  'frozen Promise': 'Object.freeze(Promise); Object.freeze(Promise.prototype); return (await run()).text()',
  'proxied fetch':
    "window.fetch = new Proxy(fetch, { apply: (t, s, a) => Reflect.apply(t, s, a) }); return [(await fetch('/json')).status, String(fetch)]",
  'proxied WebSocket':
    "window.WebSocket = new Proxy(WebSocket, {}); const s = new WebSocket('ws://' + location.host + '/ws'); return [s instanceof WebSocket, s.constructor === WebSocket]",
  'wrong this':
    'return all((f, n) => /^(fetch|Request|WebSocket|EventSource|Function.toString)$/.test(n) ? 0 : [{}, null, undefined, 1, "x", [], Symbol.iterator].map((t) => caught(() => { const r = Reflect.apply(f, t, []); r?.catch?.(() => {}); return typeof r; })))',
  'wrong this, rejected':
    "return Promise.all(['Response.text', 'Response.json', 'Response.blob', 'Reader.read', 'Byob.read', 'ReadableStream.cancel', 'ReadableStream.pipeTo'].map((n) => rejected(() => tapped(n).call({}))))",
  'wrong this of fetch':
    'return [rejected, caught].length && [await rejected(() => fetch.call({})), await rejected(() => fetch.call(null)), await rejected(() => fetch.call(1))]',
  'bare call of fetch': "const f = fetch; return (await f('/json')).status",
  'fetch on null': "return (await fetch.call(null, '/json')).status",
  'no arguments':
    'return [await rejected(() => fetch()), caught(() => new Request()), caught(() => new WebSocket()), caught(() => new EventSource()), caught(() => new XMLHttpRequest().open()), caught(() => new XMLHttpRequest().setRequestHeader())]',
  'bare addEventListener':
    "let n = 0; const a = addEventListener; a('own', () => n++); dispatchEvent(new Event('own')); return n",
  'addEventListener on undefined':
    "let n = 0; addEventListener.call(undefined, 'own', () => n++); dispatchEvent(new Event('own')); return n",
  'addEventListener without arguments':
    'return [caught(() => addEventListener()), caught(() => document.addEventListener("x")), caught(() => document.addEventListener("x", 1))]',
  'addEventListener returns':
    'return [addEventListener("x", () => {}) === undefined, addEventListener("x", null) === undefined]',
  'conversions of addEventListener':
    "const log = []; new EventTarget().addEventListener({ toString() { log.push('type'); return 'x'; } }, () => {}, { get capture() { log.push('capture'); }, get once() { log.push('once'); }, get passive() { log.push('passive'); }, get signal() { log.push('signal'); } }); return log",
  'conversions on an EventSource':
    "const log = []; const s = new EventSource('/es'); s.addEventListener({ toString() { log.push('type'); return 'x'; } }, () => {}); s.close(); return log",
  handleEvent:
    "let n = 0; const t = new EventTarget(); t.addEventListener('x', { get handleEvent() { n++; return () => n++; } }); t.dispatchEvent(new Event('x')); return n",
  'same listener twice':
    "let n = 0; const t = new EventTarget(); const f = () => n++; t.addEventListener('x', f); t.addEventListener('x', f); t.dispatchEvent(new Event('x')); return n",
  'onerror and others':
    'return [window.onerror, window.onunhandledrejection, window.onpagehide, window.onmessage, document.onreadystatechange]',
  'performance marks':
    'return performance.getEntries().map((e) => e.entryType + " " + e.name.replace(/\\d+/g, "")).filter((n) => !/paint|visib/.test(n))',
  resources: 'return performance.getEntriesByType("resource").map((e) => e.name)',
  storage: 'return [localStorage.length, sessionStorage.length, document.cookie]',
  history: 'return [typeof history.state, location.href]',
  'workers and caches':
    'return [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]',
  'service worker container': 'return navigator.serviceWorker.controller',
  'messages to the window':
    "const heard = []; addEventListener('message', (e) => heard.push(String(e.data)), true); await run().then((r) => r.text()); await sleep(120); return heard",
  'events of our names':
    "const heard = []; for (const t of [window, document]) t.addEventListener('load', () => heard.push(1), true); await run().then((r) => r.text()); await sleep(120); return heard",
  'answer to our names':
    "const heard = []; document.addEventListener('load', (e) => heard.push(e.constructor.name), true); const e = new Event('load', { cancelable: true }); document.dispatchEvent(e); return [heard, e.defaultPrevented]",
  'an offer of the page':
    "const e = new MessageEvent('load', { ports: [new MessageChannel().port1], cancelable: true }); return [document.dispatchEvent(e), e.defaultPrevented]",
  'every event on window':
    'const heard = []; const d = EventTarget.prototype.dispatchEvent; EventTarget.prototype.dispatchEvent = function (e) { heard.push(e.type); return d.call(this, e); }; await run().then((r) => r.text()); await sleep(120); return heard',
  mutations:
    'const seen = []; new MutationObserver((l) => seen.push(l.length)).observe(document, { childList: true, subtree: true, attributes: true }); await run().then((r) => r.text()); await sleep(100); return seen',
  'timer ids':
    'const a = setTimeout(() => {}, 0); const b = setTimeout(() => {}, 0); await run().then((r) => r.text()); const c = setTimeout(() => {}, 0); return [b - a, c - b]',
  'first timer id': 'return setTimeout(() => {}, 0)',
  'animation frame ids':
    'const a = requestAnimationFrame(() => {}); await run().then((r) => r.text()); return requestAnimationFrame(() => {}) - a',
  'reported errors':
    "const heard = []; addEventListener('error', (e) => heard.push(e.message)); await run().then((r) => r.text()); await sleep(60); return heard",
  console:
    "const heard = []; for (const k of ['log', 'warn', 'error', 'debug', 'info']) console[k] = (...a) => heard.push(a.join()); await run().then((r) => r.text()); await sleep(60); return heard",
  frames: 'return [window.length, frames.length]',
  'names of a blank frame': 'const w = frameOf().contentWindow; return Object.getOwnPropertyNames(w).length',
  'prototype of a blank frame':
    'const w = frameOf().contentWindow; return [shapes(w.EventSource.prototype), shapes(w.Response.prototype)]',
  'functions of a srcdoc frame, at once and later':
    "const i = frameOf((f) => { f.srcdoc = 'x'; }); const w = i.contentWindow; const had = [w.fetch, w.WebSocket]; await loaded(i); return [w.fetch === had[0], w.WebSocket === had[1]]",
  'functions of a blob frame, at once and later':
    "const i = frameOf((f) => { f.src = URL.createObjectURL(new Blob(['x'], { type: 'text/html' })); }); const w = i.contentWindow; const had = w.fetch; await loaded(i); return w.fetch === had",
  'functions of a javascript frame, at once and later':
    "const i = frameOf((f) => { f.src = 'javascript:`x`'; }); const w = i.contentWindow; const had = w.fetch; await sleep(100); return i.contentWindow.fetch === had",
  'functions of a loaded frame, at once and later':
    "const i = frameOf((f) => { f.src = '/frame'; }); const w = i.contentWindow; const had = w.fetch; await loaded(i); return w.fetch === had",
  'functions of a blank frame, at once and later':
    'const w = frameOf().contentWindow; const had = w.fetch; await sleep(50); return w.fetch === had',
  'functions after document.open':
    "const f = fetch; const w = frameOf().contentWindow; const had = w.fetch; w.document.open(); w.document.write('x'); w.document.close(); return w.fetch === had",
  'functions of a window':
    "const w = open('about:blank', 'probe', 'width=50'); if (!w) return 0; const had = w.fetch; await sleep(50); const r = [w.fetch === had, String(w.fetch)]; w.close(); return r",
  'a sandboxed frame':
    "const f = frameOf((i) => { i.sandbox = 'allow-scripts'; i.srcdoc = '<script>parent.postMessage(String(fetch) + Object.getOwnPropertyNames(EventSource.prototype), \"*\")</script>'; }); return new Promise((done) => addEventListener('message', (e) => done(e.data), { once: true }))",
  'a worker':
    "const w = new Worker(URL.createObjectURL(new Blob(['postMessage(String(fetch) + Object.getOwnPropertyNames(EventSource.prototype) + new Error().stack.length)']))); return new Promise((done) => { w.onmessage = (e) => done(e.data.replace(/\\d+$/, '')); })",
  Worker: 'return [shapes(Worker), shapes(Worker.prototype), String(Worker), caught(() => new Worker())]',
  SharedWorker:
    'return typeof SharedWorker === "undefined" ? 0 : [shapes(SharedWorker), String(SharedWorker), caught(() => new SharedWorker())]',
  WebSocketStream:
    'return typeof WebSocketStream === "undefined" ? 0 : [shapes(WebSocketStream), String(WebSocketStream), caught(() => new WebSocketStream("bad:"))]',
};
