import { AgentCapabilitiesSchema } from '@ag-ui/core/schemas';
import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { asksForCapabilities, declaredAgent, parseDeclaration } from '@/lib/core/agui/capabilities';
import { CAPABILITY_KEYS } from '@/lib/core/redact/fields';
import { check } from '@/lib/package/library/functions';
import { read } from '@/lib/package/library/read';
import { recordingText } from '../../support/exported';
import { FINISHED, STARTED, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const RUNTIME = {
  version: '1.74.0',
  agents: { default: { name: 'default' }, 'a b': { capabilities: { state: { deltas: false } } } },
};

test.each([
  ['GET', 'http://x/api/copilotkit/info', undefined, true],
  ['GET', 'http://x/capabilities?v=1', undefined, true],
  ['get', '/agent/capabilities/', undefined, true],
  ['POST', 'http://x/single', '{"method":"info"}', true],
  ['POST', 'http://x/info', '{"threadId":"t"}', false],
  ['GET', 'http://x/information', undefined, false],
  ['GET', 'http://x/agent?next=/info', undefined, false],
])('%s %s asks for capabilities: %s %s', (method, url, body, expected) => {
  expect(asksForCapabilities(method, url, body)).toBe(expected);
});

test('both forms of a declaration are read, and nothing else', () => {
  expect(parseDeclaration('http://x/api/info', JSON.stringify(RUNTIME))).toEqual({
    base: 'http://x/api',
    version: '1.74.0',
    agents: [
      { id: 'default', name: 'default', capabilities: {} },
      { id: 'a b', capabilities: { state: { deltas: false } } },
    ],
  });
  const one = parseDeclaration(
    '/agent/capabilities',
    '{"identity":{"name":"Planner"},"state":{"deltas":true}}',
  );
  expect(one).toMatchObject({
    base: '/agent',
    agents: [{ name: 'Planner', capabilities: { state: { deltas: true } } }],
  });
  const others = ['', '[]', 'null', '{"version":"1"}', '{"state":1}', '[['.repeat(5000), '{"agents":[1]}'];
  for (const text of others) expect(parseDeclaration('/info', text)).toBeUndefined();
});

test('a run belongs to the nearest declaration above it, and to the agent in its path or envelope', () => {
  const runtime = parseDeclaration('http://x/api/info', JSON.stringify(RUNTIME));
  const root = parseDeclaration('http://x/capabilities', '{"state":{"deltas":true}}');
  if (runtime === undefined || root === undefined) throw new Error('no declaration');
  const idOf = (url: string, requestBody = '') => declaredAgent([runtime, root], { url, requestBody })?.id;
  expect(idOf('http://x/api/agent/default/run')).toBe('default');
  expect(idOf('http://x/api/agent/a%20b/connect?x')).toBe('a b');
  expect(idOf('http://x/api/agent/other/run')).toBeUndefined();
  expect(idOf('http://x/api', '{"method":"agent/run","params":{"agentId":"default"}}')).toBe('default');
  expect(declaredAgent([runtime, root], { url: 'http://x/run' })).toBe(root.agents[0]);
  expect(declaredAgent([runtime], { url: 'http://x/apis/agent/default/run' })).toBeUndefined();
});

/** Findings of a run whose agent has declared capabilities. */
function foundIn(capabilities: object, list: readonly object[], request: object = {}): readonly string[] {
  const input = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [], ...request };
  const [page, ...run] = sseRecords([STARTED, ...list], input);
  const asked = {
    kind: 'open',
    t: 1,
    transport: 'fetch',
    url: 'http://localhost/capabilities',
    method: 'GET',
  };
  const records = [
    page,
    { ...asked, stream: 2, status: 200 },
    { kind: 'chunk', t: 1, stream: 2, text: JSON.stringify(capabilities) },
    { kind: 'close', t: 1, stream: 2, how: 'complete' },
    ...run,
  ];
  const { findings } = check(read(recordingText(records), { name: 'a.agui.jsonl' }));
  return findings
    .filter(({ rule }) => rule === 'capability-differs')
    .map(({ seq, message }) => `#${seq} ${message}`);
}

const call = (id: string, name: string) => [
  { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
  { type: 'TOOL_CALL_END', toolCallId: id },
];
const reasoning = { type: 'REASONING_START', messageId: 'm' };
const tools = [{ name: 'confirm', description: '', parameters: {} }];

const IMAGE = { type: 'image', source: { type: 'url', value: 'x' } };
const asking = { type: 'interrupt', interrupts: [{ id: 'i', reason: 'x' }] };
const parallel = [...call('c', 'a'), ...call('d', 'b')].toSorted((x, y) => y.type.localeCompare(x.type));

test.each<[string, object, readonly object[], string, object?]>([
  ['reasoning', { reasoning: { supported: false } }, [reasoning], 'reasoning.supported: false'],
  ['snapshots', { state: { snapshots: false } }, events('state {}'), 'state.snapshots: false'],
  ['tools', { tools: { supported: false } }, call('c', 'search'), 'tools.supported: false'],
  [
    'another tool',
    { tools: { items: [{ name: 'lookup' }] } },
    call('c', 'search'),
    'calls another: "search"',
  ],
  [
    'client tools',
    { tools: { clientProvided: false } },
    call('c', 'confirm'),
    'tools.clientProvided: false',
    { tools },
  ],
  ['parallel calls', { tools: { parallelCalls: false } }, parallel, 'calls "b" while "a" is open'],
  [
    'interrupts',
    { humanInTheLoop: { interrupts: false } },
    [{ ...FINISHED, outcome: asking }],
    'humanInTheLoop.interrupts: false',
  ],
  [
    'subagents',
    { multiAgent: { supported: false } },
    [{ type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 'n' }],
    'multiAgent.supported: false',
  ],
  [
    'images',
    { multimodal: { input: { image: false } } },
    [],
    'multimodal.input.image: false',
    { messages: [{ id: 'u', role: 'user', content: [IMAGE] }] },
  ],
])('%s: declared one way, done another', (_what, capabilities, list, expected, request) => {
  const isEnded = list.some((event) => 'outcome' in event);
  const found = foundIn(capabilities, isEnded ? list : [...list, FINISHED], request);
  expect(found).toEqual([expect.stringContaining(expected)]);
});

test('declared or undeclared capabilities are no finding; a finding appears once per stream', () => {
  const deltas = [1, 2, 3].map((value) => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'add', path: '/a', value }],
  }));
  expect(foundIn({ state: { deltas: true } }, [...deltas, FINISHED])).toEqual([]);
  expect(foundIn({ state: {} }, [reasoning, ...deltas, ...call('c', 'a'), FINISHED])).toEqual([]);
  expect(
    foundIn(
      { tools: { items: [{ name: 'a' }], clientProvided: true } },
      [...call('c', 'confirm'), FINISHED],
      { tools },
    ),
  ).toEqual([]);
  expect(foundIn({ state: { deltas: false } }, [...deltas, FINISHED])).toEqual([
    '#1 The agent declares state.deltas: false, but sends state deltas.',
  ]);
});

test('redaction keeps every key of the installed schema but free maps', () => {
  const keys = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
    for (const [key, inner] of Object.entries(properties ?? {})) {
      keys.add(key);
      collect(inner);
    }
    collect(items);
  };
  collect(z.toJSONSchema(AgentCapabilitiesSchema, { unrepresentable: 'any' }));
  expect(keys.size).toBeGreaterThan(30);
  expect([...keys].filter((key) => !CAPABILITY_KEYS.has(key)).sort()).toEqual([
    'custom',
    'metadata',
    'parameters',
  ]);
});
