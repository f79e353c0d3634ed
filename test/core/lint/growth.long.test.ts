import { expect, test } from 'vitest';
import { type ChunkedList, emptyList, pushed } from '@/lib/core/json/list';
import { Owner } from '@/lib/core/json/owner';
import { lintFold } from '@/lib/core/lint/lint';
import { requestOf } from '../../support/exchanges';
import { FINISHED, headOf, logOf, STARTED } from '../../support/logs';

const pending = { ...FINISHED, outcome: { type: 'success', pendingToolCallIds: ['p'] } };
const REQUEST = requestOf('r', [], {
  tools: [{ name: 'f', description: '', parameters: { $ref: '#/nowhere' } }],
});

const opened = (id: string, name: string) => ({
  type: 'TOOL_CALL_START',
  toolCallId: id,
  toolCallName: name,
});
const called = (id: string, name: string) => [
  opened(id, name),
  { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId: id },
];
const answered = (id: string) => [
  ...called(id, 'g'),
  { type: 'TOOL_CALL_RESULT', toolCallId: id, messageId: `r${id}`, content: '' },
];
const step = (name: string) => ({ type: 'STEP_STARTED', stepName: name });
const stepEnd = (name: string) => ({ type: 'STEP_FINISHED', stepName: name });

const chunk = (subagent: string, id: string) => ({
  type: 'TOOL_CALL_CHUNK',
  toolCallId: id,
  toolCallName: 'g',
  delta: '1',
  subagentRunId: subagent,
});

const listOf = (count: number, make: (at: number) => object | readonly object[]): object[] =>
  Array.from({ length: count }, (_none, at) => make(at)).flat();

const PATTERNS: Readonly<Record<string, (count: number) => readonly object[]>> = {
  'calls of a tool whose schema is broken': (n) => listOf(n, (at) => called(`c${at}`, 'f')),
  'ends of a run that has ended, with calls': (n) => [
    ...listOf(n, (at) => answered(`c${at}`)),
    opened('p', 'g'),
    ...listOf(n, () => pending),
  ],
  'ends of a run while calls are open': (n) => [
    ...listOf(n, (at) => opened(`c${at}`, 'g')),
    ...listOf(n, () => FINISHED),
  ],
  'ends of a run while the last of many calls is open': (n) => [
    ...listOf(n, (at) => opened(`c${at}`, 'g')),
    ...listOf(n - 1, (at) => ({ type: 'TOOL_CALL_END', toolCallId: `c${at}` })),
    ...listOf(n, () => FINISHED),
  ],
  'ends of a run while steps are open': (n) => [
    ...listOf(n, (at) => step(`s${at}`)),
    ...listOf(n, () => FINISHED),
  ],
  'ends of steps without a start': (n) => [
    ...listOf(n, (at) => step(`s${at}`)),
    ...listOf(n, (at) => stepEnd(`u${at}`)),
  ],
  'calls that the chunks of many subagents keep open': (n) => [
    ...listOf(n, (at) => chunk(`s${at}`, `c${at}`)),
    ...listOf(n, (at) => chunk(`s${at}`, `c${at}`)),
    ...listOf(n, (at) => chunk(`s${at}`, `d${at}`)),
    ...listOf(n, (at) => ({ type: 'STATE_SNAPSHOT', snapshot: at, subagentRunId: `s${at}` })),
  ],
  'results of one call': (n) => [
    ...listOf(10, (at) => opened(`c${at}`, 'g')),
    ...listOf(n, (at) => ({ type: 'TOOL_CALL_RESULT', messageId: `r${at}`, toolCallId: 'c0', content: 'x' })),
  ],
};

const LIST: object = Object.getPrototypeOf(
  Array.from({ length: 20 }).reduce<ChunkedList<unknown>>(
    (list, item) => pushed(list, item, new Owner()),
    emptyList(),
  ),
);

function workOf(events: readonly object[]): number {
  const log = logOf([STARTED, ...events], REQUEST);
  const prototypes: readonly object[] = [Map.prototype, Set.prototype, Array.prototype, LIST];
  const real = prototypes.map((each): PropertyDescriptorMap => Object.getOwnPropertyDescriptors(each));
  let done = 0;
  const counting = (method: (...args: never[]) => unknown) =>
    function counted(this: unknown, ...args: unknown[]): unknown {
      done++;
      return Reflect.apply(method, this, args);
    };
  for (const method of ['get', 'set', 'has'] as const)
    Reflect.set(Map.prototype, method, counting(Map.prototype[method]));
  for (const method of ['add', 'has'] as const)
    Reflect.set(Set.prototype, method, counting(Set.prototype[method]));
  const { find, filter } = Array.prototype;
  for (const [name, method] of Object.entries({ find, filter })) {
    const looked = function looked(this: readonly unknown[], ...args: unknown[]): unknown {
      done += this.length;
      return Reflect.apply(method, this, args);
    };
    Reflect.set(Array.prototype, name, looked);
  }
  Reflect.set(LIST, 'at', counting(Reflect.get(LIST, 'at')));
  headOf(log, lintFold);
  for (const [at, each] of prototypes.entries()) Object.defineProperties(each, real[at] ?? {});
  return done;
}

test.each(Object.keys(PATTERNS))('findings on %s are made in linear time', (name) => {
  const make = PATTERNS[name] ?? (() => []);
  const few = workOf(make(500));
  expect(workOf(make(2_000))).toBeLessThan(5 * few);
});
