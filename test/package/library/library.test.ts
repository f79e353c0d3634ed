// The library: the same results as the command line, of every source, and errors of one sentence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { runCommand } from '@/lib/package/cli/program';
import {
  at,
  check,
  compact,
  convert,
  diff,
  LensError,
  read,
  readFile,
  readResponse,
  redact,
} from '@/lib/package/library/index';
import { aguiMatchers, matches } from '@/lib/package/library/matchers';
import { recordingText } from '../../support/exported';
import { openOf, openRecord, sse } from '../../support/logs';
import { events } from '../../support/stream-text';

const FILE = join(import.meta.dirname, '../../fixtures/recordings/a1-httpagent.sse-tools.agui.jsonl');
const lens = (...args: readonly string[]) => [...runCommand(args).output].join('');

const EVENTS = events('run · text m "Hel" "lo" · end');
const SSE = sse(...EVENTS);

test('the library agrees with the command line', async () => {
  const recorded = await readFile(FILE);
  expect(at(recorded, { seq: 4 })).toEqual(JSON.parse(lens('at', FILE, '--seq', '4')));
  expect(compact(recorded)).toEqual(JSON.parse(lens('compact', FILE)));
  expect(compact(recorded, { mode: 'stock' })).toEqual(JSON.parse(lens('compact', FILE, '--mode', 'stock')));
  expect(check(recorded, { profile: 'spec' }).findings.map(({ rule, seq }) => [rule, seq])).toEqual(
    JSON.parse(lens('check', FILE, '--profile', 'spec', '--format', 'json')).map(
      ({ rule, seq }: { rule: string; seq: number }) => [rule, seq],
    ),
  );
  expect(convert(recorded, 'markdown')).toBe(lens('convert', FILE, '--to', 'markdown'));
  expect(diff(recorded, recorded)).toMatchObject({ same: true, event: -1 });
});

test.each([
  ['events', EVENTS],
  ['text', SSE],
  ['bytes', new TextEncoder().encode(SSE)],
  ['a buffer', new TextEncoder().encode(SSE).buffer],
  ['what was read', read(SSE)],
])('the library accepts %s', (_what, source) => {
  expect(at(source).messages).toEqual([{ id: 'm', role: 'assistant', content: 'Hello' }]);
  expect(check(source)).toEqual({ ok: true, findings: [], leftOut: 0 });
  expect(read(source).events.map(({ type }) => type)).toEqual(EVENTS.map(({ type }) => type));
});

test('bytes and responses of another realm, as in test runners, are accepted', async () => {
  const numbers = JSON.stringify([...new TextEncoder().encode(SSE)]);
  for (const code of [`Uint8Array.from(${numbers})`, `Uint8Array.from(${numbers}).buffer`])
    expect(at(runInNewContext(code)).messages).toHaveLength(1);
  const own = new Response(SSE, { headers: { 'content-type': 'text/event-stream' } });
  const { headers, status, url, bodyUsed } = own;
  // Not an instance of our Response.
  const other = {
    headers,
    status,
    url,
    bodyUsed,
    arrayBuffer: () => own.arrayBuffer(),
    clone: () => own.clone(),
  };
  const { pass } = await aguiMatchers.toEndWithMessages(other, ['Hello']);
  expect(pass).toBe(true);
});

test('a failure names asymmetric matchers as test runners do', async () => {
  const expected = {
    role: 'assistant',
    content: expect.stringContaining('London'),
    tags: [expect.any(String), expect.stringMatching(/a+/)],
  };
  const { pass, message } = await aguiMatchers.toEndWithMessages(SSE, [expected]);
  expect(pass).toBe(false);
  expect(message()).toContain(
    '{"role":"assistant","content":StringContaining "London","tags":[Any<String>,StringMatching /a+/]}',
  );
  const { message: ofState } = await aguiMatchers.toEndWithState(
    SSE,
    expect.objectContaining({ a: expect.anything() }),
  );
  expect(ofState()).toContain('ObjectContaining {"a":Anything}');
});

test('an unreadable value fails a test, also a negated one', async () => {
  for (const received of [7, null, 'nonsense', undefined])
    expect(() => aguiMatchers.toBeValidAgui(received)).toThrow(LensError);
  const failed = new Response('no', { status: 500 });
  await expect(aguiMatchers.toBeValidAgui(failed)).rejects.toThrow('HTTP status 500');
});

test('a File of a browser is read, and a missing file is reported', async () => {
  const file = new File([readFileSync(FILE)], 'run.agui.jsonl');
  expect((await readFile(file)).name).toBe('run.agui.jsonl');
  await expect(readFile('/no/such/file')).rejects.toThrow(/^Cannot read \/no\/such\/file: ENOENT.*\.$/);
});

