// The level that hides secrets and nothing else.
import { expect, test } from 'vitest';
import { sourceOf } from '@/lib/core/files/log-source';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { redact } from '@/lib/core/redact/redact';
import { findSecrets } from '@/lib/core/redact/secrets';
import type { CapturedRecord } from '@/lib/messages/records';
import { RECORDINGS, recorded } from '../../support/fixture-records';
import { openOf } from '../../support/logs';
import { PACKAGINGS, packedBatch } from '../../support/packed';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';
import { shapeOf } from './same-shape';

const KEY = `gl${'pat-'}aB3dE7gH1jK9mN5pQ2rS`;
const MAIL = 'alice@mail.example.com';
const CARD = '4111111111111111';
const PASSWORD = 'p"a; $w é rd';
const hide = (batches: readonly FileBatch[]) =>
  redact({ batches }, { level: 'secrets', random: createRandom(1).below });
const bodiesOf = (text: string): readonly FileBatch[] => [
  { doc: 'd', frameId: 0, n: 0, records: [openOf(), { kind: 'chunk', t: 2, stream: 1, text }] },
];
const scan = (batches: readonly FileBatch[]) => findSecrets(sourceOf(readLog(batches), () => batches)).found;

test.each(RECORDINGS)('recordings of real apps contain no secret and stay unchanged: %s', (name) => {
  const batches = recorded(name);
  const { batches: made, replaced } = hide(batches);
  expect(made).toEqual(batches);
  expect(replaced).toBe(0);
  expect(findSecrets(sourceOf(readLog(batches), () => batches))).toEqual({ found: [], isCut: false });
});

const LIST: readonly JsonObject[] = [
  ...events(
    `run r · text m "Use gl" "pat-aB3dE7gH1jK9" "mN5pQ2rS and ask alice" "@mail.example.com" · tool c look {"key":"${KEY}","note":"é☃"}`,
  ),
  {
    type: 'STATE_SNAPSHOT',
    snapshot: {
      owner: { mail: MAIL, card: CARD, login: JSON.stringify({ password: PASSWORD }) },
      number: 4111111111111111,
      rest: 'é',
    },
  },
  ...events('end'),
];

test.each(PACKAGINGS.flatMap((packaging) => [[packaging, 1e9] as const, [packaging, 7] as const]))(
  'secrets are hidden in streamed and other texts: %s, in chunks of %d bytes',
  (packaging, size) => {
    const batches = [packedBatch(LIST, packaging, size)];
    expect(scan(batches).length).toBeGreaterThan(2);
    const { batches: made, replaced } = hide(batches);
    expect(scan(made)).toEqual([]);
    expect(replaced).toBe(4);
    expect(shapeOf(made)).toEqual(shapeOf(batches));
    const textsOf = (list: readonly FileBatch[]) => {
      const log = readLog(list);
      return Array.from({ length: log.length }, (_none, seq) => log.textOf(seq));
    };
    const all = textsOf(made).join('\n');
    for (const secret of [KEY, MAIL, CARD, 'a; $w']) expect(all).not.toContain(secret);
    // Everything else is there, and the same secret has one placeholder.
    const [, inState] = /"mail": ?"([^"]*)"/.exec(all) ?? [];
    expect(inState).toMatch(/^e-mail-address-\d\*+$/);
    expect(inState).toHaveLength(MAIL.length);
    const lengths = (list: readonly FileBatch[]) => textsOf(list).map(({ length }) => length);
    if (packaging !== 'everything escaped') expect(lengths(made)).toEqual(lengths(batches));
  },
);

test('secrets are hidden in URLs, headers, requests, socket messages and notes', () => {
  const records: readonly CapturedRecord[] = [
    { kind: 'navigation', t: 0, url: `http://x/?to=${MAIL}`, timeOrigin: 0, top: true },
    openOf({ threadId: 't', runId: 'r', messages: [], forwardedProps: { key: KEY } }, `http://x/?key=${KEY}`),
    { kind: 'frame', t: 2, stream: 1, dir: 'out', text: `{"login":"${MAIL}","n":${CARD}}` },
    { kind: 'frame', t: 2, stream: 1, dir: 'out', b64: btoa(`{"login":"${MAIL}"}`) },
    { kind: 'close', t: 3, stream: 1, how: 'network-error', detail: `no ${KEY}` },
  ];
  const batches = [{ doc: 'd', frameId: 0, n: 0, records }];
  const notes = [[0, `ask ${MAIL}`]] as const;
  const made = redact(
    { batches, annotations: { notes } },
    { level: 'secrets', random: createRandom(1).below },
  );
  const text = JSON.stringify(made);
  for (const secret of [KEY, MAIL, btoa(MAIL).slice(4, -4), CARD]) expect(text).not.toContain(secret);
  expect(made.batches[0]?.records[2]).toMatchObject({
    text: expect.stringMatching(/^\{"login":".*","n":9\d+\}$/),
  });
  expect(made.replaced).toBe(3);
});

