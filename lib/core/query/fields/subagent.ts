import { subagentNameAt } from '@/lib/core/log/stream-facts';
import { uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const subagentField: QueryField = {
  name: 'subagent',
  summary: 'Name or id of the subagent.',
  example: 'research*',
  test: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (seq, { log }) => {
      const id = log.subagentOf(seq);
      return id !== '' && (isNamed(id) || isNamed(subagentNameAt(log, seq)));
    };
  },
  values: (facts) => uniqueOf(facts, (seq) => subagentNameAt(facts.log, seq)),
};
