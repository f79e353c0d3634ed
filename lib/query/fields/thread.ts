// The field `thread:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import type { Field } from '@/lib/query/types';

export const threadField: Field = {
  name: 'thread',
  summary: 'Id of the thread.',
  example: 'thread-1',
  test: byName((seq, facts) => facts.threadOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.threadOf(seq)),
};