test('multi-line keys and values that begin with an escape are hidden', () => {
  const pem = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIBVQ\nabc\n-----END ${'PRIVATE'} KEY-----`;
  const list = [{ type: 'CUSTOM', name: 'x', value: { pem, other: 'api_key=' } }];
  const raw = JSON.stringify(list[0]).replace('api_key=', 'api_key=\\/aB3dE7gH1jK9mN5pQ2rS');
  const text = `data: ${raw}\n\n`;
  const records: readonly CapturedRecord[] = [openOf(), { kind: 'chunk', t: 2, stream: 1, text }];
  const { batches: made } = hide([{ doc: 'd', frameId: 0, n: 0, records }]);
  const value = readLog(made).at(0)?.event?.['value'];
  expect(value).toMatchObject({
    pem: expect.stringMatching(/^private-key-\d\*+$/),
    other: expect.stringMatching(/^api_key=key-\d\*+$/),
  });
});

test.each(['p"a\\ss;w {0}rd', '$uper S3cret\\', "it's\ta\nline", '"quoted"!', 'b\\"ack\\\\'])(
  'a password of any characters is hidden whole, also of JSON in JSON: %j',
  (password) => {
    const once = { password, rest: 'after' };
    for (const value of [once, JSON.stringify(once), JSON.stringify([JSON.stringify(once)])]) {
      const body = JSON.stringify({ type: 'CUSTOM', name: 'x', value });
      const { batches: made } = hide(bodiesOf(`data: ${body}\n\n`));
      let hidden = readLog(made).at(0)?.event?.['value'];
      for (; typeof hidden === 'string' || Array.isArray(hidden); )
        hidden = typeof hidden === 'string' ? JSON.parse(hidden) : hidden[0];
      expect(hidden).toEqual({ password: expect.stringMatching(/^password-1\**$|^1\**$/), rest: 'after' });
    }
  },
);

test.each([
  ['Use password = "hunter22 and so on', { rest: '"' }],
  ["Set password='hunter22 and", "it's ok"],
  ['password: ', [{ id: 1 }, [[{}]]]],
  ['password:', { 'a"': 'b' }],
])('a quote within a text does not hide what follows the text: %j, %j', (text, next) => {
  for (const indent of [0, 2]) {
    const body = JSON.stringify({ type: 'CUSTOM', name: 'x', value: { text, next } }, null, indent);
    const { batches: made } = hide(bodiesOf(`data: ${body.replaceAll('\n', '\ndata: ')}\n\n`));
    expect(readLog(made).at(0)?.event?.['value']).toMatchObject({ next });
    expect(JSON.stringify(made)).not.toContain('hunter22');
  }
});

test('keys with words around them are hidden', () => {
  const key = 'Zk39fjQ0xLmP72hdTTa9';
  for (const value of [
    { apiKey: `${key}\n` },
    { access_token: `${key} expires 2026` },
    { authorization: `${key}, AgentKey` },
  ]) {
    const { batches: made } = hide(
      bodiesOf(`data: ${JSON.stringify({ type: 'CUSTOM', name: 'x', value })}\n\n`),
    );
    expect(JSON.stringify(made)).not.toContain(key);
  }
});

test('secrets are hidden in values kept by choice', () => {
  const batches = [packedBatch(LIST, 'server-sent events')];
  const options = { level: 'choose', keep: ['STATE_SNAPSHOT'], random: createRandom(1).below } as const;
  expect(scan(redact({ batches }, options).batches).map(({ kind }) => kind)).toContain('e-mail address');
  const { batches: made } = redact({ batches }, { ...options, hidesSecrets: true });
  expect(scan(made)).toEqual([]);
  expect(JSON.stringify(made)).toContain('rest');
});
