import { byNumber } from '@/lib/core/query/field-tests';
import { SIZE_UNITS } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const sizeField: QueryField = {
  name: 'size',
  summary: 'Length of the frame on the wire.',
  example: '>10kB',
  test: byNumber(SIZE_UNITS, (seq, { log }) => log.lengthOf(seq)),
};
