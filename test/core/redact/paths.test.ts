// The choice of paths to keep takes bounded work for sessions of any size.
import { expect, test } from 'vitest';
import { type PathNode, pathsOf } from '@/lib/core/redact/paths';
import { logOf } from '../../support/logs';

const count = (nodes: readonly PathNode[]): number =>
  nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);

/** An object with members, each with the same below it. */
function wide(members: number, depth: number): object {
  const inner = depth === 0 ? 1 : wide(members, depth - 1);
  return Object.fromEntries(Array.from({ length: members }, (_none, at) => [`key${at}`, inner]));
}

test('a type with very many paths leaves room for others, and the number of paths is limited', () => {
  const snapshots = Array.from({ length: 5 }, () => ({ type: 'STATE_SNAPSHOT', snapshot: wide(40, 2) }));
  const found = pathsOf(logOf([...snapshots, { type: 'CUSTOM', name: 'n', value: { city: 'Bonn' } }]));
  const [states, custom] = found;
  expect(found.map(({ path }) => path)).toEqual(['STATE_SNAPSHOT', 'CUSTOM']);
  expect(count(states?.children ?? [])).toBeLessThanOrEqual(300);
  expect(custom?.children.map(({ path }) => path)).toContain('CUSTOM/value');
  const types = Array.from({ length: 5_000 }, (_none, at) => ({ type: `T${at}`, a: at }));
  expect(count(pathsOf(logOf(types)))).toBeLessThanOrEqual(3_000);
});

test('paths beyond the limit of the list are marked', () => {
  const placeOf = (members: number) =>
    pathsOf(logOf([{ type: 'STATE_SNAPSHOT', snapshot: wide(members, 0) }]));
  const snapshot = (members: number) => placeOf(members)[0]?.children.find(({ name }) => name === 'snapshot');
  expect(snapshot(60)).not.toHaveProperty('isCut');
  for (const members of [61, 2_000]) expect(snapshot(members)).toMatchObject({ isCut: true });
});

test('only some very long events are searched for paths; all types can be kept completely', () => {
  const text = 'x'.repeat(1_000_000);
  const events = ['A', 'B', 'C'].flatMap((type) =>
    Array.from({ length: 6 }, () => ({ type, value: { text } })),
  );
  const log = logOf(events);
  let looked = 0;
  const counting = {
    length: log.length,
    lengthOf: (seq: number) => log.lengthOf(seq),
    typeOf: (seq: number) => log.typeOf(seq),
    streams: log.streams,
    at(seq: number) {
      looked++;
      return log.at(seq);
    },
  };
  expect(pathsOf(counting).map(({ path }) => path)).toEqual(['A', 'B', 'C']);
  expect(looked).toBeLessThan(9);
});
