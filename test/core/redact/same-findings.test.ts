// A redacted session has the findings of its original: equal numbers and texts stay equal, patches
// apply, and arguments are judged as before.
import { expect, test } from 'vitest';
import type { FileBatch } from '@/lib/core/files/types';
import type { Level } from '@/lib/core/redact/policy';
import type { CapturedRecord } from '@/lib/messages/records';
import { answer as text } from '../../support/exchanges';
import { FINISHED, STARTED } from '../../support/logs';
import { events } from '../../support/stream-text';
import { redacted, shapeOf } from './same-shape';

/** Events as they were written, and what the request held. */
interface Session {
  readonly events: readonly (object | string)[];
  readonly requestBody?: string;
  /** Number of events before the connection broke and the stream was opened again. */
  readonly brokenAt?: number;
}

const written = (event: object | string): string =>
  `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;

function streamOf(
  stream: number,
  list: readonly (object | string)[],
  { requestBody, isBroken }: { readonly requestBody?: string | undefined; readonly isBroken?: boolean },
): readonly CapturedRecord[] {
  const t = stream * 1000;
  const url = 'http://localhost:8000/agent';
  const headers = { 'content-type': 'text/event-stream' };
  const sent = requestBody !== undefined && { requestBody };
  return [
    { kind: 'open', t, stream, transport: 'fetch', url, method: 'POST', status: 200, headers, ...sent },
    ...list.map((event, at) => ({ kind: 'chunk' as const, t: t + at, stream, text: written(event) })),
    { kind: 'close', t: t + 999, stream, how: isBroken === true ? 'network-error' : 'complete' },
  ];
}

function batchesOf({ events: own, requestBody, brokenAt }: Session): readonly FileBatch[] {
  const all = [STARTED, ...own, FINISHED];
  const cut = brokenAt === undefined ? all.length : brokenAt + 1;
  const records = [
    ...streamOf(1, all.slice(0, cut), { requestBody, isBroken: brokenAt !== undefined }),
    ...(brokenAt === undefined ? [] : streamOf(2, all.slice(cut), {})),
  ];
  return [{ doc: 'd', frameId: 0, n: 0, records }];
}

/** Findings and all else before and after, with several seeds: what goes wrong by chance seldom does. */
function shapes(session: Session, level: Level) {
  const batches = batchesOf(session);
  const after = [1, 2, 3, 4, 5].map((seed) => shapeOf(redacted(batches, { level, seed })));
  return { before: shapeOf(batches), after };
}

const snapshot = (id: string, content: string) => ({
  type: 'MESSAGES_SNAPSHOT',
  messages: [{ id, role: 'assistant', content }],
});
const patch = (...operations: readonly object[]) => ({ type: 'STATE_DELTA', delta: operations });
const state = (json: string): string => `{"type":"STATE_SNAPSHOT","snapshot":${json}}`;

const LONG = 'Hello there, my dear old friend';
const SESSIONS: readonly (readonly [what: string, session: Session])[] = [
  [
    'a number that is written in several ways',
    {
      events: [
        state('{"a":1.0,"b":1e2,"c":-0,"d":0.10,"e":12345678901234567890}'),
        patch(
          { op: 'test', path: '/a', value: 1 },
          { op: 'test', path: '/b', value: 100 },
          { op: 'test', path: '/c', value: 0 },
          { op: 'test', path: '/d', value: 0.1 },
          { op: 'test', path: '/e', value: 12345678901234567000 },
        ),
      ],
    },
  ],
  ...['-1e400', '1e400', '0e400', '1e308', '1e-400', `1${'0'.repeat(308)}`].map(
    (number): readonly [string, Session] => [`the number ${number}`, { events: [state(`{"n":${number}}`)] }],
  ),
  [
    'an array that only patches make long',
    {
      events: [
        state('{"a":[]}'),
        patch(...Array.from({ length: 1_100 }, (_none, value) => ({ op: 'add', path: '/a/-', value }))),
        patch({ op: 'replace', path: '/a/1050', value: 'x' }),
      ],
    },
  ],
  [
    'a text that begins like JSON and is none',
    { events: [...text('m1', '[Note] ', LONG), snapshot('m2', `[Note] ${LONG}`)] },
  ],
  [
    'JSON that was cut off',
    { events: [...text('m1', '{"a": ', `[1, "${LONG}`), snapshot('m2', `{"a": [1, "${LONG}`)] },
  ],
  [
    'an id that is used again',
    {
      events: [
        ...text('m1', LONG, ' again'),
        snapshot('m2', `${LONG} again`),
        ...text('m1', 'Other words', ' are said today'),
        snapshot('m3', 'Other words are said today'),
      ],
    },
  ],
  [
    'a text that goes on after its end',
    { events: [...text('m1', LONG), ...text('m1', ' and more'), snapshot('m2', `${LONG} and more`)] },
  ],
  [
    'a call to another server, under a thread of its own',
    {
      requestBody: JSON.stringify({
        threadId: 'asked',
        runId: 'r',
        messages: [{ id: 'u', role: 'user', content: LONG }],
        tools: [],
        context: [],
        forwardedProps: { __proxiedMCPRequest: { serverId: 's', method: 'resources/read' } },
      }),
      events: [],
    },
  ],
  [
    'an answer to an old interrupt',
    {
      requestBody: JSON.stringify({
        ...{ threadId: 't', runId: 'r', messages: [], tools: [], context: [] },
        forwardedProps: { command: { resume: LONG }, node: LONG },
        data: { command: { resume: LONG }, node: LONG },
      }),
      events: [],
    },
  ],
  [
    'a text that goes on in another stream',
    { events: [...text('m1', LONG, ' and more'), snapshot('m2', `${LONG} and more`)], brokenAt: 2 },
  ],
];

test.each(SESSIONS)('%s: findings unchanged', (_what, session) => {
  const { before, after } = shapes(session, 'share');
  for (const each of after) expect(each).toEqual(before);
});

/** A run that declares a tool and calls it. */
function calling(schema: object, args: string): Session {
  const tools = [{ name: 'weather', description: 'd', parameters: schema }];
  return {
    requestBody: JSON.stringify({ threadId: 't', runId: 'r', messages: [], tools, context: [] }),
    events: events(`tool c weather ${args} · result c "ok"`),
  };
}

const of = (n: object, more: object = {}) => ({ type: 'object', properties: { n }, ...more });
const SMALL = { type: 'string', pattern: '^[a-z]+$' };
const CAPITAL = { type: 'string', pattern: '^[A-Z]+$' };

/** As text: what has a member of this name is taken for a promise. */
const CONDITION = JSON.stringify({ if: of(SMALL) }).replace(/}$/, ',"then":{"required":["z"]}}');

/** Schemas, arguments, and whether these fit. */
const CALLS: readonly (readonly [what: string, schema: object, args: string, fits: boolean])[] = [
  ['a choice of numbers', of({ enum: [1, 2, 3] }), '{"n":2}', true],
  ['none of these numbers', of({ enum: [1, 2, 3] }), '{"n":4}', false],
  ['a choice of numbers, with a fraction', of({ enum: [1, 2, 3] }), '{"n":2.0}', true],
  ['one number', of({ const: 7 }), '{"n":7}', true],
  ['bounds', of({ type: 'integer', minimum: 1, maximum: 5, multipleOf: 5 }), '{"n":5}', true],
  ['a format', of({ type: 'string', format: 'email' }), '{"n":"a@example.com"}', true],
  ['a pattern', of(CAPITAL), '{"n":"ABC"}', true],
  ['not a pattern', of({ not: SMALL }), '{"n":"ABC"}', true],
  ['not a definition', { ...of({ not: { $ref: '#/$defs/s' } }), $defs: { s: SMALL } }, '{"n":"ABC"}', true],
  ['one of two patterns', of({ oneOf: [SMALL, CAPITAL] }), '{"n":"ABC"}', true],
  ['one of two lengths', of({ oneOf: [{ maxLength: 3 }, { minLength: 4 }] }), '{"n":"abc"}', true],
  ['a pattern as a condition', of({}, JSON.parse(CONDITION)), '{"n":"ABC"}', true],
  ['none of a kind', of({ contains: { minimum: 9 }, minContains: 0, maxContains: 0 }), '{"n":[5]}', true],
  [
    'names by a pattern',
    { type: 'object', patternProperties: { '^x_': {} }, additionalProperties: false },
    '{"x_1":5}',
    true,
  ],
  ['nothing but names', of({}, { additionalProperties: false }), '{"z":5}', false],
  ['a length of characters', of({ maxLength: 4 }), '{"n":"😀😀😀😀"}', true],
  ['the length of JSON', of({ maxLength: 9 }), '{"n":"[1,2,3,4]"}', true],
  ['items that differ', of({ uniqueItems: true }), '{"n":[1,1.0]}', false],
  ['a whole number with an exponent', of({ type: 'integer' }), '{"n":100e-2}', true],
  ['a fraction', of({ type: 'integer' }), '{"n":1.5}', false],
  ['what a member needs', of({}, { dependentRequired: { n: ['z'] } }), '{"n":1}', false],
  ['what it needed once', of({}, { dependencies: { n: ['z'], z: of(CAPITAL) } }), '{"n":1}', false],
];

test.each(CALLS.flatMap((call) => (['share', 'tools'] as const).map((level) => [level, ...call] as const)))(
  '%s: findings about arguments are unchanged: %s',
  (level, _what, schema, args, fits) => {
    const { before, after } = shapes(calling(schema, args), level);
    expect(before.findings).toHaveLength(fits ? 0 : 1);
    for (const { findings } of after) expect(findings).toEqual(before.findings);
  },
);

test('tools: constraints that tokens cannot fulfil are moved aside in the schema, still readable', () => {
  const schema = of({ type: 'string', pattern: '^[A-Z]+$', description: 'pattern' });
  const batches = redacted(batchesOf(calling(schema, '{"n":"ABC"}')), { level: 'tools' });
  const [open] = batches[0]?.records ?? [];
  const request = open?.kind === 'open' ? open.requestBody : undefined;
  const kept = { type: 'string', 'x-pattern': '^[A-Z]+$', description: 'pattern' };
  expect(request).toContain(`"parameters":${JSON.stringify(of(kept))}`);
});