test('a response is read with its status and type, and can still be read by others', async () => {
  const response = new Response(SSE, { headers: { 'content-type': 'text/event-stream' } });
  expect(check(await readResponse(response)).ok).toBe(true);
  expect(await response.text()).toBe(SSE);
  await expect(readResponse(response)).rejects.toThrow('pass response.clone()');
  const failed = new Response(SSE, { status: 500, headers: { 'content-type': 'text/event-stream' } });
  expect(check(await readResponse(failed)).findings.map(({ rule }) => rule)).toContain('http-error');
  const empty = await readResponse(new Response('{"no":1}', { status: 404 }));
  expect(() => check(empty)).toThrow('The response contains no event: HTTP status 404.');
});

test.each([
  [202, 'application/json'],
  [204, 'text/plain'],
  [200, 'application/json'],
])('a run request whose events arrive elsewhere is a file without an event: %i %s', (status, type) => {
  const requestBody = JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools: [], context: [] });
  const records = [
    openRecord({ status, headers: { 'content-type': type }, requestBody }),
    ...(status === 204 ? [] : [{ kind: 'chunk', t: 2, stream: 1, text: '{"ok":true}' }]),
    { kind: 'close', t: 3, stream: 1, how: 'complete' },
  ];
  const text = `{"format":"ag-ui-lens","version":1}\n${JSON.stringify({ doc: 'd', frame: 0, n: 0, records })}`;
  expect(() => check(text)).toThrow(`contains no event: HTTP ${status} answers its run`);
  // The stock client takes any answer for that of the run.
  expect(check(text, { profile: 'client-1.0' }).findings).toMatchObject([{ rule: 'zero-events' }]);
});

test('a redacted log has the same shape, and no text; a part has its own run', () => {
  const two = [
    ...EVENTS,
    ...EVENTS.map((event) => JSON.parse(JSON.stringify(event).replaceAll(/"[rm]"/g, '"x2"'))),
  ];
  const redacted = redact(two);
  expect(redacted.events.map(({ type }) => type)).toEqual(two.map(({ type }) => type));
  expect(convert(redacted, 'recording')).not.toContain('Hel');
  expect(redact(two, { runs: ['x2'], level: 'tools' }).events).toHaveLength(6);
  expect(
    convert(redact(two, { level: 'choose', keep: ['TEXT_MESSAGE_CONTENT/delta'] }), 'recording'),
  ).toContain('Hel');
});

test.each([
  ['a source', () => read('nonsense')],
  ['an event', () => check([])],
  ['a client', () => at(SSE, { view: 'app', consumer: 'unknown' })],
  ['no source', () => read(JSON.parse('{"events":[]}'))],
  ['a dialect', () => read(SSE, { dialect: 'klingon' })],
  ['a profile', () => check(SSE, { profile: 'nobody' })],
  ['a consumer', () => check(SSE, { consumer: 'nobody' })],
  ['a rule', () => check(SSE, { off: ['nobody'] })],
  ['a seq', () => at(SSE, { seq: 99 })],
  ['half a seq', () => at(SSE, { seq: 1.5 })],
  ['a thread', () => at(SSE, { thread: 'nobody' })],
  ['a run', () => redact(SSE, { runs: ['nobody'] })],
  ['a path to keep', () => redact(SSE, { level: 'choose', keep: ['***'] })],
  ['what is kept at a level', () => redact(SSE, { keep: ['TEXT_MESSAGE_CONTENT/delta'] })],
  ['the number of a run', () => diff(SSE, SSE, { run: 0 })],
  ['a run of one side', () => diff(SSE, SSE, { run: [1, 2] })],
  ['a format', () => convert(SSE, 'nonsense')],
  ['a format that cannot say it', () => convert(SSE, 'playwright-test')],
])('a missing %s is a LensError with one sentence', (_what, ask) => {
  expect(ask).toThrow(LensError);
  // There are no dashes before options here.
  expect(ask).not.toThrow(/--\w/);
  // An option begins with its name.
  expect(ask).toThrow(/^(?!the )[^\n]+\.$/);
});

