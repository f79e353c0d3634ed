// Two runs of the same prompt: what differs, and what may differ without counting.
import { expect, test } from 'vitest';
import { compare } from '@/lib/core/compare/compare';
import type { Ignorable } from '@/lib/core/compare/types';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { lintFold } from '@/lib/core/lint/lint';
import { FINISHED, findingsOf, logAtOnce, logOf, STARTED } from '../../support/logs';
import { events } from '../../support/stream-text';

const of = (text: string) => ({ log: logOf(events(text)) });
const BASE =
  'run r1 on t1 · text m1 "The weather " "is fine" · tool c1 find {"q":"x"} · result c1 "5" · state {"n":1,"city":"Paris"} · end';
const OTHER_IDS =
  'run r9 on t9 · text m9 "The weather is" " fine" · tool c9 find {"q":"x"} · result c9 "5" · state {"n":1,"city":"Paris"} · end';

test('a run compared with itself has no differences', () => {
  expect(compare(of(BASE), of(BASE))).toMatchObject({ same: true, first: -1, state: [], findings: [] });
});

test('other ids and other parts of the same text are no difference, if ids are ignored', () => {
  expect(compare(of(BASE), of(OTHER_IDS), ['ids']).same).toBe(true);
  expect(compare(of(BASE), of(OTHER_IDS)).same).toBe(false);
});

test.each([
  ['text', BASE.replace('fine', 'bad'), 2, { messages: ['changed', 'same', 'same'] }],
  ['an argument', BASE.replace('"q":"x"', '"q":"y"'), 5, { calls: ['changed'] }],
  ['a result', BASE.replace('"5"', '"6"'), 7, { calls: ['changed'] }],
  ['the state', BASE.replace('"n":1', '"n":2'), 8, { state: ['/n'] }],
] as const)(
  'a difference in %s is reported with its event and its effect',
  (_what, other, first, expected) => {
    const found = compare(of(BASE), of(other));
    expect(found.same).toBe(false);
    expect(found.rows[found.first]?.kind).toBe('changed');
    expect(found.first).toBe(first);
    const kinds = {
      messages: found.messages.map(({ kind }) => kind),
      calls: found.calls.map(({ kind }) => kind),
      state: found.state.map(({ pointer }) => pointer),
    };
    expect(kinds).toMatchObject(expected);
  },
);

test('an added event and an added call are reported', () => {
  const more = compare(of(BASE), of(BASE.replace('state {', 'tool c2 pay {"n":1} · state {')));
  expect(more.rows.filter(({ kind }) => kind !== 'same').map(({ kind, b }) => [kind, b?.type])).toEqual([
    ['added', 'TOOL_CALL_START'],
    ['added', 'TOOL_CALL_ARGS'],
    ['added', 'TOOL_CALL_END'],
  ]);
  expect(more.calls.map(({ kind, name }) => [kind, name])).toEqual([
    ['same', 'find'],
    ['added', 'pay'],
  ]);
});

const TALK = ['Hello', 'What', 'Now', 'Bye'];
const talkOf = (words: readonly string[]) =>
  of(
    `run r1 on t1 · ${words
      .map(
        (word) => `text m${word} "${word}" · tool c${word} say {"q":"${word}"} · result c${word} "${word}"`,
      )
      .join(' · ')} · end`,
  );

test('a message or call missing in the middle is reported at its place, on either side', () => {
  const [whole, part] = [talkOf(TALK), talkOf(TALK.filter((word) => word !== 'What'))];
  for (const [a, b, kind] of [
    [whole, part, 'removed'],
    [part, whole, 'added'],
  ] as const) {
    const { messages, calls } = compare(a, b);
    const differing = messages.filter((pair) => pair.kind !== 'same');
    expect(differing.map((pair) => [pair.kind, pair.role, pair.spans.map(({ text }) => text)])).toEqual([
      [kind, 'assistant', ['What']],
      // The one that made the call.
      [kind, 'assistant', []],
      [kind, 'tool', ['What']],
    ]);
    expect(calls.map((pair) => pair.kind)).toEqual(['same', kind, 'same', 'same']);
  }
});

test('a call in the place of a text is an added call, not a changed text', () => {
  const [text, call] = ['run · text m1 "sun" · end', 'run · tool c1 find {} · result c1 "5" · end'];
  const { messages } = compare(of(text), of(call));
  expect(messages.map(({ kind, role }) => `${kind} ${role}`)).toEqual([
    'removed assistant',
    'added assistant',
    'added tool',
  ]);
});

test('wording may be ignored, arguments may not', () => {
  const ignore: readonly Ignorable[] = ['wording'];
  expect(compare(of(BASE), of(BASE.replace('fine', 'bad')), ignore).same).toBe(true);
  expect(compare(of(BASE), of(BASE.replace('"q":"x"', '"q":"y"')), ignore).same).toBe(false);
  expect(compare(of(BASE), of(BASE.replace('Paris', 'Rome')), ignore).same).toBe(false);
});

