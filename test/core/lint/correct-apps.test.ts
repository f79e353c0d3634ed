import { expect, test } from 'vitest';
import { findingsOf, sse } from '../../support/logs';
import { type Played, play } from '../../support/played';

const CPK = 'http://localhost/api/copilotkit';
const RUN = `${CPK}/agent/default/run`;
const USER = { id: 'u', role: 'user', content: 'Hello?' };
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const ASK =
  '"outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"tool_approval","toolCallId":"c"}]}';
const TOOL = { name: 'f', description: '', parameters: { type: 'object', properties: {} } };

/** An event with both spellings of its ids, as CopilotKit's Intelligence sends it over Phoenix. */
function phoenix(event: object, at: number): string {
  const ids = { threadId: 't', runId: 'r', thread_id: 't', run_id: 'r' };
  const payload = { ...event, ...ids, metadata: { cpki_event_id: `e${at}`, cpki_event_seq: at } };
  return JSON.stringify(['3', null, 'thread:t', 'ag_ui_event', payload]);
}

const feed = (event: object): string =>
  sse({ timestamp: 1, agentId: 'default', threadId: 't', runId: 'r', event });
const durable = (event: object, at: number): string =>
  `id: memory:v1:r:${at}\ndata: ${JSON.stringify(event)}\n\n`;
const chunk = (event: object, at: number): string =>
  JSON.stringify({ id: `memory:v1:r:${at}`, chunk: event });
const line = (event: object): string => `${JSON.stringify(event)}\n`;

const HELLO = 'run · text m "Hel" "lo." · end';

/** A run of CopilotKit's client. */
const copilotKit = (more: Played): Played => ({ url: RUN, sender: 'client-0.0', ...more });
/** The same, over one endpoint for everything. */
const oneEndpoint = (more: Played): Played =>
  copilotKit({
    url: CPK,
    wrap: (body) => ({ method: 'agent/run', params: { agentId: 'default' }, body }),
    ...more,
  });

