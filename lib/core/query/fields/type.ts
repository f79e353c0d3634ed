import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const typeField: QueryField = {
  name: 'type',
  summary: 'Event type; * matches anything.',
  example: 'TOOL_*',
  test: byName((seq, { log }) => log.typeOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.typeOf(seq)),
};
