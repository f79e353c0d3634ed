import { byNumber } from '@/lib/core/query/field-tests';
import { TIME_UNITS } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const gapField: QueryField = {
  name: 'gap',
  summary: 'Time since the previous event.',
  example: '>2s',
  test: byNumber(TIME_UNITS, (seq, { log }) =>
    seq === 0 ? 0 : Math.max(0, log.timeMsOf(seq) - log.timeMsOf(seq - 1)),
  ),
};