const APPS: Readonly<Record<string, readonly Played[]>> = {
  'client 1.0: two turns, a frontend tool answered in the second': [
    {
      sender: 'client-1.0',
      request: { tools: [TOOL] },
      text: `run · text m "I look." · tool c f {}
        RUN_FINISHED {"threadId":"t","runId":"r","outcome":{"type":"success","pendingToolCallIds":["c"]}}`,
    },
    {
      sender: 'client-1.0',
      request: {
        runId: 'r2',
        messages: [
          USER,
          { id: 'm', role: 'assistant', content: 'I look.' },
          { id: 'c', role: 'assistant', toolCalls: [CALL] },
          { id: 'x', role: 'tool', toolCallId: 'c', content: 'done' },
        ],
      },
      text: 'run r2 · text n "Done." · end',
    },
  ],
  'client 1.0: an answer that only echoes ids of its own': [
    { sender: 'client-1.0', text: 'run mock-run on mock-thread · text m "Hi." · end' },
  ],
  'CopilotKit: a run with a property of its own': [
    copilotKit({
      text: 'run · text m "Hi." · RUN_FINISHED {"threadId":"t","runId":"r","finishReason":"stop"}',
    }),
  ],
  'CopilotKit: an interrupt, and a resume under the same run id': [
    copilotKit({ text: `run · tool c f {} · RUN_FINISHED {"threadId":"t","runId":"r",${ASK}}` }),
    copilotKit({
      request: {
        messages: [USER, { id: 'c', role: 'assistant', toolCalls: [CALL] }],
        resume: [{ interruptId: 'i', status: 'resolved', payload: { ok: true } }],
      },
      text: 'run · result c "done" · text m "Done." · end',
    }),
  ],
  'CopilotKit: a connect to a new thread, and one after a reload': [
    { url: `${CPK}/agent/default/connect`, sender: 'client-0.0', request: { runId: 'c1', messages: [] } },
    copilotKit({ text: HELLO }),
    {
      doc: 'e',
      url: `${CPK}/agent/default/connect`,
      sender: 'client-0.0',
      request: { runId: 'c2', messages: [] },
      text: 'run · text m "Hello." · end',
    },
  ],
  'CopilotKit: one endpoint for everything': [oneEndpoint({ text: HELLO })],
  'CopilotKit: a widget that asks an MCP server': [
    copilotKit({
      request: {
        runId: 'q',
        threadId: 'q',
        messages: [],
        forwardedProps: { __proxiedMCPRequest: { serverId: 's', method: 'resources/read', params: {} } },
      },
      text: 'run q on q · RUN_FINISHED {"threadId":"q","runId":"q","result":{"contents":[]}}',
    }),
  ],
  'CopilotKit: a surface that grows between the arguments': [
    copilotKit({
      text: `run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"render"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"{\\"a\\""}
        ACTIVITY_SNAPSHOT {"messageId":"s","activityType":"a2ui-surface","content":{"n":1},"replace":true}
        TOOL_CALL_ARGS {"toolCallId":"c","delta":":1}"}
        ACTIVITY_SNAPSHOT {"messageId":"s","activityType":"a2ui-surface","content":{"n":2},"replace":true}
        TOOL_CALL_END {"toolCallId":"c"} · result c "shown" · end`,
    }),
  ],
  'CopilotKit: stopped by a request of its own': [
    copilotKit({ text: 'run · text m "Hel" · end' }),
    {
      url: `${CPK}/agent/default/stop/t`,
      type: 'application/json',
      raw: ['{"stopped":true,"interrupt":{"type":"RUN_ERROR","message":"stopped"}}'],
    },
  ],
  'CopilotKit: stopped, after which its runtime ends the run without ids': [
    copilotKit({ text: 'run · text m "Hel" · RUN_FINISHED {}' }),
    copilotKit({
      raw: [
        `data: {"type":"RUN_STARTED","threadId":"t","runId":"r2"}\n\n`,
        `data: {"type":"TEXT_MESSAGE_START","messageId":"n","role":"assistant"}\n\ndata: {"type":"TEXT_MESSAGE_END","messageId":"n"}\n\ndata: {"type":"RUN_FINISHED"}\n\n`,
      ],
    }),
  ],
  'CopilotKit: its debug feed beside the run': [
    copilotKit({ text: HELLO }),
    { url: `${CPK}/cpk-debug-events`, method: 'GET', write: feed, text: HELLO },
  ],
  'CopilotKit over a socket': [
    copilotKit({
      type: 'application/json',
      raw: [
        '{"threadId":"t","runId":"r","joinToken":"x","realtime":{"clientUrl":"ws://localhost/socket","topic":"thread:t"}}',
      ],
    }),
    {
      url: 'ws://localhost/socket/websocket?join_token=x&vsn=2.0.0',
      transport: 'web-socket',
      method: 'GET',
      write: phoenix,
      text: 'run · tool c f {} · result c "done" · text m "Done." · end',
      close: 'aborted',
    },
  ],
  'LangGraph: another run id at the end, RAW and rawEvent': [
    {
      sender: 'client-1.0',
      text: `run · step agent · raw {"event":"on_chain_start"} · raw [{"event":"on_chat_model_stream"}] · state {"messages":[]}
        TEXT_MESSAGE_START {"messageId":"m","role":"assistant","rawEvent":{"a":1}} · say m "Hi."
        TEXT_MESSAGE_END {"messageId":"m","rawEvent":{"a":1}} · state {"messages":[{}]} · done agent
        messages [{"id":"u","role":"user","content":"Hello?"},{"id":"m","role":"assistant","content":"Hi."}]
        RUN_FINISHED {"threadId":"t","runId":"lg-1"}`,
    },
  ],
  'LangGraph: an interrupt by a custom event, and its old answer': [
    {
      sender: 'client-1.0',
      text: 'run · custom on_interrupt "{\\"question\\":\\"ok?\\"}" · RUN_FINISHED {"threadId":"t","runId":"lg-1"}',
    },
    {
      sender: 'client-1.0',
      request: { runId: 'r2', forwardedProps: { command: { resume: 'yes' } } },
      text: 'run r2 · text m "Done." · RUN_FINISHED {"threadId":"t","runId":"lg-2"}',
    },
  ],
  'Mastra: chunks, working memory, usage': [
    {
      sender: 'client-1.0',
      text: `run · TEXT_MESSAGE_CHUNK {"messageId":"m","role":"assistant","delta":"Hel"} · TEXT_MESSAGE_CHUNK {"messageId":"m","delta":"lo."}
        state {"n":1} · patch /n = 2 · state {"n":2}
        RUN_FINISHED {"threadId":"t","runId":"r","usage":[{"inputTokens":0,"outputTokens":0}]}`,
    },
  ],
  'Mastra: a call that is suspended, and its result': [
    oneEndpoint({
      text: `run · custom on_interrupt "{\\"toolCallId\\":\\"c\\"}"
        RUN_FINISHED {"threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"r::c","reason":"suspended","toolCallId":"c"}]}}`,
    }),
    oneEndpoint({
      request: { runId: 'r2', resume: [{ interruptId: 'r::c', status: 'resolved', payload: {} }] },
      text: 'run r2 · result c "done" · text m "Done." · end',
    }),
  ],
  'Mastra: a call that is suspended by a CUSTOM event only, and its result': [
    {
      sender: 'client-1.0',
      text: 'run · custom on_interrupt "{\\"toolCallId\\":\\"c\\",\\"runId\\":\\"r\\"}" · end',
    },
    {
      sender: 'client-1.0',
      request: { runId: 'r2', forwardedProps: { command: { resume: 'yes', interruptEvent: '{}' } } },
      text: 'run r2 · result c "done" · text m "Done." · end',
    },
  ],
  'TanStack: an approval, and the resumed run': [
    {
      sender: 'tanstack',
      text: `run · think q "" · tool c f {} · messages [{"id":"u","role":"user","content":"Hello?"},{"id":"c","role":"assistant","toolCalls":[${JSON.stringify(CALL)}]}]
        RUN_FINISHED {"threadId":"t","runId":"r",${ASK}}`,
    },
    {
      sender: 'tanstack',
      request: {
        runId: 'r2',
        parentRunId: 'r',
        messages: [USER, { id: 'c', role: 'assistant', toolCalls: [CALL] }],
        resume: [{ interruptId: 'i', status: 'resolved', payload: { approved: true } }],
      },
      text: `TOOL_CALL_RESULT {"messageId":"x","toolCallId":"c","content":"done"} · RUN_STARTED {"threadId":"t","runId":"r2","parentRunId":"r"}
        step s · done s · done s · text m "Done." · REASONING_ENCRYPTED_VALUE {"subtype":"message","entityId":"nobody","encryptedValue":"x"}
        RUN_FINISHED {"threadId":"t","runId":"r2"}`,
    },
  ],
  'TanStack: durable, joined after a reload': [
    {
      sender: 'tanstack',
      write: durable,
      text: 'custom run.accepted {} · run · TEXT_MESSAGE_START {"messageId":"m","role":"assistant"} · say m "Hel"',
      close: 'page-gone',
    },
    {
      doc: 'e',
      method: 'GET',
      url: 'http://localhost/agent?offset=-1&runId=r',
      write: durable,
      text: 'custom run.accepted {} · run · text m "Hel" "lo." · end',
    },
  ],
  'TanStack: NDJSON and a socket for two runs': [
    { sender: 'tanstack', type: 'application/x-ndjson', write: line, text: HELLO },
    {
      url: 'ws://localhost/ws?runId=r',
      transport: 'web-socket',
      method: 'GET',
      sender: 'tanstack',
      write: chunk,
      text: HELLO,
      close: 'aborted',
    },
  ],
  'assistant-ui: a run that does not answer with its ids': [
    { sender: 'client-0.0', text: 'run fixed on fixed · text m "Hi." · end' },
  ],
  'VoltAgent: the text under the parent of the call': [
    oneEndpoint({
      text: `run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"f","parentMessageId":"m"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"{}"}
        TOOL_CALL_END {"toolCallId":"c"} · result c "done" · text m "Done." · end`,
    }),
  ],
  'an EventSource, closed by the page after the run': [
    {
      transport: 'event-source',
      method: 'GET',
      url: 'http://localhost/events',
      text: HELLO,
      close: 'aborted',
    },
  ],
  'a POST that is accepted, and its run on an EventSource': [
    {
      sender: 'own',
      url: 'http://localhost/send',
      status: 202,
      type: 'application/json',
      raw: ['{"ok":true}'],
    },
    { transport: 'event-source', method: 'GET', url: 'http://localhost/stream', text: HELLO, close: 'open' },
  ],
  'a socket of the app, JSON-RPC': [
    {
      transport: 'web-socket',
      method: 'GET',
      url: 'ws://localhost/rpc',
      write: (event) => JSON.stringify({ jsonrpc: '2.0', method: 'event', params: event }),
      text: HELLO,
      close: 'aborted',
    },
  ],
  'a socket of the app, in an envelope, all at once': [
    {
      transport: 'web-socket',
      method: 'GET',
      url: 'ws://localhost/ws',
      write: (event) => JSON.stringify({ channel: 'agent', payload: event }),
      text: HELLO,
    },
  ],
  'an own reader of NDJSON': [{ sender: 'own', type: 'application/x-ndjson', write: line, text: HELLO }],
  'an own reader of server-sent events with CR LF': [
    { sender: 'own', text: HELLO, write: (event) => `data: ${JSON.stringify(event)}\r\n\r\n` },
  ],
  'TanStack: CR LF, nulls, a patch for a state that it does not keep': [
    {
      sender: 'tanstack',
      text: 'run · CUSTOM {"name":"n","value":1,"rawEvent":null} · patch /none = 1 · text m "Hi." · end',
      write: (event) => `data: ${JSON.stringify(event)}\r\n\r\n`,
    },
  ],
  'an own reader of server-sent events as plain text': [{ sender: 'own', type: 'text/plain', text: HELLO }],
};

test.each(Object.entries(APPS))('%s has no finding above info', (_name, exchanges) => {
  const log = play(...exchanges);
  expect(log.length).toBeGreaterThan(0);
  const findings = findingsOf(log);
  const loud = findings.filter(({ severity }) => severity !== 'info');
  expect(loud.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`)).toEqual([]);
  expect(findings.length, findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n')).toBeLessThan(
    6,
  );
});

test('a run that ends without ids is an error of its sender, unless that is the CopilotKit runtime', () => {
  const log = play({ sender: 'client-0.0', text: 'run · text m "Hel" · RUN_FINISHED {}' });
  const findings = findingsOf(log);
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    'error malformed-event',
    'error truncated-run',
  ]);
});
