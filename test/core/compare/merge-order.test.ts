// The rows of several tracks, in one order.
import { expect, test } from 'vitest';
import { mergeOrder } from '@/lib/core/compare/rows';

const pair = (name: string, a?: number, b?: number) => ({
  name,
  ...(a !== undefined && { a: { start: a } }),
  ...(b !== undefined && { b: { start: b } }),
});

const names = (tracks: Parameters<typeof mergeOrder<ReturnType<typeof pair>>>[0]) =>
  mergeOrder(tracks).map(({ name }) => name);

test('an entity of one side is placed between its neighbours, in any track', () => {
  const run = [pair('start', 0, 0), pair('end', 5, 1)];
  const gone = [pair('gone 1', 1), pair('gone 4', 4)];
  const mixed = [pair('gone 2', 2), pair('gone 3', 3)];
  expect(names([run, gone, mixed])).toEqual(['start', 'gone 1', 'gone 2', 'gone 3', 'gone 4', 'end']);
});

test('each track keeps its order where tracks cross', () => {
  const order = names([
    [pair('x1', 0, 10), pair('x2', 1), pair('x3', 4, 11)],
    [pair('y1', 2, 0), pair('y2', undefined, 1), pair('y3', 3, 2)],
  ]);
  expect(order.filter((name) => name.startsWith('x'))).toEqual(['x1', 'x2', 'x3']);
  expect(order.filter((name) => name.startsWith('y'))).toEqual(['y1', 'y2', 'y3']);
});
