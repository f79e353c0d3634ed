import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const subagentField: QueryField = {
  name: 'subagent',
  summary: 'Id of the subagent.',
  example: 'research*',
  test: byName((seq, { log }) => log.subagentOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.subagentOf(seq)),
};
