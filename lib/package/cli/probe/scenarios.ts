// REGISTRY of the scenarios of `lens probe`.
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { causeOf } from '@/lib/package/cli/errors';
import { askTarget, type ProbeResponse, type ProbeTarget } from './probe-client';

export interface ScenarioOutcome {
  /** `skipped`: the agent did nothing that could be judged. */
  readonly verdict: 'passed' | 'failed' | 'skipped';
  /** One sentence. */
  readonly reason: string;
}

interface ProbeTalk {
  readonly target: ProbeTarget;
  /** Sends a question of a new run; `more` replaces fields of the request. */
  ask(question: string, more?: JsonObject, isAborted?: boolean): Promise<ProbeResponse>;
}

export interface Scenario {
  readonly id: string;
  readonly summary: string;
  run(talk: ProbeTalk): Promise<ScenarioOutcome>;
}

const passed = (reason: string): ScenarioOutcome => ({ verdict: 'passed', reason });
const failed = (reason: string): ScenarioOutcome => ({ verdict: 'failed', reason });
const skipped = (reason: string): ScenarioOutcome => ({ verdict: 'skipped', reason });

const user = (content: string, id = 'probe-1'): JsonObject => ({ id, role: 'user', content });

/** A failure if a response has problems or its run has not ended well; else undefined. */
function failureOf({ problems, types, view, warnings }: ProbeResponse): ScenarioOutcome | undefined {
  // A warning has the reason for a response without an event.
  const reasons = types.length === 0 ? [...problems, ...warnings] : problems;
  const [first] = reasons;
  if (first !== undefined)
    return failed(reasons.length === 1 ? first : `${first} And ${reasons.length - 1} more.`);
  const status = view.runs.at(-1)?.status;
  if (status === 'success' || status === 'interrupted') return undefined;
  return failed(`The run ended as ${status ?? 'no run'}.`);
}

const TOOL: JsonObject = {
  name: 'lens_probe_weather',
  description: 'Returns the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** The smallest value that fits a JSON schema of an interrupt. */
function exampleOf(schema: Json | undefined): Json {
  if (!isJsonObject(schema)) return { approved: true };
  const { type, enum: values, properties } = schema;
  if (Array.isArray(values)) return values[0] ?? null;
  if (type === 'boolean') return true;
  if (type === 'string') return 'yes';
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'array') return [];
  if (!isJsonObject(properties)) return { approved: true };
  return Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, exampleOf(inner)]));
}

const hello: Scenario = {
  id: 'hello',
  summary: 'A question is answered with a valid run that ends.',
  async run({ ask }) {
    const response = await ask('Hello');
    const failure = failureOf(response);
    if (failure !== undefined) return failure;
    const hasAnswer = response.types.some((type) => /^(TEXT_MESSAGE|TOOL_CALL|MESSAGES_SNAPSHOT)/.test(type));
    return hasAnswer
      ? passed(`${response.types.length} events.`)
      : failed('The run has no text and no tool call.');
  },
};

const tools: Scenario = {
  id: 'tools',
  summary: 'A tool of the client is called, and its result is accepted.',
  async run({ ask }) {
    const question = `What is the weather in London? Use the tool ${TOOL['name']}.`;
    const more = { tools: [TOOL] };
    const response = await ask(question, more);
    const failure = failureOf(response);
    if (failure !== undefined) return failure;
    const call = response.view.toolCalls.find(({ status }) => status === 'called');
    if (call === undefined) return skipped('The agent called no tool of the client.');
    const result: JsonObject = {
      id: 'probe-result',
      role: 'tool',
      toolCallId: call.id,
      content: 'Sunny, 20 °C',
    };
    // The messages of the response are plain JSON.
    const before = response.view.messages as readonly JsonObject[];
    const next = await ask(question, { ...more, messages: [...before, result] });
    return failureOf(next) ?? passed(`${call.name} was called, and the run went on with its result.`);
  },
};

const state: Scenario = {
  id: 'state',
  summary: 'State that the client sends is taken; patches of it apply.',
  async run({ ask }) {
    const response = await ask('Hello', { state: { lensProbe: { count: 1 } } });
    const failure = failureOf(response);
    if (failure !== undefined) return failure;
    const broken = response.warnings.find((warning) => warning.startsWith('patch-'));
    if (broken !== undefined) return failed(broken);
    const count = response.types.filter((type) => type.startsWith('STATE_')).length;
    return count === 0 ? skipped('The agent sends no state.') : passed(`${count} state events apply.`);
  },
};

