// CopilotKit's client against what its runtime sends (PROTOCOL-shaped answers of a recorded runtime 1.74).
import { calls, type Event, failing, hello, run, textMessage, weather } from '../events';
import { type Exchange, type Scenario, say } from '../scenario';

const INFO = {
  version: '1.74.0',
  agents: { default: { name: 'default', description: '', className: 'BuiltInAgent' } },
  audioFileTranscriptionEnabled: false,
  mode: 'sse',
};

/** Adds the runtime's fields: an input without known messages, and a finish reason. */
function asRuntime(x: Exchange, events: readonly Event[]): readonly Event[] {
  const { threadId, runId } = x;
  return events.map((event): Event => {
    if (event.type === 'RUN_STARTED')
      return { ...event, input: { threadId, runId, state: {}, messages: [], tools: [], context: [] } };
    return event.type === 'RUN_FINISHED' ? { ...event, finishReason: 'stop' } : event;
  });
}

export const runtime =
  (make: (x: Exchange) => readonly Event[]) =>
  async (x: Exchange): Promise<void> => {
    if (x.path.endsWith('/info') || x.body['method'] === 'info') {
      x.open('application/json');
      return x.write(JSON.stringify(INFO));
    }
    await x.send(...asRuntime(x, make(x)));
  };

let stopped: (() => void) | undefined;

type Case = Omit<Scenario, 'page' | 'consumer'>;

const cases: readonly Case[] = [
  { name: 'hello', steps: [say('Hello'), say('And again')], answer: runtime(hello) },
  { name: 'hello at a single endpoint', mode: 'single', steps: [say('Hello')], answer: runtime(hello) },
  {
    name: 'tool of the server',
    steps: [say('Weather?')],
    answer: runtime(weather),
  },
  {
    name: 'tool of the page',
    steps: [say('Blue, please')],
    answer: runtime((x) => (x.turn === 1 ? run(x, ...calls('c1', 'color', { color: 'blue' })) : hello(x))),
  },
  {
    name: 'stopped',
    steps: [{ begin: 'say', words: ['Long'] }, { until: 'Hello' }, { act: 'stop' }, { until: 'Hello' }],
    async answer(x) {
      if (x.path.includes('/stop')) {
        x.open('application/json');
        await x.write(
          JSON.stringify({
            stopped: true,
            interrupt: { type: 'RUN_ERROR', message: 'stopped', code: 'STOPPED' },
          }),
        );
        stopped?.();
        return;
      }
      if (x.path.endsWith('/info')) return runtime(hello)(x);
      const events = asRuntime(x, hello(x));
      await x.send(...events.slice(0, 3));
      await Promise.race([new Promise<void>((resolve) => void (stopped = resolve)), x.gone]);
      await x.send(...events.slice(4));
    },
  },
  {
    name: 'connected after a reload',
    steps: [say('Hello'), { reload: true }, { act: 'connect' }, say('And again')],
    answer(x) {
      if (!x.path.endsWith('/connect')) return runtime(hello)(x);
      const first = { ...x, runId: 'run-1' };
      const messages = [{ id: 'u1', role: 'user', content: 'Hello' }];
      const [started, ...rest] = run(first, ...textMessage('m1', 'Hello number 1.'));
      return x.send(
        {
          ...started,
          input: { threadId: 'thread', runId: 'run-1', state: {}, messages, tools: [], context: [] },
        },
        ...rest,
      );
    },
  },
  {
    name: 'RUN_ERROR',
    steps: [say('Fail'), say('Again')],
    answer: runtime(failing),
  },
];

export const copilotkitScenarios: readonly Scenario[] = cases.map((each) => ({
  ...each,
  page: 'copilotkit',
  consumer: 'CopilotKit',
}));
