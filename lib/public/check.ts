// What is wrong in a stream.
import { PROFILE_IDS, PROFILES } from '@/lib/consumer/profile';
import { namedRules, ruleTextOf } from '@/lib/lint/selection';
import { checkWalk } from './check-walk';
import { openedOf } from './kept';
import { oneOf } from './lens-error';
import { readersFor } from './readers';
import { rulesNamed } from './rules-named';
import type { Checked, CheckOptions, Source } from './types';

/**
 * Finds what violates the protocol, what it means for the app, and how to mend it. Throws a LensError where there is no
 * event.
 */
export function check(source: Source, options: CheckOptions = {}): Checked {
  const opened = openedOf(source, options);
  const { profile, consumer, off = [] } = options;
  const { rulesOff = [] } = opened.annotations;
  const readers = readersFor(consumer, opened.annotations);
  const judge = profile === undefined ? readers : PROFILES[oneOf('profile', PROFILE_IDS, profile)];
  const ids = new Set([...rulesNamed(off, 'off'), ...namedRules(rulesOff).ids]);
  const { findings, leftOut, missing } = checkWalk(opened, judge, ids);
  return {
    ok: !findings.some(({ severity }) => severity === 'error'),
    findings: findings.map(({ beforeSeq: _beforeSeq, ...finding }) => {
      const { impact, fix, spec } = ruleTextOf(finding.rule);
      return { ...finding, impact, fix, spec };
    }),
    leftOut,
    ...(missing !== undefined && { missing }),
  };
}
