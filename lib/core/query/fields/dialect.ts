import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import type { QueryField } from '@/lib/core/query/types';

export const dialectField: QueryField = {
  name: 'dialect',
  summary: 'Dialect of the stream.',
  example: 'ag-ui-1.0',
  test: byName((seq, { log }) => log.streamOf(seq)?.dialect ?? ''),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.dialect ?? ''),
};
