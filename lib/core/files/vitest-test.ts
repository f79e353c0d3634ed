// A Vitest test that replays the recorded streams through the stock client: each run must finish with the messages
// and state of its events. It can send the same inputs to an agent instead, whose runs must finish. A test of a
// finding is in rule-test.ts.

import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { harmlessLine } from '@/lib/core/agui/harmless';
import { asCode, canHaveBody, isHeaderValue } from '@/lib/core/files/as-code';
import { type BodyPart, bodiesOf } from '@/lib/core/files/bodies';
import { factsOf } from '@/lib/core/files/format-facts';
import { eventsOf } from '@/lib/core/files/log-source';
import { ruleTest } from '@/lib/core/files/rule-test';
import type { Format } from '@/lib/core/files/types';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { RunStatus } from '@/lib/core/model/types';
import type { ChunkRecord } from '@/lib/messages/records';

const HEAD = `import { type AgentSubscriber, HttpAgent, type RunAgentInput } from '@ag-ui/client';
import { expect, test } from 'vitest';

interface RecordedStream {
  name: string;
  input: Partial<RunAgentInput>;
  status: number;
  headers: Record<string, string>;
  /** Reads of the page: text, or bytes in base64. */
  reads: (string | { base64: string })[];
  /** True if the connection broke after the last read. */
  isCut?: true;
  /** Expected outcome of the last RUN_FINISHED. */
  outcome: string;
  /** Expected messages; without an ID where the client generates it. */
  messages: object[];
  state: unknown;
}

`;

const TAIL = `
/** URL of an agent to test instead of the recorded responses. The recorded inputs are sent to it. */
const url = process.env['AGENT_URL'];
/** Add headers that the agent requires, such as authorization. */
const headers: Record<string, string> = {};
const send = fetch;

/** Timeout. The client needs minutes for a message of 100,000 deltas. */
const TIMEOUT_MS = 600_000;

function responseOf({ reads, isCut, status, headers }: RecordedStream): Response {
  const left = reads.map((read) =>
    typeof read === 'string'
      ? new TextEncoder().encode(read)
      : Uint8Array.from(atob(read.base64), (unit) => unit.charCodeAt(0)),
  );
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const read = left.shift();
      if (read !== undefined) controller.enqueue(read);
      // The client leaves a promise rejected for other names of errors, which fails the tests beside this one.
      else if (isCut) controller.error(new DOMException('The connection broke.', 'AbortError'));
      else controller.close();
    },
  });
  return new Response(body, { status, headers });
}

for (const run of recorded) {
  test(run.name, async () => {
    const { threadId, runId, messages: initialMessages, state: initialState } = run.input;
    const agent = new HttpAgent({
      url: url ?? 'http://localhost/agent',
      headers,
      threadId,
      initialMessages,
      initialState,
      fetch: async (to, init) => {
        if (url === undefined) return responseOf(run);
        // Without a recorded request, the input of the client is sent.
        return send(to, run.input.messages ? { ...init, body: JSON.stringify(run.input) } : init);
      },
    });
    let ended = 'cut off: no RUN_FINISHED';
    const subscriber: AgentSubscriber = {
      onRunFinishedEvent({ outcome }) {
        ended = outcome;
      },
      onRunErrorEvent({ event }) {
        ended = \`RUN_ERROR: \${event.message}\`;
      },
    };
    await agent.runAgent({ runId }, subscriber);
    expect(ended, 'how the run ended').toBe(run.outcome);
    // Another response has other texts.
    if (url !== undefined) return;
    const messages = run.messages.map((message) => ({ id: expect.any(String), ...message }));
    expect(agent.messages).toEqual(messages);
    expect(agent.state).toEqual(run.state);
  }, TIMEOUT_MS);
}
`;

/** Good outcomes besides success, with the client's names. */
const OUTCOMES: Readonly<Partial<Record<RunStatus, string>>> = {
  interrupted: 'interrupt',
  cancelled: 'cancelled',
};

/** True if the part of the body that the page received can be served to the stock client. */
function isReplayable({ status = 200, ...stream }: Stream): boolean {
  const { transport, framing, events, close, isUnjudged, incompleteFrom } = stream;
  const isBody = transport !== 'event-source' && transport !== 'web-socket' && canHaveBody(status);
  if (!isBody || close === undefined || incompleteFrom !== undefined || isUnjudged === true) return false;
  // An error response has no events.
  return events > 0 ? framing === 'sse' || framing === 'proto' : status >= 400;
}

/** Streams that another one continued; the run ends there. The stock client does not reconnect. */
function continuedIn(log: Log): ReadonlySet<number> {
  const { runs } = createHistory(modelFold, log).head();
  return new Set([...runs].flatMap(({ streams }) => streams.slice(0, -1).map(({ index }) => index)));
}

