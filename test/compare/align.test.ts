// The alignment against the plain way to find a longest common subsequence.
import { expect, test } from 'vitest';
import { align } from '@/lib/compare/align';
import { allSteps } from '@/lib/compare/steps';
import { createRandom } from '@/lib/redact/random';

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

function aligned(a: string, b: string) {
  return allSteps(align(a.length, b.length, (x, y) => a[x] === b[y]));
}

test('any two texts: every place once, in order, and as many pairs as there can be', () => {
  const random = createRandom([1, 2, 3, 4]);
  const text = () => Array.from({ length: random(14) }, () => 'abc'[random(3)]).join('');
  for (let round = 0; round < 3000; round++) {
    const [a, b] = [text(), text()];
    const { steps, isRough } = aligned(a, b);
    const pairs = steps.filter((step) => step.a >= 0 && step.b >= 0);
    expect(isRough).toBe(false);
    expect(
      steps
        .filter((step) => step.a >= 0)
        .map((step) => a[step.a])
        .join(''),
    ).toBe(a);
    expect(
      steps
        .filter((step) => step.b >= 0)
        .map((step) => b[step.b])
        .join(''),
    ).toBe(b);
    expect(pairs.every((step) => a[step.a] === b[step.b])).toBe(true);
    expect([a, b, pairs.length]).toEqual([a, b, longestCommon(a, b)]);
  }
});

test('what differs in everything is said to be rough, and its ends are still found', () => {
  const { steps, isRough } = allSteps(align(5000, 5000, (a, b) => a === b && (a < 10 || a >= 4990)));
  expect(isRough).toBe(true);
  expect(steps.filter((step) => step.a >= 0 && step.b >= 0)).toHaveLength(20);
});
