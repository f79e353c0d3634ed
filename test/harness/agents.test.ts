import { type BaseEvent, EventType, HttpAgent, type RunAgentInput } from '@ag-ui/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../support/sample-size';
import { agents } from './agents';
import { type DemoServer, startServer } from './server';

const good = agents.filter(({ name }) => !name.startsWith('broken-') && name !== 'http-500');
const accepted = good.filter(({ name }) => isLong || name !== 'long');
const input: RunAgentInput = {
  threadId: 'thread-1',
  runId: 'run-1',
  messages: [{ id: 'user-1', role: 'user', content: 'Hello?' }],
  tools: [],
  context: [],
};

let server: DemoServer;
beforeAll(async () => {
  server = await startServer({ page: false });
});
afterAll(() => server.close());

function eventsOf(name: string, request = input) {
  return [...(agents.find((agent) => agent.name === name)?.run(request) ?? [])];
}

async function runWith(
  name: string,
  agent = new HttpAgent({ url: `${server.url}/agents/${name}?pace=0`, threadId: 't' }),
) {
  const seen: BaseEvent[] = [];
  agent.addMessage({ id: 'user-1', role: 'user', content: 'Hello?' });
  await agent.runAgent({ runId: 'run-1' }, { onEvent: ({ event }) => void seen.push(event) });
  return { agent, seen };
}

test.each(agents)('$name sends the same twice', ({ name }) => {
  expect(eventsOf(name)).toEqual(eventsOf(name));
  expect(eventsOf(name).length).toBeGreaterThan(3);
});

test.each(accepted)('the stock client accepts $name', async ({ name }) => {
  const { seen } = await runWith(name);
  expect(seen.at(-1)?.type).toBe(name === 'everything' ? EventType.RUN_ERROR : EventType.RUN_FINISHED);
});

test("the agent 'everything' sends every event type", () => {
  const types = new Set<string>(eventsOf('everything').map(({ type }) => type));
  expect(Object.values(EventType).filter((type) => !types.has(type))).toEqual([]);
});

test('the interrupt agent is resumed by an answer', async () => {
  const { agent } = await runWith('interrupt');
  const [open] = agent.pendingInterrupts;
  expect(open?.reason).toBe('tool_approval');
  const resume = [{ interruptId: open?.id ?? '', status: 'resolved' as const, payload: { approved: true } }];
  await agent.runAgent({ runId: 'run-2', resume });
  expect(agent.pendingInterrupts).toEqual([]);
  expect(agent.messages.at(-1)?.content).toContain('gone');
});

test.each([
  ['broken-crlf', /JSON/],
  ['broken-error-then-more', /already errored/],
  ['http-500', /HTTP 500/],
])('%s makes the stock client stop', async (name, message) => {
  await expect(runWith(name)).rejects.toThrow(message);
});

test('protobuf and server-sent events carry the same events', async () => {
  const proto = new HttpAgent({
    url: `${server.url}/agents/everything?pace=0`,
    threadId: 't',
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, accept: 'application/vnd.ag-ui.event+proto' } }),
  });
  const [binary, text] = [await runWith('everything', proto), await runWith('everything')];
  expect(binary.agent.messages).toEqual(text.agent.messages);
  expect(binary.agent.state).toEqual(text.agent.state);
  expect(binary.seen.map(({ type }) => type)).toEqual(text.seen.map(({ type }) => type));
});
