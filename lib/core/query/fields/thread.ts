import { byInput, byName, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const threadField: QueryField = {
  name: 'thread',
  summary: 'Id of the thread.',
  example: 'thread-1',
  test: byName((seq, facts) => facts.threadOf(seq)),
  testBoundary: byInput('threadId'),
  values: (facts) => uniqueOf(facts, (seq) => facts.threadOf(seq)),
};
