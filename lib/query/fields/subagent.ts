// The field `subagent:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import type { Field } from '@/lib/query/types';

export const subagentField: Field = {
  name: 'subagent',
  summary: 'Id of the subagent.',
  example: 'research*',
  test: byName((seq, { log }) => log.subagentOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.subagentOf(seq)),
};
