// Concurrent work in different orders: the order alone is no difference, and each real difference is located.
import { expect, test } from 'vitest';
import { compare } from '@/lib/core/compare/compare';
import type { Comparison, Ignorable } from '@/lib/core/compare/types';
import type { JsonObject } from '@/lib/core/json/json';
import { createLog } from '@/lib/core/log/log';
import type { Random } from '@/lib/core/redact/random';
import type { CapturedRecord } from '@/lib/messages/records';
import { openOf, sse } from '../../support/logs';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';

type Event = JsonObject;
type Lane = readonly Event[];
/** One after another, each of several at once. */
type Story = readonly (readonly Lane[])[];

/** Lanes in one order: one by one at random, or so that all of them go on at the same time. */
function merged<T>(lanes: readonly (readonly T[])[], random: Random, areAtOnce: boolean): T[] {
  const rest = lanes.map((lane) => [...lane]);
  const found: T[] = [];
  const take = (least: number) => {
    const open = rest.filter((lane) => lane.length > least);
    const [next] = open[random(Math.max(1, open.length))]?.splice(0, 1) ?? [];
    if (next !== undefined) found.push(next);
    return open.length > 0;
  };
  if (areAtOnce) {
    for (const lane of rest) found.push(...lane.splice(0, 1));
    while (take(1));
  }
  while (take(0));
  return found;
}

const differences = (story: Story, random: Random, areAtOnce: boolean): Event[] =>
  story.flatMap((lanes) => merged(lanes, random, areAtOnce));

/** One stream for each body, in an order of all their events. */
function logOf(bodies: readonly Lane[], order: readonly (readonly [stream: number, event: Event])[]) {
  const log = createLog();
  const opens = bodies.map((_body, at) => ({ ...openOf(), stream: at + 1 }));
  const chunks = order.map(([stream, event], t): CapturedRecord => {
    return { kind: 'chunk', t: t + 2, stream, text: sse(event) };
  });
  log.append({ doc: 'd', frameId: 0, records: [...opens, ...chunks] });
  return log;
}

/** One stream. */
const alone = (body: Lane) => ({
  log: logOf(
    [body],
    body.map((event) => [1, event] as const),
  ),
});

/** The runs at once, each on its own stream; `first` orders the streams. */
function sideOf(stories: readonly Story[], random: Random, areAtOnce: boolean) {
  const bodies = stories.map((story) => differences(story, random, areAtOnce));
  const shift = areAtOnce ? 0 : random(bodies.length);
  const turned = [...bodies.slice(shift), ...bodies.slice(0, shift)];
  const lanes = turned.map((body, at) => body.map((event) => [at + 1, event] as const));
  return { log: logOf(turned, merged(lanes, random, areAtOnce)) };
}

function laneOf(
  random: Random,
  id: string,
  pick: (words: readonly string[]) => string,
  hasCalls: boolean,
): Lane {
  // A short text that is repeated is a finding only where one follows the other; a long one is, in whatever order,
  // unless a call with its result lies between.
  const words = pick(['sun', 'rain', 'clouds until the evening']);
  const end = words.length > 4 && !hasCalls ? 'today' : `of ${id}`;
  if (!hasCalls || random(2) === 0) return events(`text m${id} "${words} " "${end}"`);
  const [call, result] = [`tool c${id} find {"q":"${pick(['sun', 'rain'])}"}`, `result c${id} "found"`];
  return events(`${call} · ${result}`);
}

/** The story of one run; words are drawn, and may be the same twice. */
function storyOf(random: Random, run: number, pick: (words: readonly string[]) => string): Story {
  const hasCalls = random(2) === 0;
  const middle = Array.from({ length: 1 + random(3) }, (_none, part) =>
    Array.from({ length: 1 + random(3) }, (_nothing, lane) =>
      laneOf(random, `${run}-${part}-${lane}`, pick, hasCalls),
    ),
  );
  const [start, state, end] = events(`run r${run} on t${run} · state {"n":${random(3)}} · end`);
  return [start, state, end].every((event) => event !== undefined)
    ? [[[start as Event]], ...middle, [[state as Event]], [[end as Event]]]
    : [];
}

