// The field `run:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import type { Field } from '@/lib/query/types';

export const runField: Field = {
  name: 'run',
  summary: 'Id of the run.',
  example: 'run-1',
  test: byName((seq, facts) => facts.runOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.runOf(seq)),
};
