// Agents that do what real servers do wrong.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, call, type DemoEvent, finished, say, started } from './agent';

function* hello(input: RunAgentInput): Generator<DemoEvent> {
  yield started(input);
  yield* say(`${input.runId}-text`, 'Everything looks fine so far.');
}

function* truncated(input: RunAgentInput): Generator<DemoEvent> {
  yield* hello(input);
  yield { type: 'STATE_SNAPSHOT', snapshot: { progress: 0.5 } };
  // Ends inside the arguments of a call.
  for (const event of call({ toolCallId: `${input.runId}-call`, toolCallName: 'save' }, { path: '/tmp/a' })) {
    if (event.type !== 'TOOL_CALL_END') yield event;
  }
}

function* errorThenMore(input: RunAgentInput): Generator<DemoEvent> {
  yield* hello(input);
  yield { type: 'RUN_ERROR', message: 'The model is overloaded.', code: 'overloaded' };
  yield finished(input);
}

function* badPatch(input: RunAgentInput): Generator<DemoEvent> {
  yield* hello(input);
  yield { type: 'STATE_SNAPSHOT', snapshot: { list: ['a'] } };
  yield {
    type: 'STATE_DELTA',
    delta: [
      { op: 'add', path: '/list/-', value: 'b' },
      { op: 'replace', path: '/missing/deep', value: 1 },
    ],
  };
  yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/after', value: true }] };
  yield finished(input);
}

function* good(input: RunAgentInput): Generator<DemoEvent> {
  yield* hello(input);
  yield finished(input);
}

const paceMs = 20;
const HTML = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';

export const broken: readonly Agent[] = [
  { name: 'broken-truncated', about: 'the stream ends without RUN_FINISHED', paceMs, run: truncated },
  {
    name: 'broken-cut',
    about: 'the connection breaks inside a frame',
    paceMs,
    fault: { cut: true },
    run: truncated,
  },
  { name: 'broken-error-then-more', about: 'RUN_ERROR, and then RUN_FINISHED', paceMs, run: errorThenMore },
  { name: 'broken-crlf', about: 'server-sent events with CR LF', paceMs, fault: { crlf: true }, run: good },
  { name: 'broken-bad-patch', about: 'a delta that cannot be applied', paceMs, run: badPatch },
  {
    name: 'broken-html-200',
    about: 'a sign-in page instead of a stream',
    paceMs,
    fault: { answer: { status: 200, contentType: 'text/html; charset=utf-8', body: HTML } },
    run: good,
  },
  {
    name: 'http-500',
    about: 'HTTP 500 with a JSON body',
    paceMs,
    fault: {
      answer: { status: 500, contentType: 'application/json', body: '{"detail":"the model is down"}' },
    },
    run: good,
  },
];
