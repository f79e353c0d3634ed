import { describe, expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { emptyClients } from '@/lib/core/clients/clients';
import { endingOf } from '@/lib/core/clients/ending';
import { judge } from '@/lib/core/clients/judge';
import { CLIENT_1_0, CLIENT_1_1, type Profile } from '@/lib/core/consumers/profile';
import type { Log } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { Model } from '@/lib/core/model/types';
import { createExchanges } from '../../support/exchanges';
import { headOf, plain, rulesOf } from '../../support/logs';
import { events } from '../../support/stream-text';

interface Case {
  readonly stream: string;
  readonly outcome: 'taken' | 'rejected';
  readonly outcome11?: 'taken' | 'rejected';
  /** Part of the error. */
  readonly error?: RegExp;
  readonly error11?: RegExp;
  /** The warnings: none, or some. */
  readonly warns?: boolean;
  /** Role and content of each message after it. */
  readonly messages?: readonly (readonly [role: string, content: unknown])[];
  readonly state?: unknown;
}

const taken = (stream: string, more: Omit<Case, 'stream' | 'outcome'> = {}): Case => ({
  stream,
  outcome: 'taken',
  ...more,
});
const rejected = (stream: string, error: RegExp): Case => ({ stream, outcome: 'rejected', error });
const later = (stream: string, error11: RegExp): Case => ({
  stream,
  outcome: 'taken',
  outcome11: 'rejected',
  error11,
});

const SUB = 'SUBAGENT_STARTED {"subagentRunId":"s","name":"helper"}';
const SUB_END = 'SUBAGENT_FINISHED {"subagentRunId":"s"}';
const chunk = (fields: string): string => `TEXT_MESSAGE_CHUNK {${fields}}`;
const finished = (fields: string): string => `RUN_FINISHED {"threadId":"t","runId":"r",${fields}}`;

const CASES: Readonly<Record<string, Case>> = {
  'a clean run says nothing': taken('run · text m "Hi" · end', {
    warns: false,
    messages: [['assistant', 'Hi']],
  }),
  'a message of three kinds of events': taken('run · text m "Hel" "lo" · end', {
    messages: [['assistant', 'Hello']],
  }),
  'a call of three kinds of events': taken('run · tool c f {"a":1} · end', { warns: false }),
  'an activity, amended': taken(
    'run · activity a plan {"n":1} · ACTIVITY_DELTA {"messageId":"a","activityType":"plan","patch":[{"op":"replace","path":"/n","value":2}]} · end',
    { messages: [['activity', { n: 2 }]] },
  ),
  'an activity that must not be replaced': taken(
    'run · activity a plan {"n":1} · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"plan","content":{"n":2},"replace":false} · end',
    { messages: [['activity', { n: 1 }]] },
  ),
  'an activity that is amended and was never sent': taken(
    'run · ACTIVITY_DELTA {"messageId":"a","activityType":"plan","patch":[]} · end',
    { messages: [] },
  ),
  'chunks become a message': taken(
    `run · ${chunk('"messageId":"m","role":"assistant","delta":"a"')} · ${chunk('"delta":"b"')} · end`,
    { messages: [['assistant', 'ab']] },
  ),
  'a chunk that repeats its opener': taken(
    `run · ${chunk('"messageId":"m","role":"assistant","delta":"a"')} · ${chunk('"messageId":"m","role":"assistant","delta":"b"')} · end`,
    { messages: [['assistant', 'ab']] },
  ),
  'a chunk that changes the role': rejected(
    `run · ${chunk('"messageId":"m","role":"assistant","delta":"a"')} · ${chunk('"messageId":"m","role":"user","delta":"b"')} · end`,
    /role/,
  ),
  'a chunk that changes the tool': rejected(
    'run · TOOL_CALL_CHUNK {"toolCallId":"c","toolCallName":"f","delta":"{"} · TOOL_CALL_CHUNK {"toolCallId":"c","toolCallName":"g","delta":"}"} · end',
    /toolCallName/,
  ),
  'a first chunk without an id': rejected(
    `run · ${chunk('"delta":"a"')} · end`,
    /First TEXT_MESSAGE_CHUNK must have a messageId/,
  ),
  'a first tool chunk without a name': rejected(
    'run · TOOL_CALL_CHUNK {"toolCallId":"c","delta":"{"} · end',
    /First TOOL_CALL_CHUNK/,
  ),
  'an own event ends chunks': rejected(
    `run · ${chunk('"messageId":"m","delta":"a"')} · custom note {} · ${chunk('"delta":"b"')} · end`,
    /First TEXT_MESSAGE_CHUNK must have a messageId/,
  ),
  'a raw event does not end chunks': taken(
    `run · ${chunk('"messageId":"m","delta":"a"')} · raw {} · ${chunk('"delta":"b"')} · end`,
    { messages: [['assistant', 'ab']] },
  ),
  'a subagent that ends also ends its chunks': taken(
    `run · ${SUB} · ${chunk('"messageId":"m","delta":"a","subagentRunId":"s"')} · ${SUB_END} · end`,
    { messages: [['assistant', 'a']] },
  ),
  'content without a start': rejected('run · say m "x" · end', /No active text message/),
  'reasoning without a start': rejected(
    'run · REASONING_MESSAGE_CONTENT {"messageId":"m","delta":"x"} · end',
    /No active reasoning message/,
  ),
  'reasoning in its span': taken('run · think q "hm" · end', { messages: [['reasoning', 'hm']] }),
  'reasoning of another role': rejected(
    'run · REASONING_START {"messageId":"q"} · REASONING_MESSAGE_START {"messageId":"q","role":"user"} · end',
    /role/,
  ),
  'an encrypted value of nothing': taken(
    'run · REASONING_ENCRYPTED_VALUE {"subtype":"message","entityId":"x","encryptedValue":"v"} · end',
    { messages: [] },
  ),
  'the type of an encrypted value': taken(
    'run · think q "hm" · REASONING_ENCRYPTED_VALUE {"subtype":"message","entityId":"q","encryptedValue":"v","encryptedValueType":"opaque"} · end',
    { messages: [['reasoning', 'hm']] },
  ),
  'another event first': rejected('text m "x"', /First event must be 'RUN_STARTED'/),
  'an event after the end': rejected('run · end · text m "x"', /already finished/),
  'a run within a run': rejected('run · run s', /still active/),
  'two runs, one after the other': taken('run · text m "a" · end · run s · text n "b" · end', {
    messages: [
      ['assistant', 'a'],
      ['assistant', 'b'],
    ],
  }),
  'an error first': taken('error "x"'),
  'an error first, then a run': taken('error "x" · run · text m "a" · end', {
    messages: [['assistant', 'a']],
  }),
  'an error after the end': taken('run · end · error "late"'),
  'an error, then another run': taken('run · error "x" · run s · text m "a" · end', {
    messages: [['assistant', 'a']],
  }),
  'a message that is open at the end': rejected(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant"} · end',
    /still active: m/,
  ),
  'a subagent that is open at the end': rejected(`run · ${SUB} · end`, /subagents are still active/),
  'a message that goes on': taken('run · text m "a" · text m "b" · end', { messages: [['assistant', 'ab']] }),
  'a step that never began': rejected('run · done s · end', /s/),
  'a subagent that never began': rejected(`run · ${SUB_END} · end`, /subagent/i),
  'a subagent without a name': rejected('run · SUBAGENT_STARTED {"subagentRunId":"s"} · end', /name/),
  'content of another subagent': rejected(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant","subagentRunId":"s"} · TEXT_MESSAGE_CONTENT {"messageId":"m","delta":"x","subagentRunId":"q"} · end',
    /does not match/,
  ),
  'a subagent that is only named': taken(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant","subagentRunId":"s"} · TEXT_MESSAGE_END {"messageId":"m"} · end',
    { warns: false },
  ),
  'a wrong value in a known field': rejected(
    'run · TEXT_MESSAGE_START {"messageId":7,"role":"assistant"} · end',
    /messageId/,
  ),
  'a role that is unknown': rejected(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"narrator"} · end',
    /role/,
  ),
  'an event that is unknown': taken('run · LATER_EVENT {"a":1} · text m "x" · end', {
    warns: true,
    messages: [['assistant', 'x']],
  }),
  'a property that is unknown': taken(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant","later":1} · TEXT_MESSAGE_END {"messageId":"m"} · end',
    { warns: true },
  ),
  'an outcome that is unknown': taken(`run · ${finished('"outcome":{"type":"later"}')}`, { warns: true }),
  'an outcome that is a list': rejected(`run · ${finished('"outcome":[{"type":"interrupt"}]')}`, /array/),
  'an interrupt': taken(
    `run · ${finished('"outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"}]}')}`,
    { warns: false },
  ),
  'a run that was cancelled': taken(`run · ${finished('"outcome":{"type":"cancelled"}')}`, { warns: false }),
  'metadata of any kind': taken(
    'run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant","metadata":{"a":{"b":[1]}}} · TEXT_MESSAGE_END {"messageId":"m"} · end',
    { warns: false },
  ),
  'raw and own events': taken('run · raw {"a":1} · custom x {"b":2} · end', { warns: false }),
  'a state that is replaced': taken('run · state {"a":1} · state ["only"] · end', { state: ['only'] }),
  'a state that is null': taken('run · state {"a":1} · state null · end', { state: null }),
  'a state that is 0': taken('run · state {"a":1} · state 0 · end', { state: 0 }),
  'a state that is patched': taken('run · state {"a":1} · patch /a = 2 · end', { state: { a: 2 } }),
  'a patch that does not apply': taken(
    'run · state {"a":1} · STATE_DELTA {"delta":[{"op":"remove","path":"/x"}]} · end',
    { state: { a: 1 } },
  ),
  'messages that are replaced by id': taken(
    'run · text m "a" · messages [{"id":"m","role":"assistant","content":"b"}] · end',
    { messages: [['assistant', 'b']] },
  ),
  'a result of parts': taken(
    'run · tool c f {} · TOOL_CALL_RESULT {"messageId":"x","toolCallId":"c","content":[{"type":"text","text":"done"}]} · end',
    { warns: false },
  ),
  'old thinking': taken(
    'run · THINKING_START {} · THINKING_TEXT_MESSAGE_START {} · THINKING_TEXT_MESSAGE_CONTENT {"delta":"hm"} · THINKING_TEXT_MESSAGE_END {} · THINKING_END {} · end',
    { warns: true, messages: [['reasoning', 'hm']] },
  ),
  'a text that is cut between its bytes': taken('run · text m "e" "\u0301" "👩" "\u200d🚀" · end', {
    messages: [['assistant', 'e\u0301👩\u200d🚀']],
  }),
  'a stream that just ends': later('run · text m "half"', /without a terminal event/),
  'an end of another run': later(
    'run r · RUN_FINISHED {"threadId":"t","runId":"other"}',
    /must agree on their runId/,
  ),
  'an end of another thread': later(
    'run r · RUN_FINISHED {"threadId":"other","runId":"r"}',
    /carry the input's threadId/,
  ),
  'a second run of another thread': later(
    'run r · end · run s on other · end',
    /carries the input's threadId/,
  ),
  'a first run of another thread than was asked for': later(
    'run r on other · end',
    /carries the input's threadId/,
  ),
  'two interrupts of one id': later(
    `run r · ${finished('"outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"},{"id":"i","reason":"y"}]}')}`,
    /two interrupts carrying the id 'i'/,
  ),
};

