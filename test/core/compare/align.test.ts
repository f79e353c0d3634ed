// The alignment against the plain way to find a longest common subsequence, and with concurrent items.
import { expect, test } from 'vitest';
import { type Alignable, align } from '@/lib/core/compare/align';
import { createRandom } from '../model/random';

interface Letter extends Alignable {
  readonly letter: string;
}

function lettersOf(text: string, length = 1): readonly Letter[] {
  return Array.from(text, (letter, at) => ({ letter, keys: [letter], start: at, end: at + length - 1 }));
}

function longestCommon(a: string, b: string): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (let at = 0; at < b.length; at++) {
      next.push(left === b[at] ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const textOf = (letters: readonly (Letter | undefined)[]): string =>
  letters.map((item) => item?.letter ?? '').join('');

test('two random texts are aligned: every letter once, in order, with as many pairs as possible', () => {
  const random = createRandom(1).below;
  const text = () => Array.from({ length: random(14) }, () => 'abc'[random(3)]).join('');
  for (let round = 0; round < 2000; round++) {
    const [a, b] = [text(), text()];
    const { pairs, isRough } = align(lettersOf(a), lettersOf(b));
    expect(isRough).toBe(false);
    expect([textOf(pairs.map((pair) => pair.a)), textOf(pairs.map((pair) => pair.b))]).toEqual([a, b]);
    const same = pairs.filter(({ kind }) => kind === 'same');
    expect(same.every((pair) => pair.a?.letter === pair.b?.letter)).toBe(true);
    expect([a, b, same.length]).toEqual([a, b, longestCommon(a, b)]);
  }
});

test('the order of concurrent items is no difference, that of others is', () => {
  const kinds = (a: readonly Letter[], b: readonly Letter[]) => align(a, b).pairs.map(({ kind }) => kind);
  expect(kinds(lettersOf('abc', 3), lettersOf('cba'))).toEqual(['same', 'same', 'same']);
  expect(kinds(lettersOf('cba'), lettersOf('abc', 3))).toEqual(['same', 'same', 'same']);
  // A letter lasts until its successor: the first and the last are not concurrent.
  expect(kinds(lettersOf('abc', 2), lettersOf('cba'))).not.toEqual(['same', 'same', 'same']);
});

test('repeated items between concurrent ones are no difference either', () => {
  const random = createRandom(5).below;
  /** Two equal points in time, one in between, and three items that last until the end. */
  const side = (): readonly Letter[] => {
    const [first, second] = [random(9), 9 + random(9)];
    const lasting = ['x', 'y', 'z'].map((letter) => ({
      letter,
      keys: [letter],
      start: random(3) / 4,
      end: 20,
    }));
    const points = [first, second].map((at) => ({ letter: 's', keys: ['s'], start: at, end: at }));
    const last = { letter: 'e', keys: ['e'], start: 9, end: 9 };
    return [...lasting, ...points, last].toSorted((a, b) => a.start - b.start);
  };
  for (let round = 0; round < 500; round++) {
    const { pairs } = align(side(), side());
    expect(pairs.map(({ kind }) => kind)).toEqual(pairs.map(() => 'same'));
    expect(pairs).toHaveLength(6);
  }
});

test('completely different lists are compared roughly, with their common ends paired', () => {
  const list = (name: string) =>
    Array.from({ length: 20_000 }, (_none, at) => {
      const isEnd = at < 10 || at >= 19_990;
      return { keys: [`${isEnd ? '' : name} ${at}`], start: at, end: at };
    });
  const { pairs, isRough } = align(list('a'), list('b'));
  expect(isRough).toBe(true);
  expect(pairs.filter(({ kind }) => kind === 'same')).toHaveLength(20);
});