const renamed = (value: Story): Story =>
  JSON.parse(JSON.stringify(value).replaceAll(/"([rtmc])(\d[^"]*)"/g, '"$1new$2"'));

function expectNothing(found: Comparison, why: unknown) {
  const differing = <T extends { readonly kind: string }>(list: readonly T[]) =>
    list.filter(({ kind }) => kind !== 'same');
  const { rows, messages, calls, state, findings, same } = found;
  const differences = [differing(rows), differing(messages), differing(calls), state, findings];
  expect({ why, differences, same }).toEqual({ why, differences: [[], [], [], [], []], same: true });
}

const mirrorOf = { same: 'same', changed: 'changed', removed: 'added', added: 'removed' } as const;

/** Rows, messages and calls without their order. */
function summaryOf({ rows, messages, calls, same, isRough }: Comparison, isMirrored: boolean) {
  const kindOf = (kind: keyof typeof mirrorOf) => (isMirrored ? mirrorOf[kind] : kind);
  const sided = <T>(a: T, b: T) => (isMirrored ? [b, a] : [a, b]);
  return {
    same,
    isRough,
    rows: rows.map(({ kind, a, b }) => JSON.stringify([kindOf(kind), sided(a?.seq, b?.seq)])).toSorted(),
    messages: messages.map(({ kind, role }) => JSON.stringify([kindOf(kind), role])).toSorted(),
    calls: calls.map(({ kind, name, a, b }) => JSON.stringify([kindOf(kind), name, sided(a, b)])).toSorted(),
  };
}

const ROUNDS = 60;

test.each([
  ['ids count', []],
  ['ids do not count', ['ids']],
] as const)('another order of concurrent runs, messages and calls is no difference: %s', (_what, ignore) => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = createRandom(seed).below;
    let words = 0;
    // If ids do not count, two equal texts can be distinguished only by later events.
    const pick = (known: readonly string[]) =>
      ignore.length === 0 ? (known[random(known.length)] ?? '') : `word ${++words}`;
    const stories = Array.from({ length: 1 + random(3) }, (_none, at) => storyOf(random, at, pick));
    const a = sideOf(stories, random, true);
    const b = sideOf(ignore.length === 0 ? stories : stories.map(renamed), random, false);
    expectNothing(compare(a, b, ignore), seed);
    expectNothing(compare(b, a, ignore), seed);
  }
});

test('comparing b with a mirrors comparing a with b; and every event occurs once', () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = createRandom(seed).below;
    const pick = (known: readonly string[]) => known[random(known.length)] ?? '';
    const side = () =>
      sideOf(
        Array.from({ length: 1 + random(3) }, (_none, at) => storyOf(random, at, pick)),
        random,
        random(2) === 0,
      );
    const [a, b] = [side(), side()];
    for (const ignore of [[], ['ids', 'wording']] satisfies Ignorable[][]) {
      const [there, back] = [compare(a, b, ignore), compare(b, a, ignore)];
      expect([seed, summaryOf(back, true)]).toEqual([seed, summaryOf(there, false)]);
      for (const name of ['a', 'b'] as const) {
        const seqs = there.rows.flatMap((row) => row[name]?.seq ?? []);
        expect(new Set(seqs).size).toBe(seqs.length);
      }
      const left = there.rows.flatMap(({ a: item }) => item?.seq ?? []);
      expect([seed, left]).toEqual([seed, left.toSorted((x, y) => x - y)]);
    }
  }
});

const RUNS = ['one', 'two'].map((word) =>
  events(`run r${word} on t${word} · text m${word} "It is ${word}." · state {"word":"${word}"} · end`),
);

function twoRuns(order: readonly number[], change = (text: string) => text) {
  const bodies = RUNS.map((body) => JSON.parse(change(JSON.stringify(body))) as Event[]);
  const rest = order.map((at) => [...(bodies[at] ?? [])]);
  const lanes = rest.map((body, at) => body.map((event) => [at + 1, event] as const));
  const turns = lanes[0]?.flatMap((each, at) => [each, lanes[1]?.[at] ?? each]) ?? [];
  return { log: logOf(rest, turns) };
}