function logOf(stream: string, version: string) {
  const { log, open } = createExchanges('ag-ui-1.0');
  const input = {
    threadId: 't',
    runId: 'r',
    protocolVersion: version,
    state: {},
    messages: [],
    tools: [],
    context: [],
  };
  const feed = open({ request: { ...input, forwardedProps: {} } });
  feed.send(...events(stream));
  feed.close();
  log.finish();
  return log;
}

const CONSUMER = { id: 'client-1.0', name: 'x', evidence: () => undefined, profileFor: () => undefined };

function modelOf(log: Log, profile: Profile): Model {
  const fold = appFold(() => ({ consumer: CONSUMER, profile, evidence: '' }));
  return headOf(log, fold).model;
}

function predicted(stream: string, version: string, profile: Profile) {
  const log = logOf(stream, version);
  const clients = emptyClients(() => profile);
  const kinds = Array.from({ length: log.length }, (_none, seq) => {
    const logged = log.at(seq);
    return logged === undefined ? 'ok' : judge(clients, logged).verdict;
  });
  const [first] = log.streams;
  const ending = first === undefined ? undefined : endingOf(clients, first);
  const model = modelOf(log, profile);
  const thread = model.threads.at(Math.max(0, model.current));
  return {
    outcome: ending?.promise === 'rejects' ? 'rejected' : 'taken',
    error: ending?.text ?? '',
    warns: kinds.some((verdict) => typeof verdict !== 'string' && verdict.warnings.length > 0),
    messages: [...(thread?.messages ?? [])].map(({ message }) => {
      const { role, content } = asJson(message);
      return [role, content];
    }),
    state: plain(thread?.state),
  };
}

