// Missed goals of the benchmarks: all of them are found, and no others.
import { expect, test } from 'vitest';
import { isMissed } from './table';

test.each([
  ['≤ 3 µs', 3.1, undefined, true],
  ['≤ 3 µs', 3, undefined, false],
  ['≤ 1.35 times', 14, 10, true],
  ['≤ 1.35 times', 13, 10, false],
  ['≤ 2.5 µs on top', 3, 0.4, true],
  ['≤ 2.5 µs on top', 2.8, 0.4, false],
  ['0', 1, undefined, true],
  ['0', 0, 0, false],
  ['within noise', 12, 10, true],
  ['within noise', 10.5, 10, false],
  ['flat', 100, 1, false],
  ['≤ 0.01 of the client', 100, undefined, false],
  ['', 100, 1, false],
])('the goal %s with %f beside %s is missed: %s', (goal, ours, other, missed) => {
  const row = { what: '', beside: '', unit: '', ours, goal };
  expect(isMissed(other === undefined ? row : { ...row, other })).toBe(missed);
});