test('of concurrent runs that began in another order, only real differences are shown', () => {
  const found = compare(
    twoRuns([0, 1]),
    twoRuns([1, 0], (text) => text.replace('is two', 'was two')),
  );
  expect(
    found.rows.filter(({ kind }) => kind !== 'same').map(({ kind, a, b }) => [kind, a?.type, b?.type]),
  ).toEqual([['changed', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_CONTENT']]);
  expect(found.messages.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'same']);
  expect(found.state).toEqual([]);
});

test('the state of every thread is compared, not only of the last', () => {
  const found = compare(
    twoRuns([0, 1]),
    twoRuns([1, 0], (text) => text.replace('"word":"one"', '"word":"1"')),
  );
  expect(found.state.map(({ pointer, before, after }) => [pointer, before, after])).toEqual([
    ['/word', 'one', '1'],
  ]);
});

test('the order of consecutive entities counts', () => {
  const [one = [], two = []] = RUNS;
  const side = (...bodies: Lane[]) => ({
    log: logOf(
      bodies,
      bodies.flatMap((body, at) => body.map((event) => [at + 1, event] as const)),
    ),
  });
  expect(compare(side(one, two), side(two, one)).same).toBe(false);
  const [first, second] = ['text m1 "sun"', 'text m2 "rain"'];
  const text = (words: string) => alone(events(words));
  expect(compare(text(`run · ${first} · ${second}`), text(`run · ${second} · ${first}`)).same).toBe(false);
});

test('an added message does not change the ids matched after it', () => {
  const side = (words: string) => alone(events(words));
  const rest = 'text m1 "one" · tool c1 find {"q":1} · result c1 "5" · end';
  const found = compare(side(`run · text m0 "zero" · ${rest}`), side(`run · ${rest}`), ['ids']);
  const differing = found.rows.filter(({ kind }) => kind !== 'same');
  expect(differing.map(({ kind, a }) => [kind, a?.seq])).toEqual([
    ['removed', 1],
    ['removed', 2],
    ['removed', 3],
  ]);
});

test('an id that refers to another entity than before is a difference', () => {
  const side = (parent: string) => {
    const words = 'run · text m1 "one" · text m2 "two"';
    const call = { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'find', parentMessageId: parent };
    return alone([...events(words), call]);
  };
  const found = compare(side('m1'), side('m2'), ['ids']);
  expect(
    found.rows.filter(({ kind }) => kind !== 'same').map(({ a, b }) => [a?.content, b?.content]),
  ).toEqual([[expect.stringContaining('= m1'), expect.stringContaining('= m2')]]);
});

test('concurrent subagents may start and write in any order', () => {
  const subagent = (name: string, id: string, word: string): Lane => {
    const member = { subagentRunId: id };
    return [
      { type: 'SUBAGENT_STARTED', ...member, name },
      { type: 'TEXT_MESSAGE_START', messageId: `m${id}`, role: 'assistant', ...member },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: `m${id}`, delta: word, ...member },
      { type: 'TEXT_MESSAGE_END', messageId: `m${id}`, ...member },
      { type: 'SUBAGENT_FINISHED', ...member },
    ];
  };
  const side = (seed: number, lanes: readonly Lane[]) => {
    const [start = [], end = []] = ['run r on t', 'end'].map((words) => events(words));
    return alone([...start, ...merged(lanes, createRandom(seed).below, true), ...end]);
  };
  const one = side(1, [subagent('research', 's1', 'sun'), subagent('writing', 's2', 'rain')]);
  for (let seed = 2; seed < 20; seed++) {
    const same = side(seed, [subagent('writing', 'x', 'rain'), subagent('research', 'y', 'sun')]);
    expectNothing(compare(one, same, ['ids']), seed);
    const other = side(seed, [subagent('writing', 'x', 'rain'), subagent('research', 'y', 'fog')]);
    const { rows } = compare(one, other, ['ids']);
    const differing = rows.filter(({ kind }) => kind !== 'same');
    expect(differing.map(({ kind, a }) => `${kind} ${a?.type}`)).toEqual(['changed TEXT_MESSAGE_CONTENT']);
  }
});