test.each<readonly [string, unknown, string]>([
  ['null', null, 'not null.'],
  ['nothing', undefined, 'not undefined.'],
  ['a number', 5, 'not a number.'],
  ['a symbol', Symbol('x'), 'not a symbol.'],
  ['a promise', Promise.resolve(SSE), 'not a promise: await it first.'],
  ['a response', new Response(SSE), 'not a response: pass it to readResponse(), and await that.'],
  ['a file', new Blob([SSE]), 'not a file: pass it to readFile(), and await that.'],
  ['the name of a file', 'runs/a.sse', 'if it is the name of a file, use readFile().'],
  ['events that go in a circle', circle(), 'cannot be written as JSON: '],
])('%s passed to a synchronous function is refused', (_what, given, words) => {
  // As callers without types do.
  const source = given as string;
  for (const ask of [read, check, at, compact, redact, (a: string) => diff(a, SSE)]) {
    expect(() => ask(source)).toThrow(LensError);
    expect(() => ask(source)).toThrow(words);
  }
});

function circle(): unknown {
  const event: Record<string, unknown> = { type: 'CUSTOM', name: 'n' };
  event['value'] = event;
  return [event];
}

test.each<readonly [unknown, string]>([
  [5, 'not a number.'],
  [null, 'not null.'],
  [[], 'not an array.'],
  [Symbol('x'), 'not a symbol.'],
])('%s passed to an asynchronous function is refused', async (given, words) => {
  await expect(readFile(given as string)).rejects.toThrow(
    `readFile() needs a path, a file URL, a File or a Blob, ${words}`,
  );
  await expect(readResponse(given as Response)).rejects.toThrow(`readResponse() needs a response, ${words}`);
});

test('a broken body is read up to the break and marked as incomplete; one that is being read is refused', async () => {
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(SSE)),
      pull: async (controller) => {
        // An error discards unread data.
        await new Promise((done) => setTimeout(done, 20));
        controller.error(new TypeError('terminated'));
      },
    });
  const headers = { 'content-type': 'text/event-stream' };
  const recorded = await readResponse(new Response(body(), { headers }));
  expect(recorded.events.map(({ type }) => type)).toEqual(read(SSE).events.map(({ type }) => type));
  expect(convert(recorded, 'recording')).toContain('"how":"network-error","detail":"terminated"');
  const locked = new Response(SSE);
  locked.body?.getReader();
  await expect(readResponse(locked)).rejects.toThrow('pass response.clone()');
  await expect(Promise.resolve(aguiMatchers.toBeValidAgui(Promise.resolve(null)))).rejects.toThrow(LensError);
});

test('a dialect chosen by hand is kept when a recording is redacted, and in its tests', () => {
  const frame = `event: message_start\ndata: {"messageId":"m","contextId":"c","taskId":"t"}\n\n`;
  const records = [
    openOf(),
    { kind: 'chunk', t: 1, stream: 1, text: frame },
    { kind: 'close', t: 2, stream: 1, how: 'complete' },
  ];
  const lines = (dialects: object) => recordingText(records, { dialects });
  const typesOf = (dialects: object) => redact(lines(dialects)).events.map(({ type }) => type);
  const [found] = read(lines({})).events;
  expect(typesOf({})).toEqual(read(lines({})).events.map(({ type }) => type));
  expect(typesOf({ 'd:1': 'ag-ui-1.0' })).toEqual(
    read(lines({ 'd:1': 'ag-ui-1.0' })).events.map(({ type }) => type),
  );
  expect(read(lines({ 'd:1': 'ag-ui-1.0' })).events[0]?.type).not.toBe(found?.type);
});

test('values match as test runners match them', () => {
  expect(matches({ a: 1, b: 2 }, { a: 1 })).toBe(true);
  expect(matches({ a: { b: 2, c: 3 } }, { a: { b: 2 } })).toBe(false);
  expect(matches({ a: 'x' }, { a: expect.any(String) })).toBe(true);
  expect(matches([1, 2], [1, 2], { isWhole: true })).toBe(true);
  expect(matches([1, 2], [1], { isWhole: true })).toBe(false);
  expect(matches({ 0: 1 }, [1])).toBe(false);
  expect(matches(null, {})).toBe(false);
});

test.each<readonly [string, () => unknown]>([
  // Arguments that types forbid are possible without types.
  ['keep must be a list of texts.', () => redact(EVENTS, { level: 'choose', keep: 'x' as never })],
  ['keep must be a list of texts.', () => redact(EVENTS, { level: 'choose', keep: [1] as never })],
  ['runs must be a list of texts.', () => redact(EVENTS, { runs: 'r' as never })],
  ['off must be a list of texts.', () => check(EVENTS, { off: 'nulls' as never })],
  ['ignore must be a list of texts.', () => diff(EVENTS, EVENTS, { ignore: 'ids' as never })],
])('invalid options are refused: %s', (sentence, call) => expect(call).toThrow(new LensError(sentence)));
