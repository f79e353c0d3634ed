import { expect, test } from 'vitest';
import { CLIENT_0_0, CLIENT_1_0, type Profile } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import { findingsOf, logOf } from '../../support/logs';
import { events } from '../../support/stream-text';

function truncation(text: string, profile: Profile): string | undefined {
  const findings = findingsOf(logOf(events(text)), createLintFold(profile));
  return findings.find(({ rule }) => rule === 'truncated-run')?.message;
}

test.each([CLIENT_1_0, CLIENT_0_0])(
  '$name: a truncated run states whether the client reports success',
  (profile) => {
    expect(truncation('run', profile)).toContain('still reports success');
    const stopped = truncation('run · say none "x"', profile);
    expect(stopped).toContain('had already stopped at event 1');
    expect(stopped).not.toContain('success');
  },
);
