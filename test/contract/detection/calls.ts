// Probes of calls: errors and their stacks, microtasks, conversions of arguments, and what runs of the page's own code.

/** Code by name; each is the body of an async function of the page. */
export const callProbes: Readonly<Record<string, string>> = {
  'thrown: WebSocket': "return caught(() => new WebSocket('bad:'))",
  'thrown: WebSocket protocols': "return caught(() => new WebSocket('ws://x', ['a', 'a']))",
  'thrown: own WebSocket':
    "return caught(() => new (class Own extends WebSocket { constructor() { super('bad:'); } })())",
  'thrown: send too early': "return caught(() => new WebSocket('ws://' + location.host + '/ws').send('x'))",
  'thrown: close code': "return caught(() => new WebSocket('ws://' + location.host + '/ws').close(5))",
  'thrown: EventSource': "return caught(() => new EventSource('http://['))",
  'thrown: Request': "return caught(() => new Request('http://['))",
  'thrown: Request with a body': "return caught(() => new Request('/', { body: 'x' }))",
  'thrown: own Request': "return caught(() => new (class Own extends Request {})('http://['))",
  'thrown: Reflect.construct': "return caught(() => Reflect.construct(Request, ['http://['], class {}))",
  'thrown: xhr open': "return caught(() => new XMLHttpRequest().open('GET', 'http://['))",
  'thrown: xhr method': "return caught(() => new XMLHttpRequest().open('TRACE', '/'))",
  'thrown: xhr send': 'return caught(() => new XMLHttpRequest().send())',
  'thrown: xhr header': "return caught(() => new XMLHttpRequest().setRequestHeader('a', 'b'))",
  'thrown: xhr sync':
    "return caught(() => { const x = new XMLHttpRequest(); x.open('GET', 'http://127.0.0.1:1/', false); x.send(); })",
  'thrown: getReader twice':
    'const s = new ReadableStream(); s.getReader(); return caught(() => s.getReader())',
  'thrown: byob of no bytes': "return caught(() => new ReadableStream().getReader({ mode: 'byob' }))",
  'thrown: mode': "return caught(() => new ReadableStream().getReader({ mode: 'x' }))",
  'thrown: tee of a locked one':
    'const s = new ReadableStream(); s.getReader(); return caught(() => s.tee())',
  'thrown: pipeThrough':
    'return [caught(() => new ReadableStream().pipeThrough()), caught(() => new ReadableStream().pipeThrough({})), caught(() => new ReadableStream().pipeThrough({ readable: new ReadableStream(), writable: 1 }))]',
  'thrown: clone': "const r = new Response('x'); await r.text(); return caught(() => r.clone())",
  'thrown: request clone':
    "const r = new Request('/', { method: 'POST', body: 'x' }); await r.text(); return caught(() => r.clone())",
  'thrown: getter':
    "return caught(() => Object.getOwnPropertyDescriptor(Response.prototype, 'body').get.call({}))",
  'thrown: deep':
    "const deep = (n) => (n ? deep(n - 1) : new WebSocket('bad:')); return caught(() => deep(30))",
  'thrown: deep toString':
    'const deep = (n) => (n ? deep(n - 1) : Function.prototype.toString.call({})); return caught(() => deep(30))',
  'thrown: deep, of a run':
    'const r = await run(); r.body.getReader(); const deep = (n) => (n ? deep(n - 1) : r.body.getReader()); return caught(() => deep(30))',
  'thrown: short limit':
    "Error.stackTraceLimit = 3; const deep = (n) => (n ? deep(n - 1) : new WebSocket('bad:')); return caught(() => deep(5))",
  'thrown: limit of nothing': "Error.stackTraceLimit = 0; return caught(() => new WebSocket('bad:'))",
  'thrown: no limit': "delete Error.stackTraceLimit; return caught(() => new WebSocket('bad:'))",
  'thrown: by the page':
    "return caught(() => new WebSocket({ toString() { throw new Error('the page itself'); } }))",
  'thrown: by the page, deep':
    "const deep = (n) => { if (n) return deep(n - 1); throw new Error('the page itself'); }; return caught(() => new WebSocket({ toString: () => deep(12) }))",
  'thrown: by the page, frozen':
    "return caught(() => new WebSocket({ toString() { throw Object.freeze({ name: 'frozen' }); } }))",
  'thrown: by the page, a function': 'return caught(() => new WebSocket({ toString() { throw () => 1; } }))',
  'thrown: by the page, with a getter':
    "let n = 0; const e = caught(() => new WebSocket({ toString() { throw { get stack() { n++; return 'x'; } }; } })); return n",
  'thrown: by the page, with a getter on an error':
    "let n = 0; const e = Object.defineProperty(new Error('x'), 'stack', { get() { n++; return 'x'; } }); try { new WebSocket({ toString() { throw e; } }); } catch {} return n",
  'thrown: by the page, with a class':
    "let n = 0; class Own extends Error { get stack() { n++; return 'x'; } } try { new WebSocket({ toString() { throw new Own(); } }); } catch {} return n",
  'thrown: by the page, with a proxy':
    "let n = 0; const e = new Proxy(new Error('x'), { get(t, k) { n++; return Reflect.get(t, k); }, getOwnPropertyDescriptor(t, k) { n++; return Reflect.getOwnPropertyDescriptor(t, k); }, has() { n++; return true; } }); try { new WebSocket({ toString() { throw e; } }); } catch {} return n",
  'stack seen from code that is called':
    "let s; new Request({ toString() { s = new Error('x').stack; return '/'; } }); return s",
  'stack seen from a getter of options':
    "let s; new Request('/', { get method() { s = new Error('x').stack; return 'GET'; } }); return s",
  'stack seen from a getter of fetch':
    "let s; fetch('/json', { get method() { s = new Error('x').stack; return 'GET'; } }); return s",
  'stack seen from a listener by dispatch':
    "let s; const f = new EventTarget(); f.addEventListener('x', () => { s = new Error('x').stack; }); f.dispatchEvent(new Event('x')); return s",
  'stack seen from an underlying source':
    "let s; new ReadableStream({ cancel() { s = new Error('x').stack; } }).cancel(); return s",
  'stack of abort by xhr':
    "const x = new XMLHttpRequest(); x.open('GET', '/never'); x.send(); let s; x.onabort = () => { s = new Error('x').stack; }; x.abort(); return s",
  'prepareStackTrace of thrown ones':
    "let n = 0; Error.prepareStackTrace = (e, sites) => { n++; return 'own'; }; const f = caught(() => new WebSocket('bad:')); return [n > 0, f[3]]",
  'prepareStackTrace is not called':
    "let n = 0; Error.prepareStackTrace = () => { n++; return 'own'; }; try { new WebSocket('bad:'); } catch {} await fetch('http://127.0.0.1:1/').catch(() => {}); await run('/cut').then((r) => r.text()).catch(() => {}); return n",
  'call sites of prepareStackTrace':
    "Error.prepareStackTrace = (e, sites) => sites.map((s) => s.getFunctionName() + s.getFileName()); return caught(() => new WebSocket('bad:'))",
  'prepareStackTrace as a getter':
    "let n = 0; Object.defineProperty(Error, 'prepareStackTrace', { configurable: true, get() { n++; } }); try { new WebSocket('bad:'); } catch {} return n",
  'uncaught: place':
    "const heard = new Promise((done) => addEventListener('error', (e) => { e.preventDefault(); done([e.message, e.filename, e.lineno, e.colno]); })); setTimeout(() => new WebSocket('bad:')); return heard",
  'rejected: fetch': "return rejected(() => fetch('http://127.0.0.1:1/'))",
  'rejected: fetch of a bad address': "return rejected(() => fetch('http://['))",
  'rejected: fetch of a bad method': "return rejected(() => fetch('/', { method: 'TRACE' }))",
  'rejected: fetch of a GET with a body': "return rejected(() => fetch('/', { body: 'x' }))",
  'rejected: aborted before': "return rejected(() => fetch('/', { signal: AbortSignal.abort() }))",
  'rejected: aborted with a reason':
    "return rejected(() => fetch('/', { signal: AbortSignal.abort('why') }))",
  'rejected: aborted after':
    "const c = new AbortController(); setTimeout(() => c.abort(), 30); return rejected(() => fetch('/never', { signal: c.signal }))",
  'rejected: json': "const r = await fetch('/broken'); return rejected(() => r.json())",
  'rejected: text twice': "const r = await fetch('/json'); await r.text(); return rejected(() => r.text())",
  'rejected: text of a locked one':
    "const r = await fetch('/json'); r.body.getReader(); return rejected(() => r.text())",
  'rejected: formData': "const r = await fetch('/json'); return rejected(() => r.formData())",
  'rejected: cancel of a locked one':
    'const s = new ReadableStream(); s.getReader(); return rejected(() => s.cancel())',
  'rejected: pipeTo': 'return rejected(() => new ReadableStream().pipeTo())',
  'rejected: pipeTo a locked one':
    'const w = new WritableStream(); w.getWriter(); return rejected(() => new ReadableStream().pipeTo(w))',
  'rejected: read after release':
    'const r = new ReadableStream().getReader(); r.releaseLock(); return rejected(() => r.read())',
  'rejected: read released':
    'const r = new ReadableStream().getReader(); const p = r.read(); r.releaseLock(); return rejected(() => p)',
  'rejected: byob read':
    "const r = new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }); return [await rejected(() => r.read()), await rejected(() => r.read(new Uint8Array(0)))]",
  'rejected: run': "return rejected(() => run('http://127.0.0.1:1/'))",
  'rejected: run cut off': "const r = await run('/cut'); return rejected(() => r.text())",
  'rejected: run cut off, read':
    "const r = (await run('/cut')).body.getReader(); return rejected(async () => { while (!(await r.read()).done); })",
  'rejected: run, json': "const r = await run('/broken'); return rejected(() => r.json())",
  'rejected: run aborted':
    "const c = new AbortController(); setTimeout(() => c.abort(), 30); return rejected(() => run('/never', { signal: c.signal }))",
  'unhandled: fetch': "return unhandled(() => fetch('http://127.0.0.1:1/'))",
  'unhandled: run': "return unhandled(() => run('http://127.0.0.1:1/'))",
  'unhandled: text': "const r = await run('/cut'); return unhandled(() => r.text())",
  'unhandled: json': "const r = await run('/broken'); return unhandled(() => r.json())",
  'unhandled: arrayBuffer': "const r = await run('/cut'); return unhandled(() => r.arrayBuffer())",
  'unhandled: blob': "const r = await run('/cut'); return unhandled(() => r.blob())",
  'unhandled: read':
    "const r = (await run('/cut')).body.getReader(); await r.read(); return unhandled(() => r.read())",
  'unhandled: read released':
    "const r = (await run('/endless')).body.getReader(); await r.read(); return unhandled(() => { const p = r.read(); r.releaseLock(); return p; })",
  'unhandled: next':
    "const { body } = await run('/cut'); if (!body.values) return []; const i = body.values(); await i.next(); return unhandled(() => i.next())",
  'unhandled: pipeTo':
    "const { body } = await run('/cut'); return unhandled(() => body.pipeTo(new WritableStream()))",
  'unhandled: pipeTo a broken sink':
    "const { body } = await run(); return unhandled(() => body.pipeTo(new WritableStream({ write() { throw new Error('sink'); } })))",
  'unhandled: pipeThrough':
    "const { body } = await run('/cut'); return unhandled(() => { body.pipeThrough(new TransformStream()); return Promise.resolve(); })",
  'unhandled: plain text': "const r = await fetch('/cut-json'); return unhandled(() => r.text())",
  'handled: text':
    "const r = await run('/cut'); const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); await r.text().catch(() => {}); await sleep(100); return heard",
  'handled: read':
    "const r = (await run('/cut')).body.getReader(); const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); for (let n = 0; n < 4; n++) await r.read().catch(() => {}); await sleep(100); return heard",
  'handled: pipeTo':
    "const { body } = await run('/cut'); const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); await body.pipeTo(new WritableStream()).catch(() => {}); await sleep(100); return heard",
  'handled: pipeThrough':
    "const { body } = await run('/cut'); const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); await new Response(body.pipeThrough(new TransformStream())).text().catch(() => {}); await sleep(100); return heard",
  'handled: tee':
    "const [a, b] = (await run('/cut')).body.tee(); const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); await Promise.allSettled([new Response(a).text(), new Response(b).text()]); await sleep(100); return heard",
  'handled: run':
    "const heard = []; addEventListener('unhandledrejection', () => heard.push(1)); await run('http://127.0.0.1:1/').catch(() => {}); await sleep(100); return heard",
  'ticks: fetch of a bad address': "return ticksOf(fetch('http://['))",
  'ticks: fetch with options': "return ticksOf(fetch('http://[', { method: 'POST', body: '{}' }))",
  'ticks: fetch of JSON':
    "return ticksOf(fetch('http://[', { method: 'POST', body: JSON.stringify({ query: 1, messages: [] }) }))",
  'ticks: fetch with headers':
    "return ticksOf(fetch('http://[', { headers: { accept: 'application/json' } }))",
  'ticks: aborted fetch': "return ticksOf(fetch('/', { signal: AbortSignal.abort() }))",
  'ticks: aborted run': "return ticksOf(run('/run', { signal: AbortSignal.abort() }))",
  'ticks: run of a bad address': "return ticksOf(run('http://['))",
  'ticks: text': "return ticksOf(new Response('x').text())",
  'ticks: json': "return ticksOf(new Response('{}').json())",
  'ticks: arrayBuffer': "return ticksOf(new Response('x').arrayBuffer())",
  'ticks: text of a used one': "const r = new Response('x'); await r.text(); return ticksOf(r.text())",
  'ticks: read': 'return ticksOf(new ReadableStream({ start(c) { c.enqueue(1); } }).getReader().read())',
  'ticks: read of a failed one':
    "return ticksOf(new ReadableStream({ start(c) { c.error('x'); } }).getReader().read())",
  'ticks: next':
    'return iterator && ticksOf(new ReadableStream({ start(c) { c.enqueue(1); } }).values().next())',
  'ticks: cancel': 'return ticksOf(new ReadableStream().cancel())',
  'ticks: pipeTo': "return ticksOf(parts('x').pipeTo(new WritableStream()))",
  'ticks: read of a run':
    "const r = await run('/run'); await sleep(50); const reader = r.body.getReader(); await reader.read(); return ticksOf(reader.read().then(() => 1))",
  'ticks: text of a run made by the page': "const r = await run('/run'); return typeof (await r.text())",
  'order of handlers of a read':
    "const log = []; const r = parts('x').getReader(); r.read().then(() => log.push('read')); Promise.resolve().then(() => log.push('a')).then(() => log.push('b')); await sleep(20); return log",
  'promise of fetch':
    "const p = fetch('/json'); const r = [p.constructor === Promise, Reflect.ownKeys(p).length, Object.getPrototypeOf(p) === Promise.prototype]; await p; return r",
  'promise of a run':
    'const p = run(); const r = [p.constructor === Promise, Reflect.ownKeys(p).length, Object.getPrototypeOf(p) === Promise.prototype]; await p; return r',
  'promise of a text':
    'const p = (await run()).text(); return [p.constructor === Promise, Reflect.ownKeys(p).length, Object.getPrototypeOf(p) === Promise.prototype, p instanceof Promise]',
  'promise of a read':
    'const p = (await run()).body.getReader().read(); return [p.constructor === Promise, Reflect.ownKeys(p).length, Object.getPrototypeOf(await p) === Object.prototype, Reflect.ownKeys(await p)]',
  'asked: then of promises':
    "const t = Promise.prototype.then; let n = 0; Promise.prototype.then = function (...a) { n++; return t.apply(this, a); }; await fetch('/json'); const had = n; const r = await run(); await r.text(); return [had, n]",
  'asked: constructor of promises':
    "return asked(Promise.prototype, ['constructor'], async () => { fetch('/json'); await sleep(50); })",
  'asked: species of promises':
    "let n = 0; Object.defineProperty(Promise, Symbol.species, { configurable: true, get() { n++; return this; } }); fetch('/json'); run().then; await sleep(80); return n",
  'asked: species of a followed read':
    'let n = 0; const r = (await run()).body.getReader(); Object.defineProperty(Promise, Symbol.species, { configurable: true, get() { n++; return this; } }); r.read(); await sleep(50); return n',
  'asked: species of arrays':
    "return asked(Array, [Symbol.species], async () => { await (await run()).text(); caught(() => new WebSocket('bad:')); })",
  'asked: species of bytes':
    'let n = 0; Object.defineProperty(Object.getPrototypeOf(Uint8Array), Symbol.species, { configurable: true, get() { n++; return this; } }); const [a, b] = (await run()).body.tee(); for (const s of [a, b]) await s.getReader().read(); await sleep(80); return n',
  'asked: species of buffers':
    'let n = 0; Object.defineProperty(ArrayBuffer, Symbol.species, { configurable: true, get() { n++; return this; } }); const s = await socketOf(); const e = echo(s); s.send(new Uint8Array(5)); await e; return n',
  'asked: iterator of arrays':
    "return asked(Array.prototype, [Symbol.iterator], async () => { const { body } = await run(); body.tee(); caught(() => new WebSocket('bad:')); })",
  'asked: iterator of strings':
    'return asked(String.prototype, [Symbol.iterator], async () => { await (await run()).text(); await sleep(80); })',
  'asked: split of strings':
    "return asked(String.prototype, [Symbol.split, Symbol.replace, Symbol.match], async () => { await (await run()).text(); caught(() => new WebSocket('bad:')); await sleep(80); })",
  'asked: toJSON':
    "return asked(Object.prototype, ['toJSON'], async () => { await (await run('/json')).json(); await (await run()).text(); await sleep(80); })",
  'asked: toJSON of strings':
    "return asked(String.prototype, ['toJSON'], async () => { await (await run('/json')).json(); await sleep(80); })",
  'asked: toString of objects':
    "return asked(Object.prototype, ['toString'], async () => { await (await run()).text(); await sleep(80); })",
  'asked: toStringTag':
    'return asked(Object.prototype, [Symbol.toStringTag], async () => { const s = await socketOf(); s.send(new ArrayBuffer(2)); await (await run()).text(); await sleep(80); })',
  'asked: indices of arrays':
    "return asked(Array.prototype, ['0', '1', '2'], async () => { await (await run()).text(); const s = await socketOf(); s.send('x'); await sleep(80); })",
  'asked: headers as keys':
    "return asked(Object.prototype, ['content-type', 'accept', 'url', 'kind', 'stream', 'text', 'detail', 'event'], async () => { await (await run()).text(); await sleep(80); })",
  'asked: options':
    "return asked(Object.prototype, ['cancelable', 'bubbles', 'composed', 'ports', 'data', 'size', 'highWaterMark', 'pull', 'start', 'cancel', 'type', 'apply', 'construct', 'once', 'passive', 'capture'], async () => { const { body } = await run(); await sleep(120); })",
  'asked: options of a pipe':
    "const w = new WritableStream(); const { body } = await run(); return asked(Object.prototype, ['size', 'pull', 'start', 'type'], async () => { await body.pipeTo(w); })",
  'asked: baseURI':
    "return asked(Node.prototype, ['baseURI'], async () => { fetch('/json', { method: 'POST', body: '{}' }); run(); new XMLHttpRequest().open('GET', '/'); await sleep(50); })",
  'asked: baseURI by a name':
    "const i = document.createElement('img'); i.name = 'baseURI'; document.documentElement.append(i); return (await run()).status",
  'asked: URL':
    'let n = 0; window.URL = new Proxy(URL, { construct(...a) { n++; return Reflect.construct(...a); } }); await run(); return n',
  'asked: performance.now':
    "return asked(Performance.prototype, ['now', 'timeOrigin'], async () => { await (await run()).text(); await sleep(80); })",
  'asked: Date and Math':
    "let n = 0; for (const [o, k] of [[Date, 'now'], [Math, 'random'], [Math, 'round']]) { const f = o[k]; o[k] = (...a) => { n++; return f(...a); }; } await (await run()).text(); await sleep(80); return n",
  'asked: getters of responses':
    "return asked(Response.prototype, ['headers', 'status', 'ok', 'url', 'type', 'bodyUsed'], async () => { await (await run()).text(); await (await fetch('/json')).json(); })",
  'asked: getters of requests':
    "const r = new Request('/json'); return asked(Request.prototype, ['headers', 'method', 'url', 'signal'], async () => { await fetch(r); })",
  'asked: Headers.get':
    "return asked(Headers.prototype, ['get', 'has'], async () => { await (await run()).text(); await fetch('/json', { headers: new Headers({ accept: 'x' }) }); })",
  'asked: getters of messages':
    "const s = await socketOf(); return asked(MessageEvent.prototype, ['data', 'lastEventId', 'origin'], async () => { s.send('x'); await sleep(80); })",
  'asked: getters of events':
    "const s = await socketOf(); return asked(Event.prototype, ['type', 'target'], async () => { s.send('x'); await sleep(80); })",
  'asked: getters of xhr':
    "return asked(XMLHttpRequest.prototype, ['readyState', 'status', 'responseText', 'response', 'responseURL', 'responseType'], async () => { const x = new XMLHttpRequest(); x.open('POST', '/run'); x.send(INPUT); await sleep(150); })",
  'asked: JSON.stringify':
    "let n = 0; const f = JSON.stringify; JSON.stringify = (...a) => { n++; return f(...a); }; await (await run('/json')).json(); await sleep(80); return n",
  'asked: WeakMap and Reflect':
    "let n = 0; for (const [o, k] of [[WeakMap.prototype, 'get'], [WeakMap.prototype, 'set'], [Reflect, 'apply'], [Object, 'keys'], [Array.prototype, 'push'], [Array.prototype, 'forEach'], [String.prototype, 'slice'], [String.prototype, 'includes']]) { const f = o[k]; o[k] = function (...a) { n++; return f.apply(this, a); }; } await run().then((r) => r.text()); await sleep(80); return n",
  'asked: options of fetch':
    "const log = []; const init = new Proxy({ method: 'POST', body: 'x' }, { get(t, k) { log.push('get ' + String(k)); return t[k]; }, getOwnPropertyDescriptor(t, k) { log.push('own ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); }, has(t, k) { log.push('has ' + String(k)); return k in t; }, ownKeys(t) { log.push('keys'); return Reflect.ownKeys(t); } }); await fetch('/upload', init); return log",
  'asked: options of Request':
    "const log = []; new Request('/', new Proxy({}, { get(t, k) { log.push(String(k)); return t[k]; }, getOwnPropertyDescriptor(t, k) { log.push('own ' + String(k)); } })); return log",
  'asked: headers of fetch':
    "const log = []; await fetch('/json', { headers: new Proxy({ Accept: 'x' }, { get(t, k) { log.push('get ' + String(k)); return t[k]; }, ownKeys(t) { log.push('keys'); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log.push('own ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); }, getPrototypeOf(t) { log.push('proto'); return Reflect.getPrototypeOf(t); } }) }); return log",
  'asked: a proxied list of headers':
    "const log = []; await fetch('/json', { headers: new Proxy([['Accept', 'x']], { get(t, k) { log.push('get ' + String(k)); return t[k]; }, getOwnPropertyDescriptor(t, k) { log.push('own ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k); } }) }); return log",
  'asked: inherited options':
    "const log = []; class Own { get method() { log.push(this instanceof Own); return 'POST'; } get body() { log.push('body'); return 'x'; } } const r = new Request('/upload', new Own()); return [r.method, await r.text(), (await fetch('/upload', new Own())).status, log]",
  'options: headers of every kind':
    "const kinds = [new Headers({ accept: 'a' }), { Accept: 'b' }, Object.freeze({ accept: 'c' }), [['accept', 'd']], new Map([['accept', 'e']]), new URLSearchParams('accept=f'), Object.create({ accept: 'g' }), 1, 'x', null, undefined, { [Symbol.iterator]: 1 }, { accept: Symbol() }, [['accept']], () => 1, { accept: 'h', get more() { return 'i'; } }, new (class extends Headers {})({ accept: 'j' })]; return kinds.map((headers) => caught(() => { const r = new Request('/', { headers }); return [...r.headers].join(); }))",
  'options: what is no dictionary':
    "return Promise.all([1, 'x', true, null, () => 1, [], new Request('/', { method: 'PUT' }), Object.freeze({ method: 'POST', body: '{}' })].map((init) => caught(() => new Request('/', init).method)))",
  'asked: input of fetch':
    "const log = []; await fetch({ toString() { log.push('toString'); return '/json'; }, valueOf() { log.push('valueOf'); return 1; }, get [Symbol.toPrimitive]() { log.push('toPrimitive'); } }); return log",
  'asked: a proxied input of fetch':
    "const log = []; await fetch(new Proxy({ toString: () => '/json' }, { get(t, k) { log.push('get ' + String(k)); return t[k]; }, getPrototypeOf(t) { log.push('proto'); return null; } })); return log",
  'asked: arguments of xhr':
    "const log = []; const o = (n, v) => ({ toString() { log.push(n); return v; } }); const x = new XMLHttpRequest(); x.open(o('method', 'GET'), o('url', '/json')); x.setRequestHeader(o('name', 'accept'), o('value', 'x')); x.send(o('body', '')); await sleep(50); return log",
  'asked: arguments of WebSocket':
    "const log = []; new WebSocket({ toString() { log.push('url'); return 'ws://' + location.host + '/ws'; } }, [{ toString() { log.push('protocol'); return 'a'; } }]); return log",
  'asked: value of send':
    "const log = []; const s = await socketOf(); s.send({ toString() { log.push('toString'); return 'x'; } }); s.send({ valueOf() { log.push('valueOf'); return 1; }, toString: undefined }); s.send({ [Symbol.toPrimitive](hint) { log.push(hint); return 'y'; } }); await sleep(60); return log",
  'asked: value of send, what arrives':
    "const s = await socketOf(); let n = 0; const e = echo(s); s.send({ toString: () => 'n' + n++ }); return [await e, n]",
  'send: values':
    "const s = await socketOf(); const got = []; s.binaryType = 'arraybuffer'; s.onmessage = (e) => got.push(typeof e.data === 'string' ? e.data : e.data.byteLength); for (const v of ['x', 1, null, undefined, true, [1, 2], {}, new Date(0), /x/, () => 1, new Uint8Array(3), new ArrayBuffer(4), new DataView(new ArrayBuffer(5)), new Blob(['abc'])]) s.send(v); for (let n = 0; got.length < 14 && n < 50; n++) await sleep(20); return got",
  'send: refused values':
    'const s = await socketOf(); return [caught(() => s.send()), caught(() => s.send(Symbol())), caught(() => s.send({ toString: null, valueOf: null })), caught(() => s.send(Object.create(null))), caught(() => s.send({ toString() { return {}; } }))]',
  'send: a value that closes':
    "const s = await socketOf(); return caught(() => s.send({ toString() { s.close(); return 'x'; } }))",
  'send: after close':
    "const s = await socketOf(); s.close(); return [caught(() => s.send('abc')), s.bufferedAmount]",
  'send: a tagged object':
    "const s = await socketOf(); const e = echo(s); let n = 0; s.send({ get [Symbol.toStringTag]() { n++; return 'Blob'; }, toString: () => 'x' }); return [await e, n]",
  'send: a fake view':
    'const s = await socketOf(); const e = echo(s); s.send(Object.create(Uint8Array.prototype, { toString: { value: () => "own" } })); return e',
  'send: more arguments': "const s = await socketOf(); const e = echo(s); s.send('a', 'b'); return e",
};
