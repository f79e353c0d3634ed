import { isAboveInfo } from '@/lib/core/lint/order';
import { findingsAt } from '@/lib/core/query/field-tests';
import { KINDS, kindOf } from '@/lib/core/query/kinds';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const kindField: QueryField = {
  name: 'kind',
  summary: `What an event is about: ${KINDS.join(', ')}.`,
  example: 'tools',
  mayChangeLater: (value) => globTest(value)('findings'),
  test(value) {
    const isNamed = globTest(value);
    if (!KINDS.some(isNamed)) return { problem: `'${value}' is not one of ${KINDS.join(', ')}.` };
    return (seq, facts) =>
      isNamed(kindOf(facts.log.typeOf(seq))) ||
      (isNamed('findings') && facts.findingsOf(seq).some(isAboveInfo));
  },
  testBoundary(value) {
    const isNamed = globTest(value);
    return (boundary, facts) =>
      (isNamed('requests') && ['open', 'request', 'close'].includes(boundary.kind)) ||
      (isNamed('findings') && findingsAt(boundary, facts).some(isAboveInfo));
  },
  values: () => KINDS,
};
