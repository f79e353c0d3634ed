import { expect, test } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { messageDifferences } from '@/lib/core/model/queries/message-differences';
import { snapshotEffect } from '@/lib/core/model/queries/snapshot-effect';
import { logOf, STARTED as START } from '../../support/logs';

const user = (id: string, content = id) => ({ id, role: 'user', content });

function effectOn(before: readonly object[], messages: readonly object[], more: readonly object[] = []) {
  const log = logOf([
    START,
    ...more,
    { type: 'MESSAGES_SNAPSHOT', messages: before },
    { type: 'MESSAGES_SNAPSHOT', messages },
  ]);
  const history = createHistory(modelFold, log);
  history.advance();
  const last = log.length - 1;
  const thread = (seq: number) => history.at(seq).threads.at(0)?.messages ?? [];
  const effect = snapshotEffect(log.at(last)?.event?.['messages'], thread(last - 1), thread(last));
  const ids = (entries: readonly { message: { id: string } }[]) => entries.map(({ message }) => message.id);
  return {
    kept: ids(effect.kept),
    replaced: effect.replaced.map((each) =>
      [each.before.message, each.after.message].map((m) => 'content' in m && m.content),
    ),
    appended: ids(effect.appended),
    dropped: ids(effect.dropped),
    renamed: effect.renamed.map(({ from, to }) => `${from.message.id} → ${to}`),
    survived: ids(effect.survived),
    moved: ids(effect.moved),
  };
}

const NOTHING = { kept: [], replaced: [], appended: [], dropped: [], renamed: [], survived: [], moved: [] };

test('classifies each message', () => {
  expect(
    effectOn(
      [user('a'), user('b'), user('c'), user('d')],
      [user('a'), user('b', 'new'), user('c2', 'c'), user('e')],
    ),
  ).toEqual({
    ...NOTHING,
    kept: ['a'],
    replaced: [['b', 'new']],
    appended: ['e'],
    dropped: ['d'],
    renamed: ['c → c2'],
  });
});

test('the smallest set of messages is reported as moved', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => user(id));
  expect(effectOn([a, b, c, d] as object[], [b, c, d, a] as object[])).toEqual({
    ...NOTHING,
    kept: ['a', 'b', 'c', 'd'],
    moved: ['a'],
  });
});

test('reasoning and activities survive a snapshot that has none', () => {
  const activity = { type: 'ACTIVITY_SNAPSHOT', messageId: 'p', activityType: 'PLAN', content: {} };
  expect(effectOn([user('a')], [user('a')], [activity])).toEqual({
    ...NOTHING,
    kept: ['a'],
    survived: ['p'],
  });
});

test('a snapshot without a list of messages has no effect', () => {
  expect(snapshotEffect('none', [], [])).toEqual(NOTHING);
});

test('two views differ in messages that the app lacks, still has, or has with other content', () => {
  const threadOf = (messages: readonly object[]) => {
    const log = logOf([START, { type: 'MESSAGES_SNAPSHOT', messages }]);
    const history = createHistory(modelFold, log);
    history.advance();
    return history.head().threads.at(0);
  };
  const found = messageDifferences(
    threadOf([user('a'), user('b'), user('c')]),
    threadOf([user('a'), user('b', 'old'), user('d')]),
  );
  expect([[...found.missing], [...found.extra], [...found.different]]).toEqual([['c'], ['d'], ['b']]);
  expect(messageDifferences(undefined, undefined).missing.size).toBe(0);
});
