// The stock client, 1.0 and 0.0.59: what the same server makes of both.
import { setTimeout as wait } from 'node:timers/promises';
import { answers, calls, type Event, failing, hello, run, textMessage, weather } from '../events';
import { type Exchange, type Scenario, say } from '../scenario';

type Case = Omit<Scenario, 'page' | 'mode' | 'consumer'>;

const thinks: readonly Event[] = [
  { type: 'REASONING_START', messageId: 'think' },
  { type: 'REASONING_MESSAGE_START', messageId: 'think', role: 'reasoning' },
  { type: 'REASONING_MESSAGE_CONTENT', messageId: 'think', delta: 'Let me see.' },
  { type: 'REASONING_MESSAGE_END', messageId: 'think' },
  { type: 'REASONING_END', messageId: 'think' },
];

const oldThinking: readonly Event[] = [
  { type: 'THINKING_START', title: 'Thoughts' },
  { type: 'THINKING_TEXT_MESSAGE_START' },
  { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'Let me see.' },
  { type: 'THINKING_TEXT_MESSAGE_END' },
  { type: 'THINKING_END' },
];

/** A run that asks, and what it does once it was answered. */
function asks(exchange: Exchange): readonly object[] {
  if (exchange.turn > 1) return hello(exchange);
  const [first] = run(exchange);
  const interrupts = [{ id: 'i1', reason: 'approval', message: 'May I?' }];
  const { threadId, runId } = exchange;
  return [first ?? {}, { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'interrupt', interrupts } }];
}

const cases: readonly Case[] = [
  { name: 'hello', steps: [say('Hello'), say('And again')], answer: answers(hello) },
  {
    name: 'tools',
    steps: [say('Weather?')],
    answer: answers(weather),
  },
  {
    name: 'frontend tool',
    steps: [say('Blue, please')],
    answer: answers((x) => (x.turn === 1 ? run(x, ...calls('c1', 'color', { color: 'blue' })) : hello(x))),
  },
  {
    name: 'state',
    steps: [say('Count'), { act: 'set', words: ['by the app'] }, say('Again')],
    answer: answers((x) =>
      run(x, ...(x.turn === 1 ? [{ type: 'STATE_SNAPSHOT', snapshot: { n: 1, list: ['a'] } }] : []), {
        type: 'STATE_DELTA',
        delta: [{ op: 'add', path: '/turn', value: x.turn }],
      }),
    ),
  },
  {
    name: 'reasoning',
    steps: [say('Think')],
    answer: answers((x) => run(x, ...thinks, ...textMessage('m1', 'Done.'))),
  },
  {
    name: 'THINKING_*',
    steps: [say('Think')],
    answer: answers((x) => run(x, ...oldThinking, ...textMessage('m1', 'Done.'))),
  },
  { name: 'interrupt and resume', steps: [say('Ask'), { act: 'resume' }], answer: answers(asks) },
  {
    name: 'error',
    steps: [say('Fail'), say('Again')],
    answer: answers(failing),
  },
  {
    name: 'violation',
    steps: [say('Break'), say('Again')],
    async answer(x) {
      if (x.turn > 1) return x.send(...hello(x));
      const bad = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'none', delta: 'Lost.' };
      const [first = {}, ...rest] = run(x, ...textMessage('m1', 'Kept.'), ...textMessage('m2', 'Never.'));
      await x.send(first, ...rest.slice(0, 3));
      // The client drops events that share a read with a violation: the page gets the message before that.
      await wait(300);
      await x.write([bad, ...rest.slice(3)].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    },
  },
  {
    name: 'abort',
    steps: [{ begin: 'say', words: ['Long'] }, { until: 'piece' }, { act: 'stop' }, say('Again')],
    async answer(x) {
      if (x.turn > 1) return x.send(...hello(x));
      await x.send(...run(x, ...textMessage('m1', 'A piece')).slice(0, 3));
      await x.gone;
    },
  },
  {
    name: 'truncated',
    steps: [say('Hello'), say('Again')],
    answer: answers((x) => (x.turn > 1 ? hello(x) : run(x, ...textMessage('m1', 'Half', ' of')).slice(0, 4))),
  },
  {
    name: 'connection cut',
    steps: [say('Hello'), say('Again')],
    async answer(x) {
      if (x.turn > 1) return x.send(...hello(x));
      await x.send(...run(x, ...textMessage('m1', 'Half', ' of')).slice(0, 4));
      await x.cut();
    },
  },
  {
    name: 'history edited',
    steps: [say('Hello'), { act: 'edit', words: ['Edited'] }, say('Again')],
    answer: answers(hello),
  },
  {
    name: 'history cleared',
    steps: [say('Hello'), { act: 'clear' }, { act: 'again' }],
    answer: answers(hello),
  },
  {
    name: 'history replaced',
    steps: [say('Hello'), { act: 'replace', words: ['Other'] }, { act: 'again' }],
    answer: answers(hello),
  },
];

/** With both clients. */
export const clientScenarios: readonly Scenario[] = ['1.0', '0.0'].flatMap((mode) =>
  cases.map((each) => ({
    ...each,
    name: `${mode === '1.0' ? '1.0' : '0.0.59'} ${each.name}`,
    mode,
    page: 'ag-ui-client',
    consumer: `@ag-ui/client ${mode === '1.0' ? '1.0' : '0.0.x'}`,
  })),
);
