// Probes of what the tapped functions look like, asked of every one of them.

/** Code by name; each is the body of an async function of the page. */
export const functionProbes: Readonly<Record<string, string>> = {
  'text by String': 'return all((f) => String(f))',
  'text by toString': 'return all((f) => f.toString())',
  'text by Function.prototype.toString': 'return all((f) => Function.prototype.toString.call(f))',
  'text by an arrow of Reflect': 'return all((f) => Reflect.apply(Function.prototype.toString, f, []))',
  'text by template': "return all((f) => ''.concat(f))",
  'text by concatenation': "return all((f) => f + '')",
  'text of toString of toString':
    'const t = Function.prototype.toString; return [t.toString(), t.call(t), t.call(t.call), t.call(t.toString)]',
  'text of a bound one': 'return all((f) => String(f.bind(null)))',
  'text of a proxy of one': 'return all((f) => Function.prototype.toString.call(new Proxy(f, {})))',
  'text by toString of a blank frame':
    'const w = frameOf().contentWindow; return all((f) => w.Function.prototype.toString.call(f))',
  'text by toString of a loaded frame':
    "const w = await loaded(frameOf((i) => { i.src = '/frame'; })); return all((f) => w.Function.prototype.toString.call(f))",
  'text by toString of a srcdoc frame at once':
    "const w = frameOf((i) => { i.srcdoc = 'x'; }).contentWindow; return all((f) => w.Function.prototype.toString.call(f))",
  'text by toString of a javascript frame at once':
    "const w = frameOf((i) => { i.src = 'javascript:1'; }).contentWindow; return all((f) => w.Function.prototype.toString.call(f))",
  'text of functions of a blank frame':
    'const w = frameOf().contentWindow; return [w.fetch, w.WebSocket, w.Response.prototype.text].map((f) => Function.prototype.toString.call(f))',
  'text of functions of a loaded frame':
    "const w = await loaded(frameOf((i) => { i.src = '/frame'; })); return [w.fetch, w.WebSocket, w.Response.prototype.text].map((f) => Function.prototype.toString.call(f))",
  'text of own functions of a frame':
    "const w = await loaded(frameOf((i) => { i.src = '/frame'; })); w.eval('function own() { return 1 }'); return Function.prototype.toString.call(w.own)",
  'text with a null prototype':
    'return all((f) => { const p = Object.getPrototypeOf(f); const text = Function.prototype.toString; if (f === text) return 0; Object.setPrototypeOf(f, null); const t = Reflect.apply(text, f, []); Object.setPrototypeOf(f, p); return t; })',
  'text after a new name': "Object.defineProperty(fetch, 'name', { value: 'other' }); return String(fetch)",
  'text of a bound function of the page':
    'return Function.prototype.toString.call(function own() {}.bind(null))',
  'text of a proxied function of the page':
    'return Function.prototype.toString.call(new Proxy(function own() {}, {}))',
  'text of own functions': 'return Function.prototype.toString.call(function own(a, b) { return a + b; })',
  'text of a class': 'return Function.prototype.toString.call(class Own { a = 1 })',
  'toString of what is no function':
    'return [{}, 1, null, undefined, "x", Object.create(fetch)].map((v) => caught(() => Function.prototype.toString.call(v)))',
  'toString of an heir': 'return all((f) => caught(() => Object.create(f).toString()))',
  'toString of a callable proxy that is revoked':
    'const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); return caught(() => Function.prototype.toString.call(proxy))',
  name: 'return all((f) => f.name)',
  length: 'return all((f) => f.length)',
  typeof: 'return all((f) => typeof f)',
  tag: 'return all((f) => Object.prototype.toString.call(f))',
  prototype:
    'return all((f) => [Object.getPrototypeOf(f) === Function.prototype, Object.getPrototypeOf(f)?.name])',
  'own keys': 'return all((f) => Reflect.ownKeys(f).map(String))',
  'own names': 'return all((f) => Object.getOwnPropertyNames(f))',
  'own descriptors': 'return all((f) => shapes(f))',
  'enumerable keys': 'return all((f) => { const k = []; for (const n in f) k.push(n); return k; })',
  keys: 'return all((f) => Object.keys(f))',
  extensible: 'return all((f) => [Object.isExtensible(f), Object.isFrozen(f), Object.isSealed(f)])',
  'prototype property':
    "return all((f) => ['prototype' in f, Object.hasOwn(f, 'prototype'), shape(Object.getOwnPropertyDescriptor(f, 'prototype'))?.writable])",
  'caller and arguments':
    "return all((f) => [caught(() => f.caller), caught(() => f.arguments), Object.hasOwn(f, 'caller'), Object.hasOwn(f, 'arguments')])",
  'set caller': "return all((f) => caught(() => { 'use strict'; f.caller = 1; }))",
  'property descriptors on owners':
    'return Object.keys(TAPPED).map((n) => { const [o, k] = TAPPED[n]; return o && [n, shape(Object.getOwnPropertyDescriptor(o, k))]; })',
  'place among keys of the owner':
    'return Object.keys(TAPPED).map((n) => { const [o, k] = TAPPED[n]; return o && [n, Reflect.ownKeys(o).indexOf(k)]; })',
  'same twice': 'return all((f, n) => tapped(n) === f)',
  'new of a method': 'return all((f, n) => /^[A-Z]\\w+$/.test(n) ? 0 : caught(() => new f()))',
  'Reflect.construct of a method':
    'return all((f, n) => /^[A-Z]\\w+$/.test(n) ? 0 : caught(() => Reflect.construct(f, [])))',
  'as new target':
    'return all((f, n) => /^[A-Z]\\w+$/.test(n) ? 0 : caught(() => Reflect.construct(Object, [], f)))',
  extends: 'return all((f, n) => /^[A-Z]\\w+$/.test(n) ? 0 : caught(() => class extends f {}))',
  instanceof: 'return all((f, n) => /^[A-Z]\\w+$/.test(n) ? 0 : caught(() => ({}) instanceof f))',
  'constructor without new':
    "return ['Request', 'WebSocket', 'EventSource'].map((n) => caught(() => window[n]('/')))",
  'cycle by Object.setPrototypeOf':
    'return all((f) => caught(() => Object.setPrototypeOf(f, Object.create(f))))',
  'cycle by Reflect.setPrototypeOf':
    'return all((f) => caught(() => Reflect.setPrototypeOf(f, Object.create(f))))',
  'cycle by __proto__': 'return all((f) => caught(() => { f.__proto__ = Object.create(f); }))',
  'itself by Object.setPrototypeOf': 'return all((f) => caught(() => Object.setPrototypeOf(f, f)))',
  'itself by Reflect.setPrototypeOf': 'return all((f) => caught(() => Reflect.setPrototypeOf(f, f)))',
  'search after a cycle':
    "return all((f) => caught(() => { Reflect.setPrototypeOf(f, Object.create(f)); return 'nothing' in f; }))",
  'another prototype':
    'return all((f) => { const p = Object.getPrototypeOf(f); const o = { own: 1 }; const r = Reflect.setPrototypeOf(f, o); const g = f.own; Reflect.setPrototypeOf(f, p); return [r, g, Object.getPrototypeOf(f) === p]; })',
  'prototype that is no object': 'return all((f) => caught(() => Object.setPrototypeOf(f, 1)))',
  'prototype of one that is sealed':
    'Object.preventExtensions(fetch); return [caught(() => Object.setPrototypeOf(fetch, {})), Reflect.setPrototypeOf(fetch, {}), caught(() => Object.setPrototypeOf(fetch, Object.create(fetch)))]',
  structuredClone: 'return all((f) => caught(() => structuredClone(f)))',
  postMessage: "return all((f) => caught(() => window.postMessage(f, '*')))",
  pushState: "return caught(() => history.pushState(fetch, ''))",
  JSON: 'return all((f) => JSON.stringify(f) ?? null)',
  'write to name': "return all((f) => caught(() => { 'use strict'; f.name = 'x'; }))",
  'write to length': "return all((f) => caught(() => { 'use strict'; f.length = 9; }))",
  'write to name, sloppy': "return all((f) => { f.name = 'x'; return f.name; })",
  'redefine name': "Object.defineProperty(fetch, 'name', { value: 'x' }); return [fetch.name, shapes(fetch)]",
  'delete name': 'return [delete fetch.name, fetch.name, Reflect.ownKeys(fetch)]',
  'own property': 'fetch.own = 1; return [fetch.own, Reflect.ownKeys(fetch), delete fetch.own]',
  'frozen one':
    "Object.freeze(fetch); return [caught(() => { 'use strict'; fetch.own = 1; }), Object.isFrozen(fetch)]",
  'prevented extension':
    "Object.preventExtensions(XMLHttpRequest.prototype.send); return caught(() => { 'use strict'; XMLHttpRequest.prototype.send.own = 1; })",
  'redefined constant': "return caught(() => Object.defineProperty(WebSocket, 'OPEN', { value: 5 }))",
  'write to a constant': "return caught(() => { 'use strict'; WebSocket.OPEN = 5; })",
  'write to a prototype':
    "return ['Request', 'WebSocket', 'EventSource'].map((n) => caught(() => { 'use strict'; window[n].prototype = {}; }))",
  'delete a prototype':
    "return ['Request', 'WebSocket', 'EventSource'].map((n) => caught(() => { 'use strict'; delete window[n].prototype; }))",
  'member of nothing': 'return all((f) => caught(() => f.own.more))',
  'call of a member': 'return all((f) => caught(() => f.own()))',
  spread: 'return all((f) => caught(() => [...f]))',
  'for of': 'return all((f) => caught(() => { for (const x of f); }))',
  destructure: 'return all((f) => caught(() => { const [a] = f; }))',
  in: "return all((f) => ['name' in f, 'own' in f, caught(() => 'x' in f.name)])",
  'as key': 'return all((f) => Object.keys({ [f]: 1 }))',
  'as number': 'return all((f) => String(+f))',
  'Symbol.toPrimitive': 'return all((f) => f[Symbol.toPrimitive] === undefined)',
  hasInstance: 'return [WebSocket, Request, EventSource].map((c) => Object.hasOwn(c, Symbol.hasInstance))',
  'recursion by toString': 'const f = () => f(); return [caught(f)[0], typeof String(fetch)]',
  valueOf: 'return all((f) => f.valueOf() === f)',
  bind: 'return all((f) => { const b = f.bind(null); return [b.name, b.length, Reflect.ownKeys(b)]; })',
  'bound twice': 'return all((f) => f.bind(null).bind(null).name)',
  'call and apply':
    'return all((f) => [f.call === Function.prototype.call, f.apply === Function.prototype.apply])',
  'Function.prototype keys': 'return shapes(Function.prototype)',
  'Map key': 'return all((f) => new Map([[f, 1]]).get(f))',
  'console of a frame': 'return all((f) => { try { null[f]; } catch (e) { return e.message; } })',
  'as prototype of an error': 'return all((f) => caught(() => { throw f; }))',
  'argument of new Proxy': 'return all((f) => typeof new Proxy(f, {}))',
  'called through a proxy': 'return caught(() => new Proxy(WebSocket.prototype.send, {}).call({}))',
};
