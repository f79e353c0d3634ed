// Secrets that are found in what would leave, and what only looks like one.
import { expect, test } from 'vitest';
import { sourceOf } from '@/lib/core/files/log-source';
import { findSecrets } from '@/lib/core/redact/secrets';
import type { CapturedRecord } from '@/lib/messages/records';
import { logOf } from '../../support/logs';
import { PACKAGINGS, packedLogOf } from '../../support/packed';
import { events } from '../../support/stream-text';

const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'x'.repeat(43)}`;

/** The parts are joined here, so that nobody who looks for secrets takes this file for one. */
const CASES: readonly (readonly [string, string])[] = [
  ['private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
  ['JSON Web Token', jwt],
  ['API key', `sk-ant-${'a1B2'.repeat(8)}`],
  ['AWS access key', `AKIA${'ABCD2345'.repeat(2)}`],
  ['Google API key', `AIza${'a1B2c3D'.repeat(5)}`],
  ['GitHub token', `ghp_${'a1B2'.repeat(9)}`],
  ['GitLab token', `glpat-${'a1B2'.repeat(5)}`],
  ['Slack token', `xoxb-${'1234567890'}-abc`],
  ['npm token', `npm_${'a1B2'.repeat(9)}`],
  ['bearer token', `Bearer ${'a1B2'.repeat(6)}`],
  ['password', 'password: hunter2!'],
  ['password in a URL', 'postgres://admin:hunter2@db.example/x'],
  ['e-mail address', 'alice.smith@mail.example.com'],
  ['card number', '4111 1111 1111 1111'],
  ['IBAN', 'DE89 3704 0044 0532 0130 00'],
];

const kindsIn = (list: readonly object[], request?: object): readonly string[] =>
  findSecrets(sourceOf(logOf(list, request), () => [])).found.map(({ kind }) => kind);

test.each(CASES)('%s', (kind, secret) => {
  expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: { note: secret } }])).toContain(kind);
  expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: `line\n${secret}\nline` }])).toContain(kind);
  expect(
    kindsIn([], { threadId: 't', runId: 'r', messages: [], forwardedProps: { note: secret } }),
  ).toContain(kind);
});

test.each(PACKAGINGS)('a secret in a state that came in another packaging: %s', (packaging) => {
  const list = [
    { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
    { type: 'STATE_SNAPSHOT', snapshot: { to: 'alice@mail.example.com' } },
  ];
  expect(findSecrets(sourceOf(packedLogOf(list, packaging), () => [])).found).toEqual([
    { kind: 'e-mail address', seq: 1, where: 'event 1', shown: 'alic… (22 characters)' },
  ]);
});

test('a secret in what is no event: the address of the page, what it sends over a socket, a note', () => {
  const secret = 'alice@mail.example.com';
  const sent = { kind: 'frame', t: 0, stream: 1, dir: 'out' } as const;
  const places: readonly (readonly [string, CapturedRecord])[] = [
    [
      'the address of the page',
      { kind: 'navigation', t: 0, url: `http://x/?to=${secret}`, timeOrigin: 0, top: true },
    ],
    ['a message that the page sent', { ...sent, text: `{"login":"${secret}"}` }],
    ['a message that the page sent', { ...sent, b64: btoa(`login ${secret}`) }],
  ];
  for (const [where, record] of places) {
    const batch = { doc: 'd', frameId: 0, n: 0, records: [record] };
    const { found } = findSecrets(sourceOf(logOf([]), () => [batch]));
    expect(found).toMatchObject([{ kind: 'e-mail address', seq: -1, where }]);
  }
  const annotations = { notes: [[3, `ask ${secret}`]] } as const;
  const { found } = findSecrets(sourceOf(logOf([]), () => [], { annotations }));
  expect(found).toMatchObject([{ kind: 'e-mail address', seq: 3, where: 'the note of event 3' }]);
});

test('a secret that was streamed in parts', () => {
  const parts = events('run r · text m "Write to alice" "@mail.exam" "ple.com" · end');
  expect(findSecrets(sourceOf(logOf(parts), () => [])).found).toEqual([
    { kind: 'e-mail address', seq: -2, where: 'message m', shown: 'alic… (22 characters)' },
  ]);
});

test.each([
  '4111 1111 1111 1112',
  '1700000000000',
  'user@host',
  'a password is needed',
  'task-12345678901234567890',
])('no secret: %s', (text) => {
  expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: text }])).toEqual([]);
});

// Each begins like a secret at every place. A search that took its time at each of them would not end here.
test.each(['-eyJ', 'sk-', 'glpat-', 'xoxb-', 'a.', '4 ', 'Bearer ', 'password=', 'ab://a:'])(
  'no text takes much longer than another: %s',
  (unit) => {
    const value = unit.repeat(1_000_000);
    expect(
      findSecrets(sourceOf(logOf([{ type: 'CUSTOM', name: 'x', value }]), () => [])).found.length,
    ).toBeLessThan(3);
  },
);

test('what is not looked at is not called clean, however it is long: one event, many secrets in one text', () => {
  const scanOf = (value: string) =>
    findSecrets(sourceOf(logOf([{ type: 'CUSTOM', name: 'x', value }]), () => []));
  const late = `${'x '.repeat(9_000_000)} alice@mail.example.com`;
  expect(scanOf(late)).toEqual({ found: [], isCut: true });
  expect(scanOf(`alice@mail.example.com ${late}`)).toMatchObject({ found: [{ seq: 0 }], isCut: true });
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, n) => `a${n}@mail.example.com`).join(' ');
  expect(scanOf(addresses(100))).toMatchObject({ found: { length: 100 }, isCut: false });
  expect(scanOf(addresses(5_000))).toMatchObject({ found: { length: 100 }, isCut: true });
});

test('a secret in a message with a long id is told in a line', () => {
  const parts = events('run r · text m "Write to alice" "@mail.example.com" · end').map((event) =>
    'messageId' in event ? { ...event, messageId: 'm'.repeat(60_000) } : event,
  );
  const [found] = findSecrets(sourceOf(logOf(parts), () => [])).found;
  expect(found?.where.length).toBeLessThan(200);
});

test.each(CASES)('%s, with punctuation around it', (kind, secret) => {
  for (const text of [
    `It is ${secret}.`,
    `(${secret})`,
    `"${secret}", or so`,
    `Is it ${secret}? Or`,
    `is:${secret};`,
  ]) {
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: text }]), text).toContain(kind);
  }
});

test('a number that is longer, or a fraction, is no card number', () => {
  for (const text of ['0.4111111111111111', '4111111111111111.5', '14111111111111111'])
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value: text }]), text).toEqual([]);
});

test('a secret is listed once, whatever it looks like', () => {
  const key = `sk-ant-${'a1B2'.repeat(8)}`;
  for (const value of [`api_key=${key}`, `Authorization: Bearer ${jwt}`, { password: key, again: key }])
    expect(kindsIn([{ type: 'CUSTOM', name: 'x', value }])).toHaveLength(1);
});
