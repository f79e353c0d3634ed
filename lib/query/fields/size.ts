// The field `size:` of a query.
import { byNumber } from '@/lib/query/field-tests';
import { SIZE_UNITS } from '@/lib/query/patterns';
import type { Field } from '@/lib/query/types';

export const sizeField: Field = {
  name: 'size',
  summary: 'Length of the frame on the wire.',
  example: '>10kB',
  test: byNumber(SIZE_UNITS, (seq, { log }) => log.lengthOf(seq)),
};