function logOf(stream: Stream, chunks: readonly ChunkRecord[]): Log {
  const { transport, url, method, status, headers, requestBody } = stream;
  const log = createLog({ dialect: () => stream.dialect });
  const open = {
    kind: 'open',
    t: 0,
    stream: 1,
    transport,
    url,
    method,
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { headers }),
    ...(requestBody !== undefined && { requestBody }),
  } as const;
  const body = chunks.map((chunk) => ({ ...chunk, stream: 1 }));
  const how = stream.close?.how ?? 'complete';
  const close = { kind: 'close', t: body.at(-1)?.t ?? 0, stream: 1, how } as const;
  log.append({ doc: stream.doc, frameId: stream.frameId, records: [open, ...body, close] });
  log.finish();
  return log;
}

/** Removes texts from a set that occur anywhere in a value, as a value or a key. */
function strike(texts: Set<Json | undefined>, value: Json): void {
  if (typeof value === 'string') texts.delete(value);
  else if (isJsonArray(value)) for (const item of value) strike(texts, item);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      texts.delete(key);
      strike(texts, member);
    }
  }
}

/** Messages without the ids that clients create. */
function withoutMadeIds(messages: readonly JsonObject[], sent: Iterable<Json>): Json[] {
  const made = new Set(messages.map(({ id }) => id));
  for (const value of sent) {
    if (made.size === 0) break;
    strike(made, value);
  }
  return messages.map((message) => {
    const { id, ...rest } = message;
    return made.has(id) ? rest : message;
  });
}

function* sentIn(log: Log, messages: Json): Iterable<Json> {
  yield messages;
  yield* eventsOf(log);
}

function readOf({ text, b64 = '' }: ChunkRecord): Json {
  return text ?? { base64: b64 };
}

function recordedOf(stream: Stream, parts: readonly BodyPart[]): JsonObject {
  const chunks = parts.filter((part) => part.kind === 'chunk');
  const log = logOf(stream, chunks);
  const model = createHistory(modelFold, log).head();
  const thread = model.threads.at(Math.max(0, model.current));
  const run = model.runs.at(0);
  const { input = {}, status = 200, headers = {}, framing, close } = stream;
  const threadId = run?.threadId ?? '';
  const { messages = [] } = input;
  const type = headers['content-type'] ?? '';
  const fallback = framing === 'proto' ? PROTO_TYPE : 'text/event-stream';
  return {
    // Printed by the test runner.
    name: harmlessLine(`run ${run?.runId ?? ''} of thread ${threadId}, stream ${stream.index}`),
    input: { ...input, threadId, ...(run !== undefined && { runId: run.runId }) },
    status,
    headers: { 'content-type': type !== '' && isHeaderValue(type) ? type : fallback },
    reads: chunks.map(readOf),
    // A cut after the end of the run has no effect.
    ...(close?.how !== 'complete' && model.runs.at(-1)?.endSeq === undefined && { isCut: true }),
    // Also for a run that did not finish: the test fails until it does.
    outcome: OUTCOMES[model.runs.at(-1)?.status ?? 'success'] ?? 'success',
    messages: withoutMadeIds(
      [...(thread?.messages ?? [])].map(({ message }) => asJson(message)),
      sentIn(log, messages),
    ),
    // A snapshot may set the state to null.
    state: thread?.state === undefined ? {} : thread.state,
  };
}

function* fileOf(recorded: readonly JsonObject[], comment: string): Iterable<string> {
  yield `${comment}${HEAD}const recorded: readonly RecordedStream[] = [\n`;
  for (const each of recorded) yield `  ${asCode(each).replaceAll('\n', '\n  ')},\n`;
  yield `];\n${TAIL}`;
}

export const vitestTest: Format = {
  ...factsOf('vitest-test'),
  write(source) {
    if (source.finding !== undefined) return ruleTest(source, source.finding);
    const { log, batches } = source;
    const whole = log();
    const asked = whole.streams.filter(({ events, input }) => events > 0 || input !== undefined);
    const continued = continuedIn(whole);
    const streams = asked.filter((stream) => isReplayable(stream) && !continued.has(stream.index));
    if (streams.length === 0) {
      return {
        refused:
          'No stream of this session can be replayed: the client reads responses of server-sent events or protobuf that were recorded to their end.',
      };
    }
    const bodies = bodiesOf(whole, batches());
    const left = asked.length - streams.length;
    const comment = [
      '// Replays the responses that AG-UI Lens recorded through the stock client. To test an agent instead, set AGENT_URL.\n',
      ...(left === 0
        ? []
        : [
            `// Not replayed: ${left} stream${left === 1 ? '' : 's'} that the client cannot read, or that another stream continued.\n`,
          ]),
    ].join('');
    return fileOf(
      streams.map((stream) => recordedOf(stream, bodies[stream.index] ?? [])),
      comment,
    );
  },
};
