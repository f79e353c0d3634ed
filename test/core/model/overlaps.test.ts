// Two runs of one thread at the same time: an agent that is steered while it answers. Shown as that, and no fault.
import { expect, test } from 'vitest';
import { CLIENT_0_0, CLIENT_1_0, CLIENT_1_1, TANSTACK } from '@/lib/core/consumers/profile';
import { createLintFold, lintFold } from '@/lib/core/lint/lint';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { overlapsOf } from '@/lib/core/model/queries/overlaps';
import { answer, createExchanges, finished, requestOf, started } from '../../support/exchanges';
import { modelOf } from '../../support/logs';

const U1 = { id: 'u1', role: 'user', content: 'Tell me a story' };
const U2 = { id: 'u2', role: 'user', content: 'No, a short one' };
const asked = (runId: string, messages: readonly object[], more: object = {}) =>
  requestOf(runId, messages, { protocolVersion: '1.0', ...more });

/** A run, and another that is asked for before the first one ends, or after. */
function session({ isAfter = false, more = {}, doc = 'd' } = {}) {
  const { log, open } = createExchanges();
  const first = open({ request: asked('r1', [U1]) });
  first.send(started('r1'), ...answer('m1', 'Once'));
  const end = () => {
    first.send(...answer('m3', ' upon'), finished('r1'));
    first.close();
  };
  if (isAfter) end();
  const second = open({
    doc,
    request: asked('r2', [U1, { id: 'm1', role: 'assistant', content: 'Once' }, U2], more),
  });
  second.send(started('r2'), ...answer('m2', 'Short'));
  if (!isAfter) end();
  second.send(finished('r2'));
  second.close();
  log.finish();
  return log;
}

function overlaps(log: ReturnType<typeof session>, seq?: number) {
  const history = createHistory(modelFold, log);
  const model = seq === undefined ? history.head() : history.at(seq);
  const thread = model.threads.at(0);
  return [...model.runs].map((run) =>
    thread === undefined ? [] : overlapsOf(model, thread, run).map(({ runId }) => runId),
  );
}

test('the later run overlaps the earlier one, as of each event', () => {
  const log = session();
  expect(overlaps(log)).toEqual([[], ['r1']]);
  expect(overlaps(log, 1)).toEqual([[]]);
  expect(overlaps(log, 4)).toEqual([[], ['r1']]);
});

test.each([
  ['one after the other', session({ isAfter: true })],
  ['a run that the other one started', session({ more: { parentRunId: 'r1' } })],
  ['a run of a page that was loaded anew', session({ doc: 'e' })],
])('%s: no overlap', (_what, log) => expect(overlaps(log)).toEqual([[], []]));

test('messages of overlapping runs are kept without a finding', () => {
  const log = session();
  const [thread] = modelOf(log).threads;
  expect([...(thread?.messages ?? [])].map(({ message }) => message.id)).toEqual('u1 m1 u2 m2 m3'.split(' '));
  for (const fold of [
    lintFold,
    ...[CLIENT_0_0, CLIENT_1_0, CLIENT_1_1, TANSTACK].map((each) => createLintFold(each)),
  ])
    expect(createHistory(fold, log).head().findings).toEqual([]);
});
