import { byInput, uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const runField: QueryField = {
  name: 'run',
  summary: 'Id of the run, or its number: #2.',
  example: 'run-1',
  test: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    const numbers = value.split(',');
    return (seq, facts) => {
      const id = facts.runOf(seq);
      if (id !== '' && isNamed(id)) return true;
      return value.includes('#') && numbers.includes(`#${facts.runNumberOf(seq)}`);
    };
  },
  testBoundary: byInput('runId'),
  values: (facts) => uniqueOf(facts, (seq) => facts.runOf(seq)),
};
