// A compacted log of a whole conversation has the same messages and state, also those found only in requests.
import { describe, expect, test } from 'vitest';
import { canonical, replay } from '@/lib/core/compact/replay';
import { compactSafe } from '@/lib/core/compact/safe';
import { selfContainedEvents } from '@/lib/core/files/self-contained';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Model } from '@/lib/core/model/types';
import { agents } from '../../harness/agents';
import { answer, finished, question, requestOf, started } from '../../support/exchanges';
import { modelOf, plain, sseRecords } from '../../support/logs';

const account = (model: Model) =>
  [...model.threads].map(({ threadId, messages, state }) => ({
    threadId,
    messages: plain([...messages].map(({ message }) => message)),
    state: plain(state),
  }));

function logOf(exchanges: readonly (readonly [request: object, events: readonly object[]])[]): Log {
  const log = createLog();
  for (const [at, [request, events]] of exchanges.entries()) {
    log.append({ doc: `d${at}`, frameId: 0, records: sseRecords(events, request) });
  }
  return log;
}

function expectSame(log: Log): void {
  const own = modelOf(log);
  const compacted = compactSafe([...selfContainedEvents(log)]);
  if ('refused' in compacted) throw new Error(compacted.refused);
  expect(canonical(account(replay(compacted.events)))).toBe(canonical(account(own)));
}

const request = (turn: number, messages: readonly object[], state: object = {}) =>
  requestOf(`r${turn}`, messages, { state });
const user = (turn: number) => question(`u${turn}`);
const run = (turn: number, ...events: object[]) => [started(`r${turn}`), ...events, finished(`r${turn}`)];
const yes = (turn: number) => answer(`a${turn}`, 'Yes.');

describe('a compacted log', () => {
  test('keeps the messages of the user, in every turn', () => {
    const reply = { id: 'a1', role: 'assistant', content: 'Yes.' };
    const log = logOf([
      [request(1, [user(1)]), run(1, ...yes(1))],
      [request(2, [user(1), reply, user(2)]), run(2, ...yes(2))],
    ]);
    expectSame(log);
    expect(account(modelOf(log))[0]?.messages).toHaveLength(4);
  });

  test('keeps the state that a run began with', () => {
    const delta = { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/a', value: 2 }] };
    const log = logOf([[request(1, [user(1)], { a: 1, b: 5 }), run(1, delta)]]);
    expect(account(modelOf(log))[0]?.state).toEqual({ a: 2, b: 5 });
    expectSame(log);
  });

  test('keeps a message that the app changed between two runs', () => {
    const edited = { ...user(1), content: 'Changed.' };
    expectSame(
      logOf([
        [request(1, [user(1)]), run(1, ...yes(1))],
        [request(2, [edited]), run(2, ...yes(2))],
      ]),
    );
  });

  test('has a request only where it is a valid one', () => {
    const log = logOf([[{ threadId: 't', runId: 'r1', messages: 'none' }, run(1)]]);
    expect([...selfContainedEvents(log)][0]).toEqual(run(1)[0]);
  });

  test.each(agents.filter(({ name }) => name !== 'long').map(({ name, run: play }) => [name, play] as const))(
    'keeps the messages and the state of the agent %s',
    (_, play) => {
      const input = request(1, [user(1)], { kept: true }) as unknown as Parameters<typeof play>[0];
      const next = request(2, [user(1), user(2)], { kept: false }) as unknown as Parameters<typeof play>[0];
      expectSame(
        logOf([
          [input, [...play(input)]],
          [next, [...play(next)]],
        ]),
      );
    },
  );
});
