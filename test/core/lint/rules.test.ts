// Every rule has a stream that fires it and nothing else, and is silent on streams that the stock client accepts.
// `LENS_UPDATE=1` writes the expected findings anew.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_0_0, type Profile, SPEC } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import { rules } from '@/lib/core/lint/rules';
import { logOfRule } from '../../support/fixture-records';
import { expectGolden } from '../../support/golden';
import { findingsOf, logOf } from '../../support/logs';
import { sampleSize } from '../../support/sample-size';
import { runClient10 } from '../clients/client-1.0';
import { randomStream } from '../model/random-stream';

const FOLDER = join(import.meta.dirname, '../../fixtures/lint');

// Profiles other than the client 1.0.
const PROFILE_OF: Readonly<Record<string, Profile>> = {
  'thinking-order': CLIENT_0_0,
  'run-ids-disagree': SPEC,
};
// Further findings that come with a violation.
const ALSO: Readonly<Record<string, readonly string[]>> = {
  nulls: ['old-spelling'],
  'old-spelling': ['nulls'],
  'zero-length-frame': ['unreadable-frame'],
  'hidden-events': ['run-already-active'],
  'masked-error': ['event-after-terminal', 'hidden-events', 'run-error'],
  'incomplete-stream': ['run-error'],
  // A page that answers is quoted.
  'zero-events': ['unread-text'],
  'endless-runs': ['run-error'],
  'large-snapshots': ['unchanged-snapshots'],
  'no-known-event': ['truncated-run', 'unknown-type'],
};

test.each(rules.map((rule) => rule.id))('%s fires on its stream, alone', (id) => {
  const findings = findingsOf(logOfRule(id), createLintFold(PROFILE_OF[id]));
  expectGolden(join(FOLDER, id, 'expected.json'), findings);
  expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([id, ...(ALSO[id] ?? [])]));
});

test('no error is found in a stream that the stock client accepts', async () => {
  let checked = 0;
  for (let seed = 1; seed <= sampleSize(100); seed++) {
    const events = randomStream(seed);
    const views = await runClient10(events);
    if (views.at(-1)?.error !== undefined) continue;
    checked++;
    const errors = findingsOf(logOf(events)).filter(
      // A server may well report a failed run.
      ({ severity, rule }) => severity === 'error' && rule !== 'run-error',
    );
    expect(errors, `seed ${seed}`).toEqual([]);
  }
  expect(checked).toBeGreaterThan(sampleSize(20));
});