test('two runs of one session are compared', () => {
  const log = logOf(events(`${BASE} · ${BASE.replaceAll(/([rmc])1/g, '$12').replace('fine', 'bad')}`));
  const found = compare({ log, run: 0 }, { log, run: 1 }, ['ids']);
  expect(found.rows.filter(({ kind }) => kind !== 'same')).toHaveLength(1);
  expect(found.messages.map(({ kind }) => kind)).toEqual(['changed', 'same', 'same']);
  expect(found.figures.a).toMatchObject({ tools: 1 });
});

test('findings of only one run are reported', () => {
  expect(compare(of(BASE), of(BASE.replace(' · end', ''))).findings.length).toBeGreaterThan(0);
});

test('infos are neither listed nor counted', () => {
  const again = ' · tool c2 find {"q":"x"} · result c2 "5" · end';
  const repeated = logOf(events(BASE.replace(' · end', again)));
  expect(findingsOf(repeated, lintFold)).toMatchObject([{ rule: 'call-sent-twice', severity: 'info' }]);
  const found = compare(of(BASE), { log: repeated });
  expect([found.findings, found.figures.b]).toMatchObject([[], { findings: 0 }]);
});

test.each([
  ['a time', { timestamp: 1 }, { timestamp: 2 }],
  ['an id', { messageId: 'a' }, { messageId: 'b' }],
  ['a word', { text: 'a' }, { text: 'b' }],
] as const)(
  '%s of the app is compared as a value, even where it resembles a time, an id or protocol text',
  (_what, one, other) => {
    const ignore: readonly Ignorable[] = ['ids', 'times', 'wording'];
    const places: readonly ((value: Json) => JsonObject)[] = [
      (value) => ({ type: 'STATE_SNAPSHOT', snapshot: value }),
      (value) => ({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/a', value }] }),
      (value) => ({ type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'PLAN', content: value }),
      (value) => ({ type: 'ACTIVITY_DELTA', messageId: 'a', patch: [{ op: 'add', path: '', value }] }),
      (value) => ({ type: 'CUSTOM', name: 'note', value }),
      (value) => ({ ...FINISHED, result: value }),
    ];
    const differing = places.map((place) => {
      const side = (value: Json) => ({ log: logOf([STARTED, place(value)]) });
      const { rows, first } = compare(side(one), side(other), ignore);
      return rows[first]?.kind;
    });
    expect(differing).toEqual(places.map(() => 'changed'));
  },
);

test('the end of a text does not end another text with a similar id', () => {
  const side = (...parts: readonly string[]) => {
    const [first, ...rest] = parts.map((delta) => ({
      type: 'TEXT_MESSAGE_CONTENT',
      messageId: 'a b',
      delta,
    }));
    const begun = events('TEXT_MESSAGE_START {"messageId":"a b"} · TEXT_MESSAGE_START {"messageId":"b"}');
    return { log: logOf([...begun, first ?? {}, { type: 'TEXT_MESSAGE_END', messageId: 'b' }, ...rest]) };
  };
  expect(compare(side('one two'), side('one ', 'two')).same).toBe(true);
});

test.each([
  ['without ends', [], undefined, ['/word']],
  ['with ends', [{ type: 'RUN_FINISHED' }], undefined, ['/word']],
  ['in one thread', [{ type: 'RUN_FINISHED' }], 't', []],
] as const)(
  'concurrent runs on two streams, %s, are compared separately',
  (_what, end, thread, differing) => {
    const bodies = ['one', 'two'].map((word) => [
      { type: 'RUN_STARTED', threadId: thread ?? word, runId: word },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: `a ${word}`, role: 'assistant', delta: 'hello' },
      { type: 'STATE_SNAPSHOT', snapshot: { word } },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: `b ${word}`, role: 'assistant', delta: word },
      ...end.map((event) => ({ ...event, threadId: thread ?? word, runId: word })),
    ]);
    const log = logAtOnce(bodies);
    const found = compare({ log, run: 0 }, { log, run: 1 }, ['ids']);
    expect(found.messages.map(({ kind }) => kind)).toEqual(['same', 'changed']);
    expect(found.state.map(({ pointer }) => pointer)).toEqual(differing);
  },
);

test('members of any name are compared', () => {
  const of = (text: string) => {
    const snapshot = JSON.parse(`{"__proto__":{"a":${text}},"constructor":1}`) as Json;
    return { log: logOf([{ type: 'STATE_SNAPSHOT', snapshot }]) };
  };
  expect(compare(of('1'), of('1')).same).toBe(true);
  expect(compare(of('1'), of('2')).rows.map(({ kind }) => kind)).toEqual(['changed']);
});
