// The field `type:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import type { Field } from '@/lib/query/types';

export const typeField: Field = {
  name: 'type',
  summary: 'Event type; * matches anything.',
  example: 'TOOL_*',
  test: byName((seq, { log }) => log.typeOf(seq)),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.typeOf(seq)),
};
