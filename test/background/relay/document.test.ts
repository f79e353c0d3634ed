// The life of a document: each message leads to one state and at most one end.
import { expect, test } from 'vitest';
import {
  type DocumentMessage,
  type DocumentPlace,
  type DocumentState,
  endingOfMoved,
  isEndKnown,
  reduceDocument,
  sessionOf,
  UNKNOWN,
} from '@/lib/background/relay/document';

const sender = { tab: 1, frameId: 0, private: false };
const placeOf = (n: number, session = 's1'): DocumentPlace => ({ sender, session, n });
const batch = (
  n: number,
  over: Partial<Extract<DocumentMessage, { kind: 'batch' }>> = {},
): DocumentMessage => ({
  kind: 'batch',
  place: placeOf(n),
  hasPageGone: false,
  hasData: true,
  isReading: false,
  ...over,
});
const closed = (over: Partial<Extract<DocumentMessage, { kind: 'closed' }>> = {}): DocumentMessage => ({
  kind: 'closed',
  isReading: false,
  isTabClosed: false,
  ...over,
});
const closing = (n: number, over: object = {}) =>
  ({ kind: 'closing', doc: 'd', n, lost: 0, ...over }) as const;
const orphaned = (n: number, isTabClosed = false): DocumentMessage => ({
  kind: 'orphaned',
  marker: { t: 12 },
  last: { session: 's1', tab: 1, frameId: 0, n },
  isTabClosed,
});

/** Reduces messages; returns the last state, and the ends as `kind n: detail`. */
function run(...messages: readonly DocumentMessage[]): { state: DocumentState; ends: readonly string[] } {
  let state = UNKNOWN;
  const ends: string[] = [];
  for (const message of messages) {
    const { state: next, ending } = reduceDocument(state, message);
    state = next;
    const [{ detail = '' }] = ending ? (JSON.parse(ending.body) as [{ detail?: string }]) : [{}];
    if (ending) ends.push(`${ending.made} ${ending.n}: ${detail}`.trim());
  }
  return { state, ends };
}

test.each([
  ['nothing', [], 'unknown'],
  ['a batch', [batch(0)], 'live'],
  ['an open document in the store', [{ kind: 'stored', place: placeOf(3) }], 'live'],
  ['a closing message', [batch(0), closed({ how: closing(1) })], 'ended'],
  [
    'a closing message of a page that may continue',
    [batch(0), closed({ how: closing(1, { mayContinue: true }), isReading: true })],
    'leaving',
  ],
  [
    'the same, with unknown streams',
    [batch(3), closed({ how: closing(4, { mayContinue: true }), isReading: undefined })],
    'leaving',
  ],
  ['the same, without open streams', [batch(0), closed({ how: closing(1, { mayContinue: true }) })], 'ended'],
  [
    'a batch after that',
    [batch(0), closed({ how: closing(1, { mayContinue: true }), isReading: true }), batch(1)],
    'live',
  ],
  ['a page that comes back', [batch(0), closed({ how: closing(1) }), batch(1)], 'live'],
  ['a batch over an older connection', [batch(1), closed({ how: closing(2) }), batch(1)], 'ended'],
  ['a cleared session', [batch(0), { kind: 'session-cleared' }], 'ended'],
  ['a start marker alone', [orphaned(-1)], 'orphaned'],
  ['a closing message alone', [closed({ how: closing(1) })], 'unknown'],
  ['a batch of an orphaned document', [orphaned(-1), batch(0)], 'live'],
] as const)('state after %s', (_, messages, kind) => expect(run(...messages).state.kind).toBe(kind));

const LAST = 'the last data may be missing';

test.each([
  ['a closing message without loss', [batch(0), closed({ how: closing(1) })], ['end 1:']],
  [
    'batches that were not recorded',
    [batch(0), closed({ how: closing(3) })],
    ['end 1: the page closed; its last data was not recorded'],
  ],
  ['a reason', [batch(0), closed({ how: 'revoked' })], ['end 1: revoked']],
  [
    'no closing message',
    [batch(0), closed()],
    [expect.stringMatching(/^end 1: the page ended unexpectedly/)],
  ],
  [
    'none after leaving',
    [batch(0), closed({ how: closing(1, { mayContinue: true }), isReading: true }), closed()],
    [expect.stringMatching(/^end 1: the page was still reading/)],
  ],
  ['none in a closed tab', [batch(0), closed({ isTabClosed: true })], ['end 1:']],
  [
    'none in a closed tab, while reading',
    [batch(0), closed({ isTabClosed: true, isReading: true })],
    [expect.stringContaining(LAST)],
  ],
  [
    'none in a closed tab, with unknown streams',
    [batch(0), closed({ isTabClosed: true, isReading: undefined })],
    [expect.stringContaining(LAST)],
  ],
  [
    'a tab that is closed after the end',
    [
      batch(0, { hasPageGone: true }),
      closed({ how: closing(1) }),
      { kind: 'tab-closed' },
      { kind: 'tab-closed' },
    ],
    ['end 1:', expect.stringContaining(LAST)],
  ],
  [
    'a tab that is closed after a calm end',
    [batch(0), closed({ how: closing(1) }), { kind: 'tab-closed' }],
    ['end 1:'],
  ],
  [
    'data behind the closing message',
    [
      batch(0),
      closed({ how: closing(1) }),
      batch(1, { isReading: undefined }),
      closed({ how: closing(2), isTabClosed: true }),
    ],
    ['end 1:', expect.stringContaining(LAST)],
  ],
  [
    'a cleared session',
    [batch(0), { kind: 'session-cleared' }, closed({ how: closing(1) })],
    [expect.stringMatching(/^moved 1: session cleared/)],
  ],
  ['nothing stored', [orphaned(-1)], [expect.stringContaining('before its data was stored')]],
  [
    'nothing stored since it came back',
    [orphaned(4)],
    [expect.stringMatching(/^orphaned 5: the page ended unexpectedly/)],
  ],
  ['the same, in a closed tab', [orphaned(4, true)], [expect.stringContaining(LAST)]],
  ['the same, with a closing message', [closed({ how: closing(5) }), orphaned(4, true)], ['orphaned 5:']],
] as const)('ends reported for %s', (_, messages, expected) => {
  expect(run(...messages).ends).toEqual(expected);
});

test('a loss at the closing of the tab is reported once', () => {
  const end = closed({ isTabClosed: true, isReading: true });
  expect(run(batch(0), end, batch(1), end).ends).toEqual([expect.stringContaining(LAST), 'end 2:']);
});

test('the end after a start marker is known while the document exists, and after a reported loss', () => {
  const known = (n: number, ...messages: readonly DocumentMessage[]) => isEndKnown(run(...messages).state, n);
  expect(known(0)).toBe(false);
  expect(known(9, batch(0))).toBe(true);
  expect(known(1, batch(0), closed({ how: closing(1) }))).toBe(false);
  expect(known(0, batch(0), closed({ how: closing(1) }))).toBe(true);
  expect(known(1, batch(0), closed())).toBe(true);
  expect(known(3, batch(0), closed(), batch(1), closed({ how: closing(2) }))).toBe(false);
});

test('a document has moved if it writes to another session than the stored one', () => {
  const { state } = run(batch(0));
  expect(sessionOf(state)).toBe('s1');
  expect(endingOfMoved(state, placeOf(4, 's1'))).toBeUndefined();
  expect(endingOfMoved(UNKNOWN, placeOf(4, 's0'))).toBeUndefined();
  expect(endingOfMoved(state, placeOf(4, 's0'))).toMatchObject({ session: 's0', n: 5, made: 'moved' });
});
