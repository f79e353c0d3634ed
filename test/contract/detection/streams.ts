// Probes of bodies, streams, pipes, sockets and sources in use: bytes, order, locks, cancellation, backpressure.

/** Code by name; each is the body of an async function of the page. */
export const streamProbes: Readonly<Record<string, string>> = {
  'body twice': 'const r = await run(); return [r.body === r.body, r.bodyUsed, r.body.locked]',
  'body after text':
    'const r = await run(); const p = r.text(); const seen = [r.bodyUsed, r.body.locked]; await p; return [seen, r.bodyUsed, r.body.locked]',
  'body used after a read':
    'const r = await run(); const reader = r.body.getReader(); const before = r.bodyUsed; const p = reader.read(); const at = r.bodyUsed; await p; return [before, at, r.bodyUsed]',
  'body used after cancel':
    'const r = await run(); const p = r.body.cancel(); return [r.bodyUsed, await p, r.body.locked]',
  'body used after pipeTo':
    'const r = await run(); const p = r.body.pipeTo(new WritableStream()); return [r.bodyUsed, r.body.locked, await p, r.body.locked]',
  'body used after pipeThrough':
    'const r = await run(); const s = r.body.pipeThrough(new TextDecoderStream()); const at = [r.bodyUsed, r.body.locked]; await new Response(s.pipeThrough(new TextEncoderStream())).text(); return [at, r.body.locked]',
  'body used after pipeThrough a pair':
    'const t = new TransformStream(); const r = await run(); r.body.pipeThrough({ readable: t.readable, writable: t.writable }); return [r.bodyUsed, r.body.locked]',
  'body used after a pipe without room':
    'const r = await run(); r.body.pipeTo(new WritableStream({}, { highWaterMark: 0 })); return [r.bodyUsed, r.body.locked]',
  'body used after an aborted pipe':
    'const r = await run(); const p = r.body.pipeTo(new WritableStream(), { signal: AbortSignal.abort(), preventCancel: true }); const at = r.bodyUsed; await p.catch(() => {}); return [at, r.bodyUsed]',
  'body used after tee': 'const r = await run(); r.body.tee(); return [r.bodyUsed, r.body.locked]',
  clone:
    'const r = await run(); const c = r.clone(); return [c.bodyUsed, r.bodyUsed, c.url === r.url, c.constructor === Response, (await c.text()) === (await r.text())]',
  'clone of a clone':
    'const r = await run(); const c = r.clone().clone(); return [await c.text(), await r.text()].map((t) => t.length)',
  'clone body':
    'const r = await run(); const b = r.body; const c = r.clone(); return [b === r.body, c.body === r.body, b.locked]',
  'bytes by reader':
    'const r = (await run()).body.getReader(); let n = 0; for (;;) { const { done, value } = await r.read(); if (done) return n; n += value.length; }',
  textStream:
    'const r = await run(); if (!r.textStream) return 0; const s = r.textStream(); const at = [r.bodyUsed, r.body.locked, s.locked, Reflect.ownKeys(s).length, s instanceof ReadableStream]; const { value } = await s.getReader().read(); return [at, typeof value, r.bodyUsed, await rejected(() => r.textStream())]',
  'textStream, piped':
    'const r = await run(); if (!r.textStream) return 0; return (await new Response(r.textStream().pipeThrough(new TextEncoderStream())).text()).length',
  'result of a read':
    'const r = (await run()).body.getReader(); const x = await r.read(); return [Reflect.ownKeys(x), x.done, x.value.constructor === Uint8Array, x.value.byteOffset, Object.getPrototypeOf(x) === Object.prototype]',
  'reader is one':
    'const s = (await run()).body; const r = s.getReader(); return [r instanceof ReadableStreamDefaultReader, Object.prototype.toString.call(r), Reflect.ownKeys(r).length]',
  'closed of a reader':
    'const r = (await run()).body.getReader(); let closed = false; r.closed.then(() => { closed = true; }); while (!(await r.read()).done); await 0; await 0; return closed',
  'closed before the last read':
    "const r = (await run()).body.getReader(); const log = []; r.closed.then(() => log.push('closed')); for (;;) { const { done } = await r.read(); log.push(done ? 'done' : 'part'); if (done) break; } await 0; return [...new Set(log)]",
  'read after the end':
    'const r = (await run()).body.getReader(); while (!(await r.read()).done); return [await r.read(), await r.read()].map((x) => [x.done, x.value])',
  'reads at once':
    'const r = (await run()).body.getReader(); const p = [r.read(), r.read(), r.read(), r.read()]; const all = await Promise.all(p); return all.at(-1).done',
  byob: "const { body } = await run(); let r; try { r = body.getReader({ mode: 'byob' }); } catch (e) { return e.message; } const v = new Uint8Array(4); const x = await r.read(v); return [x.value.length, v.byteLength, x.value.buffer.byteLength]",
  iterate:
    'const { body } = await run(); if (!body.values) return 0; let n = 0; for await (const part of body) n += part.length; return [n, body.locked]',
  'iterate and break':
    'const { body } = await run(); if (!body.values) return 0; for await (const part of body) break; return [body.locked, (await rejected(() => body.getReader().read()))[0]]',
  'iterate and keep':
    'const { body } = await run(); if (!body.values) return 0; for await (const part of body.values({ preventCancel: true })) break; return [body.locked, (await body.getReader().read()).done]',
  'iterator object':
    'const { body } = await run(); if (!body.values) return 0; const i = body.values(); return [Object.getPrototypeOf(i) === iterator, i[Symbol.asyncIterator]() === i, Reflect.ownKeys(i).length, body.locked]',
  'options of values':
    "const log = []; if (!iterator) return 0; new ReadableStream().values({ get preventCancel() { log.push('asked'); return true; } }); return log",
  tee: 'const [a, b] = (await run()).body.tee(); return [(await new Response(a).text()) === (await new Response(b).text()), a.locked]',
  'tee, one cancelled':
    "const [a, b] = (await run()).body.tee(); a.cancel('x'); return (await new Response(b).text()).length",
  cancel:
    "let why; const s = new Response(new ReadableStream({ cancel(r) { why = r; } })).body; await s.cancel('own'); return why",
  'cancel by a reader':
    "let why; const s = new Response(new ReadableStream({ cancel(r) { why = r; } })).body; await s.getReader().cancel('own'); return why",
  'wrapped body':
    'const r = await run(); const s = r.body; const w = new Response(s); return [w.body === s, (await w.text()).length, r.bodyUsed]',
  'wrapped body of the page':
    "let pulls = 0; const s = new ReadableStream({ pull(c) { pulls++; c.close(); } }, { highWaterMark: 0 }); const r = new Response(s, { headers: { 'content-type': 'text/event-stream' } }); const before = pulls; await r.text(); return [before, pulls]",
  transfer:
    'const { body } = await run(); const t = structuredClone(body, { transfer: [body] }); return [body.locked, (await new Response(t).text()).length]',
  'pipe: aborted, source goes on':
    "const r = await run(); await r.body.pipeTo(new WritableStream(), { signal: AbortSignal.abort('x'), preventCancel: true }).catch(() => {}); return [r.bodyUsed, r.body.locked, (await r.body.getReader().read()).value?.length]",
  'pipe: aborted, reason':
    "const { body } = await run('/endless'); return rejected(() => body.pipeTo(new WritableStream(), { signal: AbortSignal.abort('x') }))",
  'pipe: aborted later, source goes on':
    "const c = new AbortController(); const { body } = await run('/run'); const w = new WritableStream({}, { highWaterMark: 0 }); const p = body.pipeTo(w, { signal: c.signal, preventCancel: true }).catch((e) => e); await sleep(30); c.abort('x'); const e = await p; return [e, body.locked, (await body.getReader().read()).value?.length]",
  'pipe: aborted in the middle, source goes on':
    "const c = new AbortController(); let pushed; const s = new ReadableStream({ start(x) { pushed = x; } }, { highWaterMark: 0 }); const { body } = new Response(s, { headers: { 'content-type': 'text/event-stream' } }); const p = body.pipeTo(new WritableStream(), { signal: c.signal, preventCancel: true }).catch((e) => e); await sleep(10); c.abort('x'); await p; await sleep(5); const r = body.getReader(); const read = r.read(); pushed.enqueue(new Uint8Array([7])); return [...(await read).value]",
  'pipeThrough: aborted, source goes on':
    "const r = await run(); const t = new TransformStream(); r.body.pipeThrough(t, { signal: AbortSignal.abort('x'), preventCancel: true }); await sleep(30); return [r.body.locked, (await r.body.getReader().read()).value?.length]",
  'pipeThrough: broken sink, source goes on':
    "const r = await run(); r.body.pipeThrough(new TransformStream({ transform() { throw new Error('x'); } }), { preventCancel: true }).cancel().catch(() => {}); await sleep(50); return r.body.locked",
  'pipeThrough: aborted cancels':
    "let why; const { body } = new Response(new ReadableStream({ cancel(r) { why = r; } }), { headers: { 'content-type': 'text/event-stream' } }); body.pipeThrough(new TransformStream(), { signal: AbortSignal.abort('own') }); await sleep(20); return why",
  'pipe: pulls without room':
    "let pulls = 0; const { body } = new Response(new ReadableStream({ pull(c) { pulls++; c.enqueue(new Uint8Array(1)); } }, { highWaterMark: 0 }), { headers: { 'content-type': 'text/event-stream' } }); body.pipeTo(new WritableStream({}, { highWaterMark: 0 })); await sleep(30); return pulls",
  'pipe: pulls with room':
    "let pulls = 0; const { body } = new Response(new ReadableStream({ pull(c) { pulls++; c.enqueue(new Uint8Array(1)); } }, { highWaterMark: 0 }), { headers: { 'content-type': 'text/event-stream' } }); body.pipeTo(new WritableStream({ write: () => new Promise(() => {}) }, { highWaterMark: 3 })); await sleep(30); return pulls",
  'pipe: pulls of a transform':
    "let pulls = 0; const { body } = new Response(new ReadableStream({ pull(c) { pulls++; c.enqueue(new Uint8Array(1)); } }, { highWaterMark: 0 }), { headers: { 'content-type': 'text/event-stream' } }); body.pipeThrough(new TransformStream()); await sleep(30); return pulls",
  'pipe: broken sink cancels':
    "let why; const { body } = new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(1)); }, cancel(r) { why = String(r); } }), { headers: { 'content-type': 'text/event-stream' } }); const e = await rejected(() => body.pipeTo(new WritableStream({ write() { throw new Error('sink'); } }))); return [why, e[2], body.locked]",
  'pipe: broken sink, kept source':
    "const { body } = await run(); await body.pipeTo(new WritableStream({ write() { throw new Error('sink'); } }), { preventCancel: true }).catch(() => {}); return body.locked",
  'pipe: closed sink':
    'const w = new WritableStream(); await w.close(); const { body } = await run(); return [(await rejected(() => body.pipeTo(w))).slice(0, 3), body.locked]',
  'pipe: failed sink':
    "const w = new WritableStream({ start(c) { c.error('own'); } }); const { body } = await run(); return [await rejected(() => body.pipeTo(w)), body.locked]",
  'pipe: kept open':
    'let closed = false; const w = new WritableStream({ close() { closed = true; } }); await (await run()).body.pipeTo(w, { preventClose: true }); return [closed, w.locked]',
  'pipe: source fails':
    "let why; const w = new WritableStream({ abort(r) { why = r?.constructor?.name; } }); const e = await rejected(async () => (await run('/cut')).body.pipeTo(w)); return [why, e[0]]",
  'pipe: options in order':
    "const log = []; const o = (k) => ({ get() { log.push(k); }, enumerable: true }); const { body } = await run(); await body.pipeTo(new WritableStream(), Object.defineProperties({}, { preventAbort: o('preventAbort'), preventCancel: o('preventCancel'), preventClose: o('preventClose'), signal: o('signal') })); return log",
  'pipeThrough: getters in order':
    "const log = []; const t = new TransformStream(); const { body } = await run(); const r = body.pipeThrough({ get readable() { log.push('readable'); return t.readable; }, get writable() { log.push('writable'); return t.writable; } }); return [log, r === t.readable]",
  'pipe: locks of the sink':
    'const w = new WritableStream(); const { body } = await run(); const p = body.pipeTo(w); const at = w.locked; await p; return [at, w.locked]',
  'pipe: promise':
    'const { body } = await run(); const p = body.pipeTo(new WritableStream()); return [p instanceof Promise, await p]',
  'pipe: a chain':
    "return (await new Response((await run()).body.pipeThrough(new CompressionStream('gzip')).pipeThrough(new DecompressionStream('gzip'))).text()).length",
  'request: identity':
    "const r = new Request('/x'); return [r instanceof Request, r.constructor === Request, Object.getPrototypeOf(r) === Request.prototype, Reflect.ownKeys(r).length]",
  'xhr: subclass':
    'class Own extends XMLHttpRequest { own() { return 1; } } const x = new Own(); return [x.own(), x instanceof XMLHttpRequest, x.constructor === Own, XMLHttpRequest.prototype.constructor === XMLHttpRequest, caught(() => XMLHttpRequest()), new XMLHttpRequest().constructor === XMLHttpRequest]',
  'xhr: new target of a frame':
    'const w = frameOf().contentWindow; const x = Reflect.construct(XMLHttpRequest, [], w.XMLHttpRequest); return [x instanceof w.XMLHttpRequest, x instanceof XMLHttpRequest]',
  'xhr: getters':
    "const { get } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'responseText'); const x = new XMLHttpRequest(); x.open('POST', '/run'); x.responseType = 'json'; x.send(INPUT); return [get.name, get.length, String(get), caught(() => get.call({})), caught(() => x.responseText), x.response]",
  'xhr: listeners in order':
    "const x = new XMLHttpRequest(); const log = []; x.addEventListener('load', (e) => { log.push(1); e.stopImmediatePropagation(); }, true); x.addEventListener('load', () => log.push(2)); x.onloadend = () => log.push(3); x.open('POST', '/run'); x.send(INPUT); await sleep(150); return log",
  'request: subclass':
    "class Own extends Request { own() { return 1; } } const r = new Own('/x'); return [r.own(), r instanceof Own, r.constructor === Own, Own.name]",
  'request: new target':
    "const T = function () {}; T.prototype = { own: 1 }; const r = Reflect.construct(Request, ['/x'], T); return [r.own, r instanceof Request]",
  'request: new target of a frame':
    "const w = frameOf().contentWindow; const T = new w.Function(); T.prototype = undefined; const r = Reflect.construct(Request, ['/x'], T); return [r instanceof w.Request, r instanceof Request]",
  'request: body used':
    "const r = new Request('/upload', { method: 'POST', body: INPUT }); await fetch(r); return r.bodyUsed",
  'request: clone':
    "const r = new Request('/upload', { method: 'POST', body: INPUT }); const c = r.clone(); return [c instanceof Request, await c.text() === INPUT, r.bodyUsed]",
  'socket: identity':
    'const s = await socketOf(); return [s instanceof WebSocket, s.constructor === WebSocket, Reflect.ownKeys(s).length, s.onmessage, s.readyState]',
  'socket: subclass':
    "class Own extends WebSocket { send(v) { return super.send(v + '!'); } } const s = new Own('ws://' + location.host + '/ws'); await new Promise((d) => { s.onopen = d; }); const e = echo(s); s.send('x'); return [await e, s instanceof Own]",
  'socket: events':
    "const s = new WebSocket('ws://' + location.host + '/ws'); const log = []; for (const n of ['open', 'message', 'close', 'error']) s.addEventListener(n, (e) => log.push([e.type, e.isTrusted, e.constructor.name, e.eventPhase])); await new Promise((d) => { s.onopen = d; }); s.send('x'); await sleep(50); s.close(1000); await sleep(80); return log",
  'socket: order with onmessage':
    "const s = await socketOf(); const log = []; s.onmessage = () => log.push('on'); s.addEventListener('message', () => log.push('listener')); s.send('x'); await sleep(60); return log",
  'socket: stopImmediatePropagation':
    "const s = await socketOf(); const log = []; s.addEventListener('message', (e) => { log.push(1); e.stopImmediatePropagation(); }); s.addEventListener('message', () => log.push(2)); s.send('x'); await sleep(60); return log",
  'socket: data is one object':
    "const s = await socketOf(); s.binaryType = 'arraybuffer'; let same; s.onmessage = (e) => { same = e.data === e.data; }; s.send(new Uint8Array(2)); await sleep(60); return same",
  'socket: detached data':
    "const s = await socketOf(); s.binaryType = 'arraybuffer'; let n; s.onmessage = (e) => { structuredClone(e.data, { transfer: [e.data] }); n = e.data.byteLength; }; s.send(new Uint8Array(2)); await sleep(60); return n",
  'socket: return of send and close':
    "const s = await socketOf(); return [s.send('x') === undefined, s.close() === undefined]",
  'socket: bufferedAmount': "const s = await socketOf(); s.send('abc'); return s.bufferedAmount",
  'socket: own send':
    "const s = await socketOf(); const log = []; s.send = (v) => log.push(v); s.send('x'); return [log, Reflect.ownKeys(s).includes('send')]",
  'source: identity':
    "const s = new EventSource('/es'); const r = [s instanceof EventSource, s.constructor === EventSource, Reflect.ownKeys(s).length, s.onmessage, s.readyState]; s.close(); return r",
  'source: subclass':
    "class Own extends EventSource {} const s = new Own('/es'); const r = [s instanceof Own, s.url]; s.close(); return r",
  'source: events':
    "const s = new EventSource('/es'); const log = []; for (const n of ['open', 'message', 'TEXT', 'error']) s.addEventListener(n, (e) => log.push([e.type, e.isTrusted, e.data, e.lastEventId])); await sleep(150); s.close(); return log.slice(0, 3)",
  'source: addEventListener is inherited':
    "return [EventSource.prototype.addEventListener === EventTarget.prototype.addEventListener, Object.hasOwn(EventSource.prototype, 'addEventListener'), window.addEventListener === EventTarget.prototype.addEventListener]",
  'source: listeners of a frame':
    "const w = frameOf().contentWindow; const s = new EventSource('/es'); let n = 0; w.EventTarget.prototype.addEventListener.call(s, 'message', () => n++); for (let turn = 0; n === 0 && turn < 40; turn++) await sleep(50); s.close(); return n > 0",
  'source: removed listener':
    "const s = new EventSource('/es'); let n = 0; const f = () => n++; s.addEventListener('message', f); s.removeEventListener('message', f); await sleep(120); s.close(); return n",
  'source: replaced addEventListener':
    "const log = []; const f = EventTarget.prototype.addEventListener; EventTarget.prototype.addEventListener = function (...a) { log.push(a[0]); return f.apply(this, a); }; const s = new EventSource('/es'); s.addEventListener('own', () => {}); await sleep(50); s.close(); return log",
  'xhr: identity':
    'const x = new XMLHttpRequest(); return [x instanceof XMLHttpRequest, Reflect.ownKeys(x).length, x.onload, x.readyState]',
  'xhr: events':
    "const log = []; const x = await xhrOf('POST', '/run', (x) => { for (const n of ['loadstart', 'readystatechange', 'load', 'loadend', 'abort', 'error']) x.addEventListener(n, (e) => log.push([e.type, x.readyState, e.isTrusted])); }, INPUT); return [...new Set(log.map(String))]",
  'xhr: text': "return (await xhrOf('POST', '/run', () => {}, INPUT)).responseText.length",
  'xhr: json is one object':
    "const x = await xhrOf('POST', '/json', (x) => { x.responseType = 'json'; }, INPUT); return [x.response === x.response, x.response]",
  'xhr: buffer is one object':
    "const x = await xhrOf('POST', '/run', (x) => { x.responseType = 'arraybuffer'; }, INPUT); return [x.response === x.response, x.response.byteLength]",
  'xhr: blob':
    "const x = await xhrOf('POST', '/run', (x) => { x.responseType = 'blob'; }, INPUT); return [x.response === x.response, x.response.size]",
  'xhr: document':
    "const x = await xhrOf('GET', '/frame', (x) => { x.responseType = 'document'; }); return x.response?.nodeName",
  'xhr: abort':
    "const x = new XMLHttpRequest(); const log = []; x.onreadystatechange = () => log.push(x.readyState); x.onabort = () => log.push('abort'); x.open('POST', '/endless'); x.send(INPUT); await sleep(50); x.abort(); return [...new Set(log), x.readyState]",
  'xhr: sync':
    "const x = new XMLHttpRequest(); x.open('POST', '/run', false); x.send(INPUT); return [x.status, x.responseText.length]",
  'xhr: open again':
    "const x = new XMLHttpRequest(); x.open('POST', '/endless'); x.send(INPUT); await sleep(40); x.open('GET', '/json'); x.send(); await new Promise((d) => { x.onload = d; }); return x.responseText",
  'xhr: upload':
    "const log = []; await xhrOf('POST', '/upload', (x) => { x.upload.onload = () => log.push('upload'); }, 'x'.repeat(1000)); return log",
  'fetch: keepalive and others':
    "return [(await fetch('/json', { keepalive: true, cache: 'no-store', mode: 'same-origin' })).type]",
  'fetch: response of a run':
    "const r = await run(); return [r.constructor === Response, Reflect.ownKeys(r).length, r.type, r.status, r.redirected, r.headers.get('content-type')]",
  'fetch: signal':
    "const c = new AbortController(); const r = await run('/endless', { signal: c.signal }); const reader = r.body.getReader(); await reader.read(); c.abort(); return (await rejected(async () => { for (;;) await reader.read(); })).slice(0, 3)",
  'fetch: onabort of the signal':
    "const c = new AbortController(); const log = []; c.signal.onabort = () => log.push('on'); const r = await run('/endless', { signal: c.signal }); c.abort(); return [log, c.signal.onabort !== null]",
  'fetch: stream as a body':
    "return rejected(async () => (await fetch('/upload', { method: 'POST', body: parts('x'), duplex: 'half' })).status)",
  'fetch: in the order of calls':
    "const log = []; fetch('/json').then(() => log.push(1)); await fetch('/json'); log.push(2); await sleep(20); return log.sort()",
  'fetch: a Request with options':
    "const r = new Request('/upload', { method: 'POST', body: 'a' }); const x = await fetch(r, { body: INPUT, headers: { accept: 'text/event-stream' } }); return [x.status, r.bodyUsed]",
  'fetch: long answer': "return (await (await run('/long')).text()).length",
  'fetch: json of a run': "return (await run('/json')).json()",
  'fetch: blob type': 'return (await (await run()).blob()).type',
  'fetch: arrayBuffer':
    'const b = await (await run()).arrayBuffer(); return [b.constructor === ArrayBuffer, b.byteLength, b.detached ?? false]',
  'fetch: bytes': 'const r = await run(); return r.bytes ? (await r.bytes()).length : 0',
  'timers: all cleared':
    'let id = setTimeout(() => {}); while (id) clearTimeout(id--); return (await run()).status',
};