const reasoning: Scenario = {
  id: 'reasoning',
  summary: 'Reasoning is sent as such.',
  async run({ ask }) {
    const response = await ask('Think step by step: what is 17 times 23?');
    const failure = failureOf(response);
    if (failure !== undefined) return failure;
    const has = response.types.some((type) => /^(REASONING|THINKING)_/.test(type));
    return has ? passed('The run has reasoning.') : skipped('The agent sends no reasoning.');
  },
};

const interrupt: Scenario = {
  id: 'interrupt',
  summary: 'An interrupt can be resumed.',
  async run({ ask }) {
    const question = 'Ask for my approval before you go on.';
    const response = await ask(question);
    const failure = failureOf(response);
    if (failure !== undefined) return failure;
    // Interrupts of the model are plain JSON.
    const waiting = response.view.interrupts as readonly JsonObject[];
    if (waiting.length === 0) return skipped('The agent raised no interrupt.');
    const resume = waiting.map(({ id, responseSchema }) => ({
      interruptId: id ?? '',
      status: 'resolved',
      payload: exampleOf(responseSchema),
    }));
    // The messages of the response are plain JSON.
    const before = response.view.messages as readonly JsonObject[];
    // Some servers find the interrupted run by it.
    const parentRunId = response.view.runs.findLast(({ status }) => status === 'interrupted')?.runId;
    const more = { messages: before, resume, ...(parentRunId !== undefined && { parentRunId }) };
    const next = await ask(question, more);
    return failureOf(next) ?? passed('The run was resumed.');
  },
};

const abort: Scenario = {
  id: 'abort',
  summary: 'The thread continues after a client has disconnected in mid-stream.',
  async run({ ask }) {
    await ask('Hello', {}, true);
    const next = await ask('Hello again');
    return failureOf(next) ?? passed('The next run of the thread is whole.');
  },
};

const BAD_BODIES = [
  ['a body that is not JSON', 'This is not JSON.'],
  ['a request without messages', '{"threadId":7}'],
] as const;

const badInput: Scenario = {
  id: 'bad-input',
  summary: 'A request that is not a RunAgentInput is refused, with 4xx or RUN_ERROR.',
  async run({ target: { url, headers, timeoutMs } }) {
    for (const [what, body] of BAD_BODIES) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        });
        const { status } = response;
        const isReported = (await response.text()).includes('"RUN_ERROR"') && status === 200;
        if (!isReported && (status < 400 || status > 499))
          return failed(`The server answered ${status} to ${what}.`);
      } catch (error) {
        return failed(`The server did not respond to ${what}: ${reasonOf(causeOf(error))}.`);
      }
    }
    return passed('Refused.');
  },
};

const reconnect: Scenario = {
  id: 'reconnect',
  summary: 'The same run can be requested again, as a client does after a broken connection.',
  async run({ ask }) {
    const runId = crypto.randomUUID();
    await ask('Hello', { runId }, true);
    return failureOf(await ask('Hello', { runId })) ?? passed('The repeated request got a whole run.');
  },
};

const capabilities: Scenario = {
  id: 'capabilities',
  summary: 'Declared capabilities are JSON.',
  async run({ target: { url, headers, timeoutMs } }) {
    const at = `${url.replace(/\/$/, '')}/capabilities`;
    try {
      const response = await fetch(at, { headers, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      if (!response.ok) return skipped(`None are declared: GET ${at} answered ${response.status}.`);
      const type = response.headers.get('content-type') ?? 'no content type';
      if (!type.includes('json')) return skipped(`None are declared: GET ${at} answered with ${type}.`);
      const declared: unknown = JSON.parse(text);
      return typeof declared === 'object' && declared !== null && !Array.isArray(declared)
        ? passed(`Declared: ${Object.keys(declared).join(', ') || 'nothing'}.`)
        : failed('The response is not a JSON object.');
    } catch (error) {
      return failed(`GET ${at} failed: ${reasonOf(causeOf(error))}.`);
    }
  },
};

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  hello,
  tools,
  state,
  reasoning,
  interrupt,
  abort,
  badInput,
  reconnect,
  capabilities,
];

/** A conversation on a thread of its own. */
export function createTalk(target: ProbeTarget): ProbeTalk {
  const threadId = crypto.randomUUID();
  return {
    target,
    ask(question, more = {}, isAborted = false) {
      const runId = crypto.randomUUID();
      const empty = { state: {}, tools: [], context: [], forwardedProps: {} };
      const input = { threadId, runId, messages: [user(question)], ...empty, ...more };
      return askTarget(target, input, isAborted);
    },
  };
}
