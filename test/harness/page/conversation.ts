// The conversation of the demo page: runs, frontend tools, interrupts. Knows nothing of how it looks.
import type { AbstractAgent, Message, RunAgentInput } from '@ag-ui/client';
import { signal } from '@preact/signals';
import { tools } from './tools';

type RunParameters = NonNullable<Parameters<AbstractAgent['runAgent']>[0]>;

/** One conversation with one agent. */
export type Conversation = ReturnType<typeof createConversation>;

/** Starts a conversation with an agent; nothing is sent yet. */
export function createConversation(agent: AbstractAgent) {
  const messages = signal<readonly Message[]>([]);
  const state = signal<unknown>({});
  const error = signal<string | undefined>(undefined);
  const isRunning = signal(false);
  const interrupts = signal(agent.pendingInterrupts);
  const inputs: RunAgentInput[] = [];
  let runs = 0;
  let queue: Promise<void> = Promise.resolve();
  let pending: readonly string[] = [];

  agent.subscribe({
    onRunInitialized: ({ input }) => void inputs.push(structuredClone(input)),
    onMessagesChanged: showSoon,
    onStateChanged: showSoon,
    onRunErrorEvent: ({ event }) => void (error.value = event.message),
    onRunFinishedEvent(params) {
      pending = params.outcome === 'success' ? params.pendingToolCallIds : [];
    },
  });

  let isDue = false;
  // Once a frame is enough to look at, and copying on every event of a long run is not cheap.
  function showSoon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(show);
  }

  // The stock client changes its messages in place, so that the page must copy what it shows.
  function show() {
    isDue = false;
    messages.value = structuredClone(agent.messages);
    state.value = structuredClone(agent.state);
  }

  async function once(parameters: RunParameters): Promise<void> {
    runs += 1;
    pending = [];
    error.value = undefined;
    isRunning.value = true;
    try {
      await agent.runAgent({
        ...parameters,
        runId: `${agent.threadId}-run-${runs}`,
        tools: tools.map(({ tool }) => tool),
      });
    } catch (reason) {
      error.value = reason instanceof Error ? reason.message : String(reason);
    }
    isRunning.value = false;
    interrupts.value = [...agent.pendingInterrupts];
    show();
  }

  /** Runs, and runs again as long as the agent asks for tools of this page. */
  async function runAll(parameters: RunParameters): Promise<void> {
    await once(parameters);
    for (let answers = answersTo(pending, agent); answers.length > 0; answers = answersTo(pending, agent)) {
      agent.addMessages(answers);
      await once({});
    }
  }

  function enqueue(job: () => Promise<void>): Promise<void> {
    queue = queue.then(job);
    return queue;
  }

  return {
    messages,
    state,
    error,
    isRunning,
    interrupts,
    inputs,
    /** Sends a user message, or runs without one. Resolves when the agent is done. */
    run: (text?: string) =>
      enqueue(() => {
        if (text !== undefined) {
          agent.addMessage({ id: `${agent.threadId}-user-${runs + 1}`, role: 'user', content: text });
          show();
        }
        return runAll({});
      }),
    /** Answers every open interrupt with yes or no. */
    resume: (approved: boolean) =>
      enqueue(() => {
        const resume = agent.pendingInterrupts.map(({ id }) => ({
          interruptId: id,
          status: 'resolved' as const,
          payload: { approved },
        }));
        return runAll({ resume });
      }),
    /** Resolves when everything that was asked for so far has been answered. */
    idle: () => queue,
    abort: () => agent.abortRun(),
  };
}

function answersTo(pending: readonly string[], agent: AbstractAgent): Message[] {
  const calls = agent.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return calls.flatMap((call): Message[] => {
    const tool = tools.find(({ tool: { name } }) => name === call.function.name);
    if (!tool || !pending.includes(call.id)) return [];
    const content = tool.execute(call.function.arguments);
    return [{ id: `${call.id}-answer`, role: 'tool', toolCallId: call.id, content }];
  });
}
