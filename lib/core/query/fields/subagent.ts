import { uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryFacts, QueryField } from '@/lib/core/query/types';

function nameAt({ log }: QueryFacts, seq: number): string {
  const id = log.subagentOf(seq);
  return log.entities.subagentName(id, seq) || id;
}

export const subagentField: QueryField = {
  name: 'subagent',
  summary: 'Name or id of the subagent.',
  example: 'research*',
  test: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (seq, { log }) => {
      const id = log.subagentOf(seq);
      return id !== '' && (isNamed(id) || isNamed(log.entities.subagentName(id, seq)));
    };
  },
  values: (facts) => uniqueOf(facts, (seq) => nameAt(facts, seq)),
};
