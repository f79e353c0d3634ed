import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const agentField: QueryField = {
  name: 'agent',
  summary: 'Name of the agent, where a page has several.',
  example: 'research',
  test: byName((seq, { log, agentOf }) => agentOf(log.streamOf(seq))),
  testBoundary: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (boundary, { agentOf }) => 'stream' in boundary && isNamed(agentOf(boundary.stream));
  },
  values: (facts) => uniqueOf(facts, (seq) => facts.agentOf(facts.log.streamOf(seq))),
};