const VERSIONS = [
  ['1.0', CLIENT_1_0],
  ['1.1', CLIENT_1_1],
] as const;

describe.each(VERSIONS)('client %s', (version, profile) => {
  test.each(Object.entries(CASES))('%s', (_what, each) => {
    const is11 = version === '1.1';
    const found = predicted(each.stream, version, profile);
    expect(found.outcome).toBe((is11 ? each.outcome11 : undefined) ?? each.outcome);
    const error = (is11 ? each.error11 : undefined) ?? each.error;
    if (found.outcome === 'rejected' && error !== undefined) expect(found.error).toMatch(error);
    if (each.warns !== undefined) expect(found.warns).toBe(each.warns);
    if (each.messages !== undefined) expect(found.messages).toEqual(each.messages);
    if ('state' in each) expect(found.state).toEqual(each.state);
  });
});

const TYPED = { encryptedValue: 'v', encryptedValueType: 'opaque' };
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, ...TYPED };
const TYPED_STREAMS = [
  ['an event', CASES['the type of an encrypted value']?.stream ?? ''],
  [
    'a snapshot',
    `run · MESSAGES_SNAPSHOT ${JSON.stringify({
      messages: [
        { id: 'q', role: 'reasoning', content: 'hm', ...TYPED },
        { id: 'a', role: 'assistant', toolCalls: [CALL] },
      ],
    })} · end`,
  ],
  [
    'the input of RUN_STARTED',
    `RUN_STARTED ${JSON.stringify({
      threadId: 't',
      runId: 'r',
      input: {
        threadId: 't',
        runId: 'r',
        messages: [{ id: 'q', role: 'reasoning', content: 'hm', ...TYPED }],
        tools: [],
        context: [],
      },
    })} · end`,
  ],
] as const;

