// The recorded answer that a page gets for a request, whatever order it asks in.
import { expect, test } from 'vitest';
import { endpointOf, lastUserText } from '@/lib/core/agui/request-facts';
import {
  createRequestCounter,
  createServedPositions,
  readDirectedRequest,
  rulesFor,
} from '@/lib/director/run-request';
import type { PageRule, PageRuleMatch, ServedExchange } from '@/lib/messages/page-rules';

type Asked = readonly [endpoint: string, body: object];

const user = (content: string) => ({ id: content, role: 'user', content });
const CONNECT: Asked = ['/api/agent/a/connect', { threadId: 't', messages: [] }];
const prompt = (text: string, agent = 'a'): Asked => [
  `/api/agent/${agent}/run`,
  { threadId: 't', messages: [user(text)] },
];
const result = (text: string): Asked => [
  '/api/agent/a/run',
  { threadId: 't', messages: [user(text), { id: 'r', role: 'tool', content: 'done' }] },
];
const resume = (text: string): Asked => [
  '/api/agent/a/run',
  { threadId: 't', messages: [user(text)], resume: [] },
];

const answered = ([url, body]: Asked): ServedExchange => ({
  status: 200,
  headers: {},
  headT: 0,
  chunks: [],
  endT: 0,
  endpoint: endpointOf(url, undefined),
  userText: lastUserText(body),
  ...('resume' in body && { isResume: true }),
  input: readDirectedRequest(url, 'POST', JSON.stringify(body)).input,
  ids: [],
});

/** The positions of the answers to some requests, from 1; undefined where the server answers. */
function positions(recorded: readonly ServedExchange[], asked: readonly Asked[], match: PageRuleMatch = {}) {
  const action = { kind: 'serve', source: 'x', exchanges: recorded, isPaused: false, pace: 1 } as const;
  const rules: readonly PageRule[] = [{ id: 'r', isOn: true, match, action }];
  const { count } = createRequestCounter();
  const { servedOf, markServed } = createServedPositions();
  return asked.map(([path, body]) => {
    const request = readDirectedRequest(`https://other.test${path}`, 'POST', JSON.stringify(body));
    const nth = rulesFor(rules, request, { count, servedOf }).responding?.nth;
    if (nth !== undefined) markServed('r', nth - 1);
    return nth;
  });
}

test.each<[string, readonly Asked[], readonly Asked[], readonly (number | undefined)[]]>([
  ['in the order of the recording', [prompt('A'), prompt('B')], [prompt('A'), prompt('B')], [1, 2]],
  [
    'other prompts, in turn',
    [prompt('A'), prompt('B')],
    [prompt('C'), prompt('D'), prompt('E')],
    [1, 2, undefined],
  ],
  ['in another order', [prompt('A'), prompt('B')], [prompt('B'), prompt('A')], [2, 1]],
  ['a thread joined again', [CONNECT, prompt('A')], [CONNECT, CONNECT, prompt('A'), CONNECT], [1, 1, 2, 1]],
  ['a thread joined that was not in the recording', [prompt('A')], [CONNECT, prompt('A')], [undefined, 1]],
  ['no joining where the recording has some', [CONNECT, prompt('A')], [prompt('B')], [2]],
  [
    'results of tools and answers to interrupts',
    [prompt('A'), result('A'), prompt('B'), resume('B')],
    [prompt('A'), prompt('B'), resume('B'), result('A')],
    [1, 3, 4, 2],
  ],
  ['two agents at once', [prompt('A'), prompt('A', 'b')], [prompt('A', 'b'), prompt('A')], [2, 1]],
])('%s: each request gets its recorded exchange', (_, recorded, asked, expected) => {
  expect(positions(recorded.map(answered), asked)).toEqual(expected);
});

test('a rule for one request serves the answer of its number, or its only one', () => {
  const recorded = [prompt('A'), prompt('B')].map(answered);
  const asked = [prompt('B'), prompt('A'), prompt('B')];
  expect(positions(recorded, asked, { nth: 2 })).toEqual([undefined, 2, undefined]);
  expect(positions(recorded.slice(0, 1), asked, { nth: 2 })).toEqual([undefined, 1, undefined]);
});

test('rules of files without these facts serve their exchanges in turn', () => {
  const recorded = [prompt('A'), prompt('B')].map((each) => {
    const { endpoint: _, userText: __, ...rest } = answered(each);
    return rest;
  });
  expect(positions(recorded, [prompt('B'), CONNECT, prompt('A'), prompt('C')])).toEqual([
    1,
    2,
    undefined,
    undefined,
  ]);
});
