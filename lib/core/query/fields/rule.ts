import { findingsAt, uniqueOf } from '@/lib/core/query/field-tests';
import { globTest } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

export const ruleField: QueryField = {
  name: 'rule',
  summary: 'Id of a rule with a finding about the event.',
  example: 'patch-failed',
  mayChangeLater: () => true,
  test: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (seq, facts) => facts.findingsOf(seq).some(({ rule }) => isNamed(rule));
  },
  testBoundary: (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (boundary, facts) => findingsAt(boundary, facts).some(({ rule }) => isNamed(rule));
  },
  values: (facts) => uniqueOf(facts, (seq) => facts.findingsOf(seq).map(({ rule }) => rule)),
};
