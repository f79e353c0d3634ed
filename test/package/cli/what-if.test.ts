// `lens what-if`: as text, as JSON, and the broken answer as a recording.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '@/lib/package/cli/program';
import { runLens, temporaryFolder } from '../../support/command';
import { sse } from '../../support/logs';

const SAMPLE = join(import.meta.dirname, '../../../public/sample.agui.jsonl');
const FIXTURES = join(import.meta.dirname, '../../fixtures');

const FOLDER = temporaryFolder();

const textOf = (...args: readonly string[]): string => [...runCommand(['what-if', ...args]).output].join('');

test('clients that end alike share a line', () => {
  const text = textOf(SAMPLE, '--run', '1', '--fault', 'crlf,no-finish,stall');
  expect(text).toMatch(/^Run 1 of sample\.agui\.jsonl, 65 events/);
  expect(text).toMatch(
    /\n {2}tanstack: the same\n {2}copilotkit, .*client-1\.0.*: messages differ \(1 at the end\); state differs; error, runAgent rejects: Unexpected .*; \[crlf-framing\]\n/,
  );
  expect(text).toMatch(/no-finish .*\n[\s\S]*client-1\.1: truncated, runAgent rejects: The stream ended/);
  expect(text).toMatch(/stall .*\n {2}every client: the same \[silence\]\n/);
  const ofOne = textOf(SAMPLE, '--run', '1', '--fault', 'stall', '--client', 'tanstack');
  expect(ofOne).toMatch(/\n {2}tanstack: the same \[silence\]\n/);
});

test('a run has the number of its own events', () => {
  const body = join(FOLDER, 'two.sse');
  const events = ['r1', 'r2'].flatMap((runId) => [
    { type: 'RUN_STARTED', threadId: 't', runId },
    ...(runId === 'r2' ? [{ type: 'CUSTOM', name: 'n', value: 1 }] : []),
    { type: 'RUN_FINISHED', threadId: 't', runId },
  ]);
  writeFileSync(body, sse(...events));
  expect(textOf(body, '--fault', 'cut')).toMatch(/^Run 2 of two\.sse, 3 events, in a response of 5: /);
});

test('options that --out does not use are refused', () => {
  for (const option of [['--json'], ['--client', 'tanstack']])
    expect(() => textOf(SAMPLE, '--fault', 'cut', '--out', 'unwritten', ...option)).toThrow(
      '--out writes the broken response alone: leave out --client and --json.',
    );
});

test('the last run with events, by default; one client, as JSON', () => {
  const { run, faults } = JSON.parse(
    textOf(SAMPLE, '--client', 'client-1.0', '--fault', 'http-500', '--json'),
  );
  expect(run).toBe(12);
  expect(faults).toMatchObject([
    {
      fault: 'http-500',
      applies: true,
      clients: [{ client: 'client-1.0', isSameEnd: false, newFindings: ['http-error'] }],
    },
  ]);
});

test('writes the broken answer, which check then judges', () => {
  const out = join(FOLDER, 'cut.agui.jsonl');
  expect(textOf(SAMPLE, '--run', '2', '--fault', 'cut', '--out', out)).toBe('');
  expect(runLens(['check', out])).toMatchObject({ code: 1, out: expect.stringContaining('truncated-run') });
});

test('protobuf is broken as server-sent events', () => {
  const file = join(FIXTURES, 'recordings/a1-httpagent.proto-all.agui.jsonl');
  expect(textOf(file, '--fault', 'split')).toMatch(/split .*\n {2}every client: the same/);
});

test.each([
  [['--run', '99'], /There is no run 99 in sample\.agui\.jsonl, which has 13\./],
  [['--run', '13'], /Run 13 of sample\.agui\.jsonl has no event\./],
  [['--fault', 'flood'], /--fault must be one of cut, .*, not 'flood'\./],
  [['--client', 'mine'], /--client must be one of .*tanstack.*, not 'mine'\./],
  [['--out', 'x'], /--out writes one response: name it with --fault\./],
  [['--run', '12', '--fault', 'late-error', '--out', 'x'], /The fault late-error does not apply/],
] as const)('invalid arguments are refused: %j', (args, text) =>
  expect(() => textOf(SAMPLE, ...args)).toThrow(text),
);
