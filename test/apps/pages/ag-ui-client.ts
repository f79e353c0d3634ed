// The stock client as an app uses it: HttpAgent, 1.0 or, with `mode=0.0`, 0.0.59.
import { HttpAgent } from '@ag-ui/client';
import type { Message } from '@ag-ui/core';
import * as old from 'ag-ui-client-0.0';
import { API, MODE, show, textOf } from './app';

// Both have the same interface as far as this page uses it.
const Agent = MODE === '0.0' ? (old.HttpAgent as unknown as typeof HttpAgent) : HttpAgent;
const agent = new Agent({ url: API, threadId: 'thread' });
const tools = [
  {
    name: 'color',
    description: 'Colours the page',
    parameters: { type: 'object', properties: { color: { type: 'string' } } },
  },
];
let turn = 0;
let error = '';
let asked: unknown;

agent.subscribe({
  onCustomEvent: ({ event: { value } }) => void (asked = value),
});

async function run(parameters: object = {}): Promise<void> {
  turn++;
  try {
    await agent.runAgent({ runId: `run-${turn}`, tools, ...parameters });
  } catch (reason) {
    error = textOf(reason);
  }
  await answerTools();
}

/** A tool of the page's own is answered, and the agent goes on. */
async function answerTools(): Promise<void> {
  const answered = new Set(agent.messages.flatMap((each) => (each.role === 'tool' ? [each.toolCallId] : [])));
  const open = agent.messages
    .flatMap((each) => (each.role === 'assistant' ? (each.toolCalls ?? []) : []))
    .filter((call) => call.function.name === 'color' && !answered.has(call.id));
  if (open.length === 0) return;
  for (const { id } of open)
    agent.addMessage({ id: `done-${id}`, role: 'tool', toolCallId: id, content: 'done' });
  await run();
}

const change = (make: (messages: Message[]) => Message[]) =>
  agent.setMessages(make(structuredClone(agent.messages)));

show({
  act: {
    say(text = '') {
      agent.addMessage({ id: `u${turn + 1}`, role: 'user', content: text });
      return run();
    },
    /** Gives each interrupt the same answer, in JSON. */
    resume: (answer = '"yes"') =>
      run({
        resume: agent.pendingInterrupts.map(({ id }) => ({
          interruptId: id,
          status: 'resolved',
          payload: JSON.parse(answer),
        })),
      }),
    /** Answers what a CUSTOM event asked. */
    command: (resume = 'yes') => run({ forwardedProps: { command: { resume, interruptEvent: asked } } }),
    stop: () => agent.abortRun(),
    edit: (text = '') =>
      change((messages) =>
        messages.map((each) => (each.role === 'user' ? { ...each, content: text } : each)),
      ),
    clear: () => change(() => []),
    replace: (text = '') => change(() => [{ id: 'other', role: 'user', content: text }]),
    set: (text = '') => agent.setState({ set: text }),
    again: () => run(),
  },
  messages: () => agent.messages,
  state: () => agent.state,
  error: () => error,
});
