import { withoutQuery } from '@/lib/core/json/url';
import type { Stream } from '@/lib/core/log/types';
import { uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

/** Tests a URL with its query and without. */
function urlTest(value: string, isQuoted?: boolean) {
  const isNamed = globTest(value, isQuoted);
  return (stream: Stream | undefined) =>
    stream !== undefined && stream.url !== '' && [stream.url, withoutQuery(stream.url)].some(isNamed);
}

export const urlField: QueryField = {
  name: 'url',
  summary: 'Part of the request URL.',
  example: '/agent',
  test: (value, isQuoted) => {
    const isNamed = urlTest(value, isQuoted);
    return (seq, { log }) => isNamed(log.streamOf(seq));
  },
  testBoundary: (value, isQuoted) => {
    const isNamed = urlTest(value, isQuoted);
    return (boundary) => 'stream' in boundary && isNamed(boundary.stream);
  },
  values: (facts) => uniqueOf(facts, (seq) => facts.log.streamOf(seq)?.url ?? ''),
};
