import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const runField: QueryField = {
  name: 'run',
  summary: 'Id of the run.',
  example: 'run-1',
  test: byName((seq, facts) => facts.runOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.runOf(seq)),
};
