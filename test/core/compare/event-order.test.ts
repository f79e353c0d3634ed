// The rows of several tracks, in one order.
import { expect, test } from 'vitest';
import { inEventOrder } from '@/lib/core/compare/rows';

const pair = (name: string, a?: number, b?: number) => ({
  name,
  ...(a !== undefined && { a: { start: a } }),
  // The track is the first letter.
  ...(b !== undefined && { b: { start: b, track: name.charCodeAt(0) } }),
});

const names = (rows: readonly ReturnType<typeof pair>[]) => inEventOrder(rows).map(({ name }) => name);

test('rows are in the order of events, whatever their track and entity', () => {
  const run = [pair('start', 0, 0), pair('end', 5, 1)];
  const entities = [pair('gone 1', 1), pair('gone 4', 4), pair('gone 2', 2), pair('gone 3', 3)];
  expect(names([...run, ...entities])).toEqual(['start', 'gone 1', 'gone 2', 'gone 3', 'gone 4', 'end']);
});

test('a row only in b follows what only a has there, and its predecessor in b', () => {
  const rows = [
    pair('x1', 0, 0),
    pair('x+3', undefined, 3),
    pair('x+1', undefined, 1),
    pair('y+2', undefined, 2),
  ];
  const order = ['x1', 'gone', 'x+1', 'y+2', 'x+3', 'x4', 'x+5'];
  expect(names([pair('x+5', undefined, 5), pair('x4', 2, 4), ...rows, pair('gone', 1)])).toEqual(order);
});

test('each track keeps its order where tracks cross', () => {
  const order = names([
    ...[pair('x1', 0, 1), pair('x2', 1), pair('x3', 4, 11)],
    ...[pair('y1', 2, 0), pair('y2', undefined, 0.5), pair('y3', 3, 2)],
  ]);
  expect(order.filter((name) => name.startsWith('x'))).toEqual(['x1', 'x2', 'x3']);
  expect(order.filter((name) => name.startsWith('y'))).toEqual(['y1', 'y2', 'y3']);
});

test('a last row only in b does not precede its track', () => {
  const other = [pair('u1', 0, 1), pair('u2', 1, 4), pair('u3', 4, 5)];
  const track = [pair('t1', 2, 0), pair('t2', 3, 2), pair('t+3', undefined, 3)];
  expect(names([...other, ...track])).toEqual(['u1', 'u2', 't1', 't2', 't+3', 'u3']);
});
