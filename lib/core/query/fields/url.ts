import { byName, uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const urlField: QueryField = {
  name: 'url',
  summary: 'Part of the request URL.',
  example: '/agent',
  test: byName((seq, { log }) => log.streamOf(seq)?.url ?? ''),
  testBoundary: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (boundary) =>
      'stream' in boundary && boundary.stream !== undefined && isNamed(boundary.stream.url);
  },
  values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.url ?? ''),
};
