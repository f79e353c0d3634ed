// A feed for tools carries the events of all runs of a page, each named by its envelope.
import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import type { Log } from '@/lib/core/log/log';
import { answer, createExchanges, finished, question, requestOf, started } from '../../support/exchanges';
import { headOf, modelOf, rulesOf } from '../../support/logs';

const FEED = { url: 'http://localhost/cpk-debug-events', method: 'GET' };
const APP = 'http://localhost/run';

function about(runId: string, events: readonly object[], threadId = 't'): object[] {
  return events.map((event) => ({ timestamp: 1, agentId: 'default', threadId, runId, event }));
}

function textsOf(log: Log): Record<string, (string | undefined)[]> {
  const { threads } = modelOf(log);
  return Object.fromEntries(
    [...threads].map(({ threadId, messages }) => [
      threadId,
      [...messages].map(({ message }) => String(message.content)),
    ]),
  );
}

function kindsOf(log: Log): string[] {
  return [...modelOf(log).runs].map(({ runId, kind, status }) => `${runId} ${kind} ${status}`);
}

const U1 = question('u1');
const RUN_1 = [started('r1'), ...answer('a1', 'Hel', 'lo'), finished('r1')];
const RUN_2 = [started('r2', 't2'), ...answer('a2', 'Good ', 'day'), { ...finished('r2'), threadId: 't2' }];

test('a feed that is opened within a run of the page changes nothing', () => {
  const { log, open } = createExchanges('copilotkit-debug');
  const app = open({ url: APP, request: requestOf('r1', [U1]) });
  app.send(...RUN_1.slice(0, 2));
  const feed = open(FEED);
  for (const event of RUN_1.slice(2)) {
    feed.send(...about('r1', [event]));
    app.send(event);
  }
  app.close();
  expect(textsOf(log)).toEqual({ t: ['Question u1?', 'Hello'] });
  expect(rulesOf(log)).toEqual([]);
  expect(kindsOf(log)).toEqual(['r1 conversation success', 'r1 mirror success']);
});

test('a feed that is opened within a run shows its events', () => {
  const { log, open } = createExchanges('copilotkit-debug');
  open(FEED).send(...about('r1', RUN_1.slice(1)));
  expect(textsOf(log)).toEqual({ t: ['Hello'] });
  expect(rulesOf(log)).toEqual([]);
  expect(kindsOf(log)).toEqual(['r1 conversation success']);
});

test('runs of two threads that alternate in a feed stay apart', () => {
  const { log, open } = createExchanges('copilotkit-debug');
  const feed = open(FEED);
  for (const [at, event] of RUN_1.entries()) {
    feed.send(...about('r1', [event]), ...about('r2', [RUN_2[at] ?? {}], 't2'));
  }
  expect(textsOf(log)).toEqual({ t: ['Hello'], t2: ['Good day'] });
  expect(rulesOf(log)).toEqual([]);
  expect(kindsOf(log)).toEqual(['r1 conversation success', 'r2 conversation success']);
});

test('chunks that alternate in a feed belong to the run that their envelope names', () => {
  const { log, open } = createExchanges('copilotkit-debug');
  const chunk = (more: object) => ({ type: 'TEXT_MESSAGE_CHUNK', ...more });
  open(FEED).send(
    ...about('r1', [started('r1')]),
    ...about('r2', [started('r2', 't2')], 't2'),
    ...about('r1', [chunk({ messageId: 'a1', role: 'assistant', delta: 'Hel' })]),
    ...about('r2', [chunk({ messageId: 'a2', role: 'assistant', delta: 'Good ' })], 't2'),
    ...about('r1', [chunk({ delta: 'lo' })]),
    ...about('r2', [chunk({ delta: 'day' })], 't2'),
  );
  expect(textsOf(log)).toEqual({ t: ['Hello'], t2: ['Good day'] });
});

test('a feed that delivers a complete run before its request is a mirror of it', () => {
  const { log, open } = createExchanges('copilotkit-debug');
  open(FEED).send(...about('r1', RUN_1));
  const app = open({ url: APP, request: requestOf('r1', [U1]) });
  app.send(...RUN_1);
  app.close();
  expect(textsOf(log)).toEqual({ t: ['Question u1?', 'Hello'] });
  expect(kindsOf(log)).toEqual(['r1 mirror success', 'r1 conversation success']);
  const app2 = headOf(log, appFold()).model;
  expect([...(app2.threads.at(0)?.messages ?? [])].map(({ message }) => message.content)).toEqual([
    'Question u1?',
    'Hello',
  ]);
});
