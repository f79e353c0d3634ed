// The field `url:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import type { Field } from '@/lib/query/types';

/** `url:` */
export const urlField: Field = {
  name: 'url',
  summary: 'Part of the request URL.',
  example: '/agent',
  test: byName((seq, { log }) => log.streamOf(seq)?.url ?? ''),
  values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.url ?? ''),
};
