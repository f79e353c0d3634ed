// What is wrong in a stream.
import { PROFILE_IDS, PROFILES } from '@/lib/consumer/profile';
import { namedRules, ruleTextOf } from '@/lib/lint/selection';
import { checkWalk } from './check-walk';
import { OptionError, oneOf } from './lens-error';
import { openedOf } from './read';
import { readersFor } from './readers';
import type { Checked, CheckOptions, Source } from './types';

/** The ids of rules with hand-written names; an unknown name is an error. */
export function rulesNamed(names: readonly string[], where: string): ReadonlySet<string> {
  const { ids, unknown } = namedRules(names);
  if (unknown.length === 0) return ids;
  throw new OptionError(`${where} names unknown rules: ${unknown.map((name) => `'${name}'`).join(', ')}.`);
}

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
