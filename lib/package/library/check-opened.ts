// The findings of what was opened, with what the library says of each.
import type { Readers } from '@/lib/core/consumers/consumers';
import { CLIENT_1_0, PROFILE_IDS, PROFILES } from '@/lib/core/consumers/profile';
import { namedRules, ruleTextOf } from '@/lib/core/lint/selection';
import { checkWalk } from './check-walk';
import { oneOf } from './lens-error';
import type { Opened } from './opened';
import { readersFor } from './readers';
import { rulesNamed } from './rules-named';
import type { Checked, CheckOptions } from './types';

/** Judges as the options say; `asRead` may change who reads where they say nothing. */
export function checkOpened(
  opened: Opened,
  { profile, consumer, off = [] }: CheckOptions,
  asRead: (readers: Readers) => Readers = (readers) => readers,
): Checked {
  const { rulesOff = [] } = opened.annotations;
  const readers = readersFor(consumer, opened.annotations);
  const judge =
    profile === undefined
      ? consumer === undefined
        ? asRead(readers)
        : readers
      : PROFILES[oneOf('profile', PROFILE_IDS, profile)];
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

/** Where nobody knows who reads, the stock client does: a test is to say what would stop it. */
export function orStock(readers: Readers): Readers {
  return (stream, seq) => {
    const reader = readers(stream, seq);
    return reader.profile === undefined ? { ...reader, profile: CLIENT_1_0 } : reader;
  };
}
