// Tests that several query fields share: names with wildcards, numbers with a unit.
import { comparison, globTest } from '@/lib/core/query/patterns';
import type { EventTest, QueryFacts, QueryField } from '@/lib/core/query/types';

/** Matches the name of an event ('' for none); `*` matches any text. */
export function byName(nameOf: (seq: number, facts: QueryFacts) => string): (value: string) => EventTest {
  return (value) => {
    const isNamed = globTest(value);
    return (seq, facts) => {
      const name = nameOf(seq, facts);
      return name !== '' && isNamed(name);
    };
  };
}

/** Compares a number of an event, in the base unit of `units`, with `>2s` and the like. */
export function byNumber(
  units: Readonly<Record<string, number>>,
  numberOf: (seq: number, facts: QueryFacts) => number,
): QueryField['test'] {
  return (value) => {
    const test = comparison(value, units);
    if (test !== undefined) return (seq, facts) => test(numberOf(seq, facts));
    const known = Object.keys(units).filter((unit) => unit !== '');
    return { problem: `'${value}' is not a number like >2${known[1] ?? ''}. Units: ${known.join(', ')}.` };
  };
}
