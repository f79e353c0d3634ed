// Large files are read in steps: what is not kept needs no memory, whatever the size of the file. The heap is too small
// for the file.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bigRun } from '../../bench/big-file';
import { temporaryFolder } from '../../support/command';
import { sse } from '../../support/logs';
import { writeProgram } from '../../support/program';
import { sampleSize } from '../../support/sample-size';

const MEGABYTES = sampleSize(240, 'LENS_MEGABYTES', 12);
/** In megabytes: the program needs 20, and a fifth of the file is enough, however large that is. */
const HEAP = Math.max(28, MEGABYTES / 5);

const folder = temporaryFolder();
let runs = 0;
let program = '';
beforeAll(async () => {
  program = await writeProgram(folder);
  const file = openSync(join(folder, 'big.sse'), 'w');
  for (let left = MEGABYTES * 1024 * 1024; left > 0; runs++) {
    const text = sse(...bigRun(runs));
    writeSync(file, text);
    left -= text.length;
  }
  closeSync(file);
});

const EVENTS_OF_RUN = [...bigRun(0)].length;
// Of each run: its two ends, a message and a call of three events each, one state.
const KEPT_OF_RUN = 9;

/** Runs a command over a file; `pipe` is the target of its output. */
function lens(command: string, file: string, rest: string, pipe: string): string {
  const path = join(folder, file);
  const script = `"${process.execPath}" "${program}" ${command} "${path}" ${rest} ${pipe}`;
  const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${HEAP}` };
  const { stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 30,
  });
  expect(stderr).toBe('');
  return stdout;
}

test.each<readonly [command: string, rest: string, ofRun: number, besides: number]>([
  ['events', '', EVENTS_OF_RUN, 0],
  ['convert', '--to ndjson-file', EVENTS_OF_RUN, 0],
  // With the brackets of the array.
  ['compact', '--mode stock', KEPT_OF_RUN, 2],
])(
  '%s works on a large file in little memory',
  (command, rest, ofRun, besides) => {
    // Only what is counted is kept of the output.
    const lines = lens(command, 'big.sse', rest, '| cut -c1-4').trimEnd().split('\n');
    expect(lines).toHaveLength(runs * ofRun + besides);
  },
  240_000,
);

test.each(['recording', 'json-array'])(
  'events of a %s',
  (format) => {
    const file = `big.${format === 'recording' ? 'agui.jsonl' : 'json'}`;
    lens('convert', 'big.sse', `--to ${format}`, `> "${join(folder, file)}"`);
    const lines = lens('events', file, '', '| cut -c1-4').trimEnd().split('\n');
    expect(lines).toHaveLength(runs * EVENTS_OF_RUN);
  },
  480_000,
);
