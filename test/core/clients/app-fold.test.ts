import { expect, test } from 'vitest';
import { type AppView, appFold, endingForApp } from '@/lib/core/clients/app-fold';
import { everyReader } from '@/lib/core/consumers/consumers';
import { copilotkit } from '@/lib/core/consumers/kinds/copilotkit';
import { CLIENT_1_0, SPEC } from '@/lib/core/consumers/profile';
import { assertExists } from '@/lib/core/json/assert';
import { createLintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { createExchanges, question, requestOf } from '../../support/exchanges';
import { logOf, plain } from '../../support/logs';
import { events } from '../../support/stream-text';

function runsOf({ model }: AppView): readonly unknown[] {
  return [...model.runs].map(({ runId, status }) => [runId, status]);
}

function messagesOf({ model }: AppView): readonly unknown[] {
  return [...(model.threads.at(0)?.messages ?? [])].map(({ message }) => message.id);
}

test('a violation undoes the events of its read, and no earlier ones', () => {
  const { log, open } = createExchanges();
  const feed = open({ request: requestOf('r', [question('u')]) });
  feed.read(...events('run · text m1 "a"'));
  feed.read(...events('state {"n":1} · text m2 "b" · say gone "c"'));
  const app = createHistory(appFold(CLIENT_1_0), log).head();
  expect(messagesOf(app)).toEqual(['u', 'm1']);
  expect(plain(app.model.threads.at(0)?.state)).toEqual({});
  expect(runsOf(app)).toEqual([['r', 'error']]);
  // Accepted by the client before the violation, hidden from the app.
  const stop = endingForApp(app, assertExists(log.streams[0], 'The feed is a stream.'))?.stop;
  const hidden = Array.from({ length: log.length }, (_, seq) => seq)
    .filter((seq) => stop !== undefined && seq >= stop.hiddenFrom && seq < stop.seq)
    .map((seq) => log.typeOf(seq));
  expect(hidden).toEqual(
    'STATE_SNAPSHOT TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_END'.split(' '),
  );
});

test('CopilotKit ends at a schema error as at the end of the body: its app has what came before, and no error', () => {
  const { log, open } = createExchanges();
  const feed = open({ url: 'http://localhost/api/agent/default/run', request: requestOf('r', []) });
  feed.read(...events('run · text m1 "a" · SOMETHING_NEW {} · text m2 "b"'));
  feed.close();
  const app = createHistory(appFold(everyReader(copilotkit)), log).head();
  expect(messagesOf(app)).toEqual(['m1']);
  expect(runsOf(app)).toEqual([['r', 'truncated']]);
  const ending = endingForApp(app, assertExists(log.streams[0], 'The feed is a stream.'));
  expect(ending).toMatchObject({ promise: 'resolves', stop: { seq: 4 } });
  const found = createHistory(createLintFold(everyReader(copilotkit)), log).head().findings;
  expect(found.map(({ message }) => message).filter((text) => text.includes('CopilotKit'))).toEqual([
    "The client does not know event type 'SOMETHING_NEW' and stops here. CopilotKit hides this error: for the app, the run just ends.",
    "The stream ended before run 'r' was finished; the stock client had already stopped at event 4, and CopilotKit hid its error from the app.",
  ]);
});

test('a repeated request stays, even if the events of its first read are undone', () => {
  const { log, open } = createExchanges();
  const first = open({ request: requestOf('r', [question('u')]) });
  first.send(...events('run · TEXT_MESSAGE_START {"messageId":"m1"}'));
  first.close('aborted');
  const again = open({ request: requestOf('r', [question('u'), question('v')]) });
  again.read(...events('run · text m2 "b" · say gone "c"'));
  const app = createHistory(appFold(CLIENT_1_0), log).head();
  expect(messagesOf(app)).toEqual(['u', 'v']);
  expect(runsOf(app)).toEqual([
    ['r', 'aborted'],
    ['r', 'error'],
  ]);
});

test.each([
  ['RUN_STARTED without an id', 'RUN_STARTED {"threadId":"t"}'],
  ['CUSTOM without a name', 'CUSTOM {}'],
])('a client that stops at %s, the first event of a repeated request, gets no later event', (_name, bad) => {
  const { log, open } = createExchanges();
  const first = open({ request: requestOf('r', [question('u')]) });
  first.send(...events('run · TEXT_MESSAGE_START {"messageId":"m1"}'));
  first.close('aborted');
  const again = open({ request: requestOf('r', [question('u')]) });
  again.send(...events(`${bad} · text m2 "b"`));
  const app = createHistory(appFold(CLIENT_1_0), log).head();
  expect(app.counts).toMatchObject({ ok: 2, stops: 1, unreached: 3 });
  expect(messagesOf(app)).toEqual(['u']);
  expect(runsOf(app)).toEqual([
    ['r', 'aborted'],
    ['r', 'error'],
  ]);
});

test('the interrupts of a run that ends first in a read stay, whatever stops the client after it', () => {
  const { log, open } = createExchanges();
  const feed = open({ request: requestOf('r', []) });
  const outcome = '{"type":"interrupt","interrupts":[{"id":"i","reason":"x"}]}';
  feed.read(...events('run'));
  feed.read(...events(`RUN_FINISHED {"threadId":"t","runId":"r","outcome":${outcome}} · say gone "c"`));
  const app = createHistory(appFold(CLIENT_1_0), log).head();
  expect(app.model.threads.at(0)?.interrupts).toEqual([{ id: 'i', reason: 'x' }]);
  expect(runsOf(app)).toEqual([['r', 'error']]);
});

test('an event shows the most severe of its effects, and every event is counted', () => {
  const log = logOf(
    events(`
      run · TEXT_MESSAGE_START {"messageId":"m","rawEvent":null} · TEXT_MESSAGE_CONTENT {"messageId":"m","delta":"x","odd":1}
      TEXT_MESSAGE_END {"messageId":"m","odd":1,"rawEvent":null} · NONSENSE · patch /gone = 1 · say m "y" · end
    `),
  );
  const history = createHistory(appFold(CLIENT_1_0), log);
  const kinds = Array.from({ length: log.length }, (_, seq) => history.at(seq).verdict.kind);
  expect(kinds).toEqual('ok repaired stripped stripped dropped warned stops unreached'.split(' '));
  const { counts } = history.head();
  expect(counts).toEqual({ ok: 1, repaired: 1, stripped: 2, dropped: 1, warned: 1, stops: 1, unreached: 1 });
  const [stream] = log.streams;
  if (stream === undefined) throw new Error('The log has a stream.');
  expect(endingForApp(history.head(), stream)?.stop).toMatchObject({ check: 'text-not-open', seq: 6 });
});

test('the specification continues after a violation, with entities opened before the run began', () => {
  const log = logOf(events('custom early · step a · run · done a · end'));
  const history = createHistory(appFold(SPEC), log);
  const kinds = Array.from({ length: log.length }, (_, seq) => history.at(seq).verdict.kind);
  expect(kinds).toEqual(['stops', 'ok', 'ok', 'ok', 'ok']);
});
