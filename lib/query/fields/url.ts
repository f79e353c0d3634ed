// The field `url:` of a query.
import { byName } from '@/lib/query/field-tests';
import { uniqueOf } from '@/lib/query/field-values';
import { globTest } from '@/lib/query/patterns';
import type { Field } from '@/lib/query/types';

export const urlField: Field = {
  name: 'url',
  summary: 'Part of the request URL.',
  example: '/agent',
  test: byName((seq, { log }) => log.streamOf(seq)?.url ?? ''),
  testBoundary: (value) => {
    const isNamed = globTest(value);
    return (boundary) =>
      'stream' in boundary && boundary.stream !== undefined && isNamed(boundary.stream.url);
  },
  values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.url ?? ''),
};
