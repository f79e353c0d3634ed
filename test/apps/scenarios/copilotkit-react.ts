// CopilotKit as it is used: its React chat in the page, its runtime as the server, an agent behind that.
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { calls, type Event, hello, run, textMessage, weather } from '../events';
import { type Scenario, say } from '../scenario';

/** A run as passed to an agent. */
interface Run {
  readonly turn: number;
  readonly threadId: string;
  readonly runId: string;
  readonly input: JsonObject;
}

type Handler = (request: Request) => Promise<Response>;
type Answer = (run: Run) => Iterable<Event> | AsyncIterable<Event>;

/** Number of messages from the user and from tools. */
function turnOf({ messages }: JsonObject): number {
  const isAsking = (message: unknown): boolean =>
    isJsonObject(message) && (message['role'] === 'user' || message['role'] === 'tool');
  return isJsonArray(messages) ? messages.filter(isAsking).length : 0;
}

/** A scenario whose server is the runtime; it is installed only where these scenarios are played. */
export function served(
  name: string,
  steps: Scenario['steps'],
  answer: Answer,
  more: Partial<Scenario> = {},
): Scenario {
  let handler: Promise<Handler> | undefined;
  const agent = async function* (input: JsonObject): AsyncIterable<Event> {
    const { threadId, runId } = input;
    yield* answer({ turn: turnOf(input), threadId: String(threadId), runId: String(runId), input });
  };
  const start = async (): Promise<Handler> => {
    const path: string = '../packages/runtime/copilot.mjs';
    const { runtimeOf } = await import(path);
    return runtimeOf(agent, more.mode === 'single');
  };
  return {
    page: 'copilotkit-react',
    consumer: 'CopilotKit',
    name,
    steps,
    ...more,
    async answer(x) {
      handler ??= start();
      await x.answer(await handler);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function* slow(given: Run): AsyncIterable<Event> {
  const [started, start, ...words] = hello(given);
  for (const event of [started, start, words[0]]) if (event) yield event;
  // Until stopped.
  for (let i = 0; i < 200; i++) {
    await pause(50);
    yield { type: 'CUSTOM', name: 'beat', value: i };
  }
}

export const copilotkitReactScenarios: readonly Scenario[] = [
  served('hello', [say('Hello'), say('And again')], hello),
  served('hello at a single endpoint', [say('Hello')], hello, { mode: 'single' }),
  served('tool of the server', [say('Weather?')], weather),
  served('tool of the page', [say('Blue, please')], (x) =>
    x.turn === 1
      ? run(x, ...calls('c1', 'color', { color: 'blue' }))
      : run(x, ...textMessage('m2', 'It is blue.')),
  ),
  served('state', [say('Count'), say('Again')], (x) =>
    run(x, { type: 'STATE_SNAPSHOT', snapshot: { turn: x.turn } }, ...textMessage(`m${x.turn}`, 'Counted.')),
  ),
  served('stopped', [{ begin: 'say', words: ['Long'] }, { until: 'Hello' }, { act: 'stop' }], slow),
  served(
    'connected after a reload',
    [say('Hello'), { reload: true }, { act: 'connect' }, say('Again')],
    hello,
  ),
  served('RUN_ERROR', [say('Fail')], (x) => [
    ...run(x, ...textMessage('m1', 'Half')).slice(0, -1),
    { type: 'RUN_ERROR', message: 'No model.' },
  ]),
];
