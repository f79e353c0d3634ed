// Each recurring problem is named by a finding, in words that would have saved who had it.
import { expect, test } from 'vitest';
import { rules } from '@/lib/core/lint/rules';
import type { Log } from '@/lib/core/log/log';
import { PROBLEMS, type Problem } from '../../fixtures/problems';
import { logOfRule } from '../../support/fixture-records';
import { findingsOf } from '../../support/logs';
import { play } from '../../support/played';

const logOf = ({ seen }: Problem): Log => (typeof seen === 'string' ? logOfRule(seen) : play(...seen));

test.each(PROBLEMS.map((problem) => [problem.number, problem.what, problem] as const))(
  '%s: %s',
  (_n, _what, problem) => {
    const findings = findingsOf(logOf(problem));
    if (problem.rule === undefined) {
      expect(findings).toEqual([]);
      return;
    }
    const named = findings.filter(({ rule }) => rule === problem.rule);
    expect(named, findings.map(({ rule, message }) => `${rule}: ${message}`).join('\n')).toHaveLength(1);
    const rule = rules.find(({ id }) => id === problem.rule);
    const text = `${named[0]?.message} ${rule?.impact} ${rule?.fix}`;
    for (const words of problem.patterns ?? []) expect(text).toMatch(words);
  },
);

test('every problem of the list has a stream', () => {
  const numbers = new Set(PROBLEMS.map(({ number }) => Number.parseInt(number, 10)));
  for (let number = 1; number <= 25; number++) expect(numbers).toContain(number);
});
