// TanStack AI's own `chat` with a model that calls one tool and then answers with one sentence.
import { type AnyTextAdapter, chat, chatParamsFromRequest, type StreamChunk } from '@tanstack/ai';
import { calls, type Event, run, textMessage } from './events';
import { color, mail } from './tanstack-tools';

interface Asked {
  readonly messages: readonly { readonly role: string }[];
}

function* think(tool: string, answer: string, { messages }: Asked): Generator<Event> {
  const isDone = messages.some(({ role }) => role === 'tool');
  const inner = isDone ? textMessage('m-answer', answer) : calls('c1', tool, { color: 'blue' });
  const metadata = { tanstack: { finishReason: isDone ? 'stop' : 'tool_calls' } };
  for (const event of run({ threadId: 'thread', runId: 'model' }, ...inner))
    yield event.type === 'RUN_FINISHED' ? { ...event, metadata } : event;
}

function modelOf(tool: string, answer: string): AnyTextAdapter {
  const model = {
    kind: 'text',
    name: 'fake',
    model: 'fake',
    async *chatStream(asked: Asked) {
      yield* think(tool, answer, asked);
    },
    structuredOutput: () => Promise.reject(new Error('The fake model has no structured output.')),
  };
  // A fake has no types of a provider.
  return model as unknown as AnyTextAdapter;
}

/** The package's chunks for a request: the model calls a tool and answers after its result. */
export async function* fakeChat(request: Request, tool: string, answer: string): AsyncGenerator<StreamChunk> {
  const { messages, threadId, runId, parentRunId, resume } = await chatParamsFromRequest(request);
  yield* chat({
    adapter: modelOf(tool, answer),
    messages,
    threadId,
    runId,
    ...(parentRunId !== undefined && { parentRunId }),
    ...(resume !== undefined && { resume }),
    tools: [mail.server(() => Promise.resolve('sent')), color.client()],
    // The options' type follows from a provider's.
  } as unknown as Parameters<typeof chat>[0]) as AsyncIterable<StreamChunk>;
}
