import { expect, test } from 'vitest';
import {
  PAGE_RULES_LENGTH_MAX,
  PAGE_RULES_MAX,
  type PageRule,
  parsePageRules,
} from '@/lib/messages/page-rules';

const served: PageRule = {
  id: 'a',
  isOn: true,
  match: { url: 'http://localhost:*/agents/*', method: 'POST', nth: 2, userText: 'hello' },
  action: {
    kind: 'serve',
    source: 'demo.agui.jsonl',
    isPaused: false,
    pace: 2,
    exchanges: [
      {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        headT: 2,
        chunks: [
          { t: 3, text: 'data: {}\n\n' },
          { t: 5.5, b64: '/w==' },
        ],
        endT: 7,
        thread: 't',
        input: [{ id: 'm1', role: 'user' }],
        ids: ['m2'],
      },
    ],
  },
};

const failing: PageRule = {
  id: 'b',
  isOn: false,
  match: {},
  action: { kind: 'status', status: 500, body: 'no', contentType: 'text/plain' },
};

const changing: readonly PageRule[] = (
  [
    { kind: 'drop' },
    { kind: 'hold' },
    { kind: 'delay', ms: 10 },
    { kind: 'repeat' },
    { kind: 'halve' },
    { kind: 'replace', event: '{}' },
    { kind: 'insert', event: '{}', isAfter: true },
    { kind: 'end' },
    { kind: 'break' },
    { kind: 'run-error' },
  ] as const
).map((edit) => ({
  ...failing,
  action: { kind: 'change', event: { query: 'type:TOOL_* tool:weather', nth: 2, isSent: true }, edit },
}));

test('rules are returned without undeclared members', () => {
  const rules = [served, failing, ...changing];
  expect(parsePageRules(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  const extra = { ...failing, script: 'x', match: { url: '*', __proto__: null } };
  expect(parsePageRules([extra])).toEqual([{ ...failing, match: { url: '*' } }]);
});

const withAction = (action: unknown): unknown => [{ ...failing, action }];
const withExchange = (change: object): unknown =>
  withAction({
    ...served.action,
    exchanges: [{ ...(served.action as never as { exchanges: object[] }).exchanges[0], ...change }],
  });

test.each<[string, unknown]>([
  ['no list', { 0: failing }],
  ['too many', Array.from({ length: PAGE_RULES_MAX + 1 }, () => failing)],
  ['no id', [{ ...failing, id: undefined }]],
  ['an id that is inherited', [Object.create(failing)]],
  ['a match of another type', [{ ...failing, match: { nth: 0 } }]],
  ['an unknown action', withAction({ kind: 'run-code' })],
  ['an unknown condition of a request', [{ ...failing, match: { url: 'x', path: 'y' } }]],
  [
    'an unknown condition of an event',
    withAction({ kind: 'change', event: { type: 'RAW' }, edit: { kind: 'drop' } }),
  ],
  ['an action from the prototype', withAction({ kind: 'constructor' })],
  ['an unknown edit', withAction({ kind: 'change', event: {}, edit: { kind: 'script' } })],
  ['an edit from the prototype', withAction({ kind: 'change', event: {}, edit: { kind: 'toString' } })],
  ['a delay without end', withAction({ kind: 'change', event: {}, edit: { kind: 'delay', ms: 1e12 } })],
  ['no match of events', withAction({ kind: 'change', edit: { kind: 'drop' } })],
  ['a status that no script may use', withAction({ ...failing.action, status: 101 })],
  ['a content type that breaks the line', withAction({ ...failing.action, contentType: 'a\r\nb: c' })],
  ['a header that breaks the line', withExchange({ headers: { a: 'b\r\nc: d' } })],
  ['a header without a name', withExchange({ headers: { '': 'b' } })],
  ['a chunk with two payloads', withExchange({ chunks: [{ t: 0, text: '', b64: '' }] })],
  ['a chunk before the request', withExchange({ chunks: [{ t: -1, text: '' }] })],
  ['a time that is no number', withExchange({ endT: Number.NaN })],
  ['a pace below zero', withAction({ ...served.action, pace: -1 })],
  [
    'bodies that are too long together',
    withExchange({ chunks: [1, 2].map(() => ({ t: 0, text: 'x'.repeat(PAGE_RULES_LENGTH_MAX / 2 + 1) })) }),
  ],
])('%s is refused', (_, value) => expect(parsePageRules(value)).toBeUndefined());
