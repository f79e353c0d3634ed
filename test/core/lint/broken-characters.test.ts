import { expect, test } from 'vitest';
import { question, requestOf } from '../../support/exchanges';
import { FINISHED, findingsOf, logOf, logOfRecords, openOf, STARTED, sse } from '../../support/logs';

const said = (...deltas: readonly string[]): object[] => [
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })),
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
];

const thought = (...deltas: readonly string[]): object[] => [
  { type: 'REASONING_START', messageId: 'q' },
  { type: 'REASONING_MESSAGE_START', messageId: 'q', role: 'reasoning' },
  ...deltas.map((delta) => ({ type: 'REASONING_MESSAGE_CONTENT', messageId: 'q', delta })),
  { type: 'REASONING_MESSAGE_END', messageId: 'q' },
  { type: 'REASONING_END', messageId: 'q' },
];

const called = (...deltas: readonly string[]): object[] => [
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f' },
  ...deltas.map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta })),
  { type: 'TOOL_CALL_END', toolCallId: 'c' },
];

const chunks = (...deltas: readonly string[]): object[] => [
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta })),
  { type: 'CUSTOM', name: 'n', value: 1 },
];

const RESULT = { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', role: 'tool' };

const NONE = requestOf('r', []);

function found(events: readonly object[], request?: object): string[] {
  const findings = findingsOf(logOf([STARTED, ...events, FINISHED], request));
  return findings.filter(({ rule }) => rule === 'broken-characters').map(({ message }) => message);
}

test.each([
  ['message', said],
  ['message', thought],
  ['message', chunks],
  ['call', called],
])('broken characters of a %s are reported once', (what, made) => {
  const [replaced, ...others] = found(made('"Pr\ufffd', '\ufffdfung', ' \ufffd\ufffd\ufffd ok"'));
  expect(others).toEqual([]);
  expect(replaced).toMatch(/^Bytes that are not whole UTF-8 characters were decoded: /);
  expect(replaced).toMatch(new RegExp(`${what}.*U\\+FFFD in ".*Pr\ufffd\ufffdfung.*and in 1 more`));
  expect(found(made('"hi \ud83d', ' "'))).toEqual([
    expect.stringMatching(/cut between .* half of it in .*hi \\u\{d83d\}/),
  ]);
});

test('bytes of another encoding are reported', () => {
  const bytes = Buffer.from(sse(STARTED, ...said('Prüfung'), FINISHED), 'latin1');
  const close = { kind: 'close', t: 3, stream: 1, how: 'complete' } as const;
  const chunk = { kind: 'chunk', t: 2, stream: 1, b64: bytes.toString('base64') } as const;
  const [finding] = findingsOf(logOfRecords([openOf(), chunk, close]));
  expect(finding?.rule).toBe('broken-characters');
});

test.each<readonly [string, readonly object[], object]>([
  ['a pair in two deltas', said('hi \ud83d', '\ude00!'), NONE],
  ['a text of pairs', said(`${'😀'.repeat(30)}`), NONE],
  ['a text about the character', said('It is shown as "\ufffd" (U+FFFD), or \ufffd.'), NONE],
  ['code with the character', said('`/[a-z\ufffd]/` and `"\ufffd\ufffd"`'), NONE],
  [
    'a quotation of a tool that escapes it',
    [...called('{}'), { ...RESULT, content: '{"a":"Pr\\ufffdfung"}' }, ...said('It reads Pr\ufffdfung.')],
    NONE,
  ],
  ['the result of a tool', [...called('{}'), { ...RESULT, content: 'Pr\ufffdfung' }], NONE],
  [
    'a quotation of a tool',
    [...called('{}'), { ...RESULT, content: 'Pr\ufffdfung' }, ...said('It reads Pr\ufffdfung.')],
    NONE,
  ],
  [
    'a quotation of the user',
    said('You wrote Pr\ufffdfung.'),
    requestOf('r', [question('u', 'Pr\ufffdfung?')]),
  ],
])('%s is no broken character', (_name, events, request) => {
  expect(found(events, request)).toEqual([]);
});