describe.each(TYPED_STREAMS)('the type of an encrypted value in %s', (_where, stream) => {
  test.each([
    ['1.0', CLIENT_1_0, undefined],
    ['1.1', CLIENT_1_1, 'opaque'],
  ] as const)('is shown as the app has it in %s and as it was sent', (version, profile, kept) => {
    const log = logOf(stream, version);
    const app = modelOf(log, profile);
    const typesIn = ({ threads }: Model) =>
      [...(threads.at(0)?.messages ?? [])].flatMap(({ message }) => [
        ...('encryptedValue' in message ? [asJson(message)['encryptedValueType']] : []),
        ...(message.role === 'assistant' ? (message.toolCalls ?? []) : []).map(
          (call) => Object.entries(call).find(([key]) => key === 'encryptedValueType')?.[1],
        ),
      ]);
    const sent = typesIn(headOf(log, modelFold));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent).toEqual(sent.map(() => 'opaque'));
    expect(typesIn(app)).toEqual(sent.map(() => kept));
  });

  test('is known by 1.1 and gives a warning in 1.0', () => {
    expect(predicted(stream, '1.0', CLIENT_1_0).warns).toBe(true);
    expect(predicted(stream, '1.1', CLIENT_1_1).warns).toBe(false);
  });
});

test.each([
  ['1.0', '1.0', []],
  ['1.0', '1.1', ['protocol-version']],
  ['1.1', '1.1', []],
  ['1.1', '1.2', ['protocol-version']],
  ['1.1', 'next', ['protocol-version']],
])('a client of %s and a server that declares %s: %j', (version, declared, expected) => {
  const log = logOf(
    `RUN_STARTED {"threadId":"t","runId":"r","protocolVersion":"${declared}"} · end`,
    version,
  );
  expect(rulesOf(log)).toEqual(expected);
});
