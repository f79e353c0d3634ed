// Guarantees of redaction beside forgetting: equal values get equal tokens, parts add up, patches apply.
import { expect, test } from 'vitest';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { createLog, type Log } from '@/lib/core/log/log';
import { lengthClass } from '@/lib/core/redact/tokens';
import { finished, requestOf, started } from '../../support/exchanges';
import { modelOf, plain, eventsIn as recordedIn, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';
import { redacted } from './same-shape';

function redactedLog(
  list: readonly object[],
  options: Parameters<typeof redacted>[1] = {},
  request?: object,
): Log {
  const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records: sseRecords(list, request) };
  const log = createLog();
  for (const each of redacted([batch], options)) log.append(each);
  return log;
}

const eventsIn = (log: Log): JsonObject[] => recordedIn(log).filter(isJsonObject);

const OPEN = { kind: 'open', t: 0, transport: 'fetch', url: 'http://localhost/run', method: 'POST' } as const;

const TEXT =
  'run r1 · text m1 "The pass" "word is" " swordfish" · messages [{"id":"m1","role":"assistant","content":"The password is swordfish"}] · end';

test('the redacted deltas of a text add up to the redacted snapshot', () => {
  const log = redactedLog(events(TEXT));
  const parts = eventsIn(log).map(({ delta }) => (typeof delta === 'string' ? delta : ''));
  const snapshot = plain(eventsIn(log).find(({ type }) => type === 'MESSAGES_SNAPSHOT'));
  const [message] = isJsonObject(snapshot) && Array.isArray(snapshot['messages']) ? snapshot['messages'] : [];
  expect(parts.join('')).toHaveLength(lengthClass('The password is swordfish'.length));
  expect(message).toMatchObject({ role: 'assistant', content: parts.join('') });
  expect(parts.filter((part) => part !== '').map((part) => part.length)).toEqual([9, 8, 11]);
});

test('redacted arguments stay JSON, in the same deltas, and remain distinguishable', () => {
  const log = redactedLog(
    events('run r1 · tool c1 pay "{\\"card\\":\\"4111" "1111\\",\\"n\\":" "12,\\"ok\\":true}" · end'),
  );
  const parts = eventsIn(log).filter(({ type }) => type === 'TOOL_CALL_ARGS');
  expect(parts).toHaveLength(3);
  const args: unknown = JSON.parse(parts.map(({ delta }) => String(delta)).join(''));
  expect(isJsonObject(args) && Object.values(args)).toEqual([
    expect.stringMatching(/^[a-z0-9]{12}$/),
    expect.any(Number),
    true,
  ]);
});

test('redacted patches apply to redacted values, with escaped keys and array indexes', () => {
  const log = redactedLog(
    events(
      'run r1 · state {"a/b":{"users":[{"n":"x"}]},"4711":1} · patch [{"op":"replace","path":"/a~1b/users/0/n","value":"secret"},{"op":"add","path":"/a~1b/users/-","value":"x"},{"op":"replace","path":"/4711","value":2}] · end',
    ),
  );
  const [thread] = [...modelOf(log).threads];
  const [count, first] = Object.values(plain(thread?.state) ?? {});
  expect(Object.keys(plain(thread?.state) ?? {})).not.toContain('4711');
  expect(count).toEqual(expect.any(Number));
  const [users] = Object.values(first ?? {});
  expect(users).toHaveLength(2);
  expect(log.hasProblems(2)).toBe(false);
});

test('the same value has the same token wherever it is; another has another', () => {
  const log = redactedLog(
    events('run r1 · state {"x":"Alice","y":"Alice","z":"Bob12"} · custom Alice {"who":"Alice"} · end'),
  );
  const [, state, custom] = eventsIn(log);
  const [x, y, z] = Object.values(plain(state?.['snapshot']) ?? {});
  expect([y, custom?.['name'], ...Object.values(plain(custom?.['value']) ?? {})]).toEqual([x, x, x]);
  expect(z).not.toBe(x);
});

test('each file has its own tokens', () => {
  const of = (seed: number) => plain(eventsIn(redactedLog(events('run r1 · end'), { seed }))[0]);
  expect(of(1)).not.toEqual(of(2));
});

const PAY = {
  name: 'pay',
  description: 'Pays',
  parameters: { type: 'object', properties: { amount: { type: 'number', description: 'How much' } } },
};

