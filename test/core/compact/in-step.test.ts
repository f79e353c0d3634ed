// A thread of two models, compared again and again while both go on: the same answer as a full comparison.
import { expect, test } from 'vitest';
import { InStep } from '@/lib/core/compact/in-step';
import { canonical } from '@/lib/core/compact/replay';
import { applyPatch } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { LARGE_MIN } from '@/lib/core/json/json-draft';
import { type ChunkedList, inserted, listOf, pushed, removed, replaced } from '@/lib/core/json/list';
import { Owner } from '@/lib/core/json/owner';
import { createRandom, type Random } from '../model/random';

const FIRST = Number(process.env['LENS_SEED'] ?? 1);
const ROUNDS = 40;
const seeds = Array.from({ length: 12 }, (_none, at) => FIRST + at);

const large = (): Json => ({
  map: Object.fromEntries(Array.from({ length: LARGE_MIN + 20 }, (_none, i) => [`k${i}`, { n: i, in: [i] }])),
  list: Array.from({ length: LARGE_MIN + 20 }, (_none, i) => ({ n: i })),
  small: { a: { b: [1, { c: 1 }] } },
});

function patchOf(random: Random): Json {
  const key = `/map/k${random.below(LARGE_MIN + 40)}`;
  const at = `/list/${random.below(LARGE_MIN)}`;
  const value = random.pick<Json>([0, 1, null, { n: 1 }, { n: 1, in: [2] }, [], {}]);
  return [
    random.pick<Json>([
      { op: 'add', path: key, value },
      { op: 'remove', path: key },
      { op: 'replace', path: `${key}/n`, value },
      { op: 'add', path: at, value },
      { op: 'remove', path: at },
      { op: 'replace', path: `${at}/n`, value },
      { op: 'replace', path: '/small/a/b/1/c', value: random.below(3) },
      { op: 'add', path: '/small/a/b/1', value: { c: random.below(3) } },
      { op: 'remove', path: '/small/a/b/1' },
      { op: 'add', path: `/small/${random.below(3)}`, value },
      { op: 'copy', from: '/small/a', path: '/small/twin' },
      { op: 'replace', path: '/small', value: { a: { b: [1, { c: 1 }] } } },
    ]),
  ];
}

/** The document after a patch, which nothing changes any more; the same document if the patch fails. */
function patched(document: Json, patch: Json): Json {
  const result = applyPatch(document, patch, new Owner());
  return result.ok ? (result.document ?? null) : document;
}

test.each(seeds)('states, seed %i', (seed) => {
  const random = createRandom(seed);
  const inStep = new InStep();
  let [one, other] = [large(), large()];
  const answers = new Set<boolean>();
  for (let round = 0; round < ROUNDS; round++) {
    const patch = patchOf(random);
    one = patched(one, patch);
    other = patched(other, random.chance(0.7) ? patch : patchOf(random));
    const isSame = inStep.hasSameState('t', one, other);
    expect(isSame, `round ${round}`).toBe(canonical(one) === canonical(other));
    answers.add(isSame);
    if (!isSame && random.chance(0.5))
      other = random.chance(0.5) ? one : structuredClone(JSON.parse(JSON.stringify(one)));
  }
  expect(answers.size).toBe(2);
});

type Messages = ChunkedList<{ readonly message: unknown }>;

function changed(messages: Messages, random: Random): Messages {
  const owner = new Owner();
  const at = random.below(Math.max(1, messages.length));
  const item = { message: { id: `m${random.below(9)}`, content: random.below(3) } };
  const how = random.below(10);
  if (how < 5 || messages.length < 3) return pushed(messages, item, owner);
  if (how < 7) return replaced(messages, random.chance(0.7) ? messages.length - 1 : at, item, owner);
  return how < 8 ? inserted(messages, at, item, owner) : removed(messages, at, owner);
}

test.each(seeds)('messages, seed %i', (seed) => {
  const random = createRandom(seed);
  const inStep = new InStep();
  const begin = Array.from({ length: random.pick([0, 1, 300]) }, (_none, i) => ({
    message: { id: `b${i}` },
  }));
  let one: Messages = listOf(begin);
  let other: Messages = listOf(begin);
  const answers = new Set<boolean>();
  for (let round = 0; round < ROUNDS; round++) {
    const again = random.below(1_000_000);
    one = changed(one, createRandom(again));
    other = changed(other, createRandom(random.chance(0.7) ? again : again + 1));
    const isSame = inStep.hasSameMessages(
      { threadId: 't', messages: one },
      { threadId: 't', messages: other },
    );
    expect(isSame, `round ${round}`).toBe(canonical([...one]) === canonical([...other]));
    answers.add(isSame);
    if (!isSame && random.chance(0.5)) other = listOf([...one].map(({ message }) => ({ message })));
  }
  expect(answers.size).toBe(2);
});

test('threads are told apart', () => {
  const inStep = new InStep();
  const of = (id: string): Messages => listOf([{ message: { id } }]);
  const same = of('a');
  expect(inStep.hasSameMessages({ threadId: '1', messages: same }, { threadId: '1', messages: same })).toBe(
    true,
  );
  expect(
    inStep.hasSameMessages({ threadId: '2', messages: same }, { threadId: '2', messages: of('b') }),
  ).toBe(false);
});

test('asking costs what has changed, however long the conversation is', () => {
  const inStep = new InStep();
  let reads = 0;
  const told = (id: number) => ({
    get message() {
      reads++;
      return { id };
    },
  });
  let [one, other]: [Messages, Messages] = [listOf([]), listOf([])];
  const TURNS = 2_000;
  for (let turn = 0; turn < TURNS; turn++) {
    one = pushed(one, told(turn), new Owner());
    other = pushed(other, told(turn), new Owner());
    expect(inStep.hasSameMessages({ threadId: 't', messages: one }, { threadId: 't', messages: other })).toBe(
      true,
    );
  }
  expect(reads).toBeLessThanOrEqual(4 * TURNS);
});
