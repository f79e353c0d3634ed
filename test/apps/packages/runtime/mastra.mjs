// A Mastra agent behind Mastra's own adapter for AG-UI. Its model is a fake that repeats the question. Unless it is told
// to remember, the conversation is that of the request.
import { EventEncoder } from '@ag-ui/encoder';
import { MastraAgent } from '@ag-ui/mastra';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

// Read whenever something is to be sent.
process.env['MASTRA_TELEMETRY_DISABLED'] = 'true';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** @param {string[]} deltas */
const textChunks = (...deltas) => [
  { type: 'text-start', id: 'text' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: 'text', delta })),
  { type: 'text-end', id: 'text' },
  { type: 'finish', finishReason: 'stop', usage },
];

const calls = (toolName, args) => [
  { type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(args) },
  { type: 'finish', finishReason: 'tool-calls', usage },
];

const textOf = ({ content }) => content.map(({ text = '' }) => text).join('');

/** What the model makes of a prompt in the shape of the AI SDK. */
function think(prompt) {
  const last = prompt.at(-1);
  if (last.role === 'tool') return textChunks('The tool: ', `${last.content[0].output.value}.`);
  const texts = prompt.filter(({ role }) => role === 'user').map(textOf);
  if (texts.at(-1) === 'Blue, please') return calls('color', { color: 'blue' });
  if (texts.at(-1) === 'Mail') return calls('mail', { to: 'Ada' });
  if (texts.at(-1) === 'Ask') return calls('ask', { question: 'Which colour?' });
  return textChunks('You said: ', `${texts.join(', ')}.`);
}

const model = {
  specificationVersion: 'v2',
  provider: 'fake',
  modelId: 'fake',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('The fake model only streams.')),
  doStream: async ({ prompt }) => ({
    stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...think(prompt)]),
  }),
};

/** Waits until a person has agreed. */
const mail = createTool({
  id: 'mail',
  description: 'Sends a mail',
  inputSchema: z.object({ to: z.string() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.object({ approved: z.boolean(), note: z.string() }),
  async execute({ to }, { agent }) {
    if (!agent.resumeData) return agent.suspend({ question: `Send it to ${to}?` });
    const { approved, note } = agent.resumeData;
    return approved ? `sent with ${note}` : 'not sent';
  },
});

/** Waits for the words of a person. */
const ask = createTool({
  id: 'ask',
  description: 'Asks a person',
  inputSchema: z.object({ question: z.string() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.string(),
  async execute({ question }, { agent }) {
    return agent.resumeData ? `answered with ${agent.resumeData}` : agent.suspend({ question });
  },
});

/** Server-sent events of what a run emits. */
function streamOf(events, encoder) {
  const utf8 = new TextEncoder();
  let subscription;
  return new ReadableStream({
    start(controller) {
      subscription = events.subscribe({
        next: (event) => controller.enqueue(utf8.encode(encoder.encodeSSE(event))),
        error: (error) => controller.error(error),
        complete: () => controller.close(),
      });
    },
    cancel: () => subscription.unsubscribe(),
  });
}

/**
 * What answers the requests of a page.
 * @param {{ remembers?: boolean, emitInterruptOutcome?: boolean }} [options] Whether the agent has a memory, and whether an
 * interrupt is more than a CUSTOM event.
 * @returns {(request: Request) => Promise<Response>}
 */
export function mastraHandler({ remembers = false, emitInterruptOutcome = true } = {}) {
  const assistant = new Agent({
    id: 'assistant',
    name: 'assistant',
    instructions: 'Be brief.',
    model,
    tools: { mail, ask },
    ...(remembers && { memory: new MockMemory() }),
  });
  // A suspended tool is kept in the storage until it is resumed.
  const mastra = new Mastra({ agents: { assistant }, storage: new InMemoryStore(), logger: false });
  return async (request) => {
    const agent = new MastraAgent({ agent: mastra.getAgent('assistant'), emitInterruptOutcome });
    const encoder = new EventEncoder();
    return new Response(streamOf(agent.run(await request.json()), encoder), {
      headers: { 'content-type': encoder.getContentType() },
    });
  };
}
