import { byNumber } from '@/lib/core/query/field-tests';
import { TIME_UNITS } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const atField: QueryField = {
  name: 'at',
  summary: 'Time since the first event.',
  example: '<10s',
  test: byNumber(TIME_UNITS, (seq, { log }) => log.timeMsOf(seq) - log.timeMsOf(0)),
};