test('tools: names, schemas and argument names are kept; argument values are not', () => {
  const list = events('run r1 · tool c1 pay {"amount":12345,"note":"secret"} · end');
  const log = redactedLog(list, { level: 'tools' }, requestOf('r1', [], { tools: [PAY] }));
  const tools = plain(log.streams[0]?.input?.['tools']);
  expect(tools).toEqual([{ ...PAY, description: expect.not.stringMatching('Pays') }]);
  expect(eventsIn(log)[1]).toMatchObject({ toolCallName: 'pay' });
  expect(String(eventsIn(log)[2]?.['delta'])).toMatch(/^\{"amount":\d{5},"[a-z]/);
  expect(String(eventsIn(log)[2]?.['delta'])).not.toMatch(/secret|12345/);
});

test('tools: only declared or plausible names are kept; a question of an interrupt has its own schema', () => {
  const tools = [{ name: 'Get weather', description: 'd', parameters: { type: 'object' } }];
  const request = { threadId: 't', runId: 'r1', messages: [], state: {}, tools };
  const ask = {
    id: 'i',
    reason: 'x',
    responseSchema: { type: 'string', description: 'Pay bob@example.com?' },
  };
  const calls = ['Get weather', 'get_weather', 'mail bob@example.com', 'Bob Miller'];
  const starts = calls.map((toolCallName, at) => ({
    type: 'TOOL_CALL_START',
    toolCallId: `c${at}`,
    toolCallName,
  }));
  const list = [started('r1'), ...starts, finished('r1', { type: 'interrupt', interrupts: [ask] })];
  const log = redactedLog(list, { level: 'tools' }, request);
  const names = eventsIn(log).flatMap(({ toolCallName }) =>
    typeof toolCallName === 'string' ? toolCallName : [],
  );
  expect(names.slice(0, 2)).toEqual(['Get weather', 'get_weather']);
  expect(names).toHaveLength(4);
  expect(JSON.stringify(eventsIn(log))).not.toMatch(/Bob|bob|Pay|example/);
});

test('numbers that are no counts are replaced: fractions, exponents, and those as long as phone numbers', () => {
  const [card, person] = ['4111.222233334444', '491511234'];
  const usage = `"usage":{"inputTokens":12,"outputTokens":${card},"totalTokens":${person}}`;
  const text = `data: {"type":"RUN_FINISHED","threadId":"t","runId":"r",${usage}}\n\ndata: {"index":${person},"seq":7}\n\n`;
  const schema = `{"type":"array","minItems":2,"maxItems":0.${person}${person}}`;
  const requestBody = `{"threadId":"t","runId":"r","messages":[],"tools":[{"name":"n","description":"d","parameters":${schema}}]}`;
  const [start, open, , end] = sseRecords([{}]);
  if (start === undefined || open === undefined || end === undefined) throw new Error('There are records.');
  const records = [start, { ...open, requestBody }, { kind: 'chunk', t: 2, stream: 1, text } as const, end];
  const made = JSON.stringify(redacted([{ doc: 'd', frameId: 0, n: 0, records }]));
  for (const number of [card, person]) expect(made).not.toContain(number);
  for (const kept of ['inputTokens\\":12', 'minItems\\":2', 'seq\\":7']) expect(made).toContain(kept);
});

test('choose: only chosen values are kept', () => {
  const keep = ['STATE_SNAPSHOT/snapshot/city', 'TEXT_MESSAGE_CONTENT/delta'];
  const log = redactedLog(
    events('run r1 · state {"city":"Paris","street":"Rue"} · text m1 "Hello" · patch /city = "Rome" · end'),
    { level: 'choose', keep },
  );
  const [, state, , text, , patch] = eventsIn(log);
  expect(Object.entries(plain(state?.['snapshot']) ?? {})[0]).toEqual(['city', 'Paris']);
  expect(JSON.stringify(state)).not.toMatch(/Rue|street/);
  expect(text).toMatchObject({ delta: 'Hello' });
  expect(JSON.stringify(patch)).toMatch(/"\/city"/);
  expect(JSON.stringify(patch)).not.toMatch(/Rome/);
});

test('an answer that was made in the browser stays marked, without the name of its source', () => {
  const origins = [
    'served from Customer X.agui.jsonl #2',
    'failed by rule 3',
    'by Customer X',
    'sent by you',
  ];
  const records = origins.map((origin, index) => ({ ...OPEN, stream: index + 1, origin }));
  const made = redacted([{ doc: 'd', frameId: 0, n: 0, records }]).flatMap((batch) =>
    batch.records.map((record) => 'origin' in record && record.origin),
  );
  expect(made).toEqual([
    expect.stringMatching(/^served from .+ #2$/),
    'failed by rule 3',
    expect.any(String),
    'sent by you',
  ]);
  expect(JSON.stringify(made)).not.toContain('Customer');
});
