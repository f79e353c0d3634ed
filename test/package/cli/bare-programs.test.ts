// Programs without anything that tests load before them: each brings what judges odd events, and what reads protobuf.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from '@ag-ui/proto';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/command';
import { writeProgram } from '../../support/program';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = temporaryFolder();

/** An event that only a schema can judge: a number where a text belongs. */
const ODD = join(FOLDER, 'odd.sse');
writeFileSync(ODD, 'data: {"type":"RUN_STARTED","threadId":"t","runId":7}\n\n');

const BINARY = join(FOLDER, 'run.bin');
const MESSAGE = encode({ type: 'RUN_STARTED', threadId: 't', runId: 'r' } as Parameters<typeof encode>[0]);
writeFileSync(BINARY, Buffer.concat([Buffer.from([0, 0, 0, MESSAGE.length]), MESSAGE]));

function bare(...args: readonly string[]): { readonly out: string; readonly err: string } {
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { out: stdout, err: stderr };
}

let programs = 0;
/** A program that reads both files by a function of its own, and prints its result. */
async function program(lines: string): Promise<string> {
  const path = join(FOLDER, `${++programs}.mts`);
  writeFileSync(path, lines);
  const { out, err } = bare(await writeProgram(FOLDER, path), ODD, BINARY);
  return out + err;
}

test('the command line runs without the packages of the project', async () => {
  const cli = await writeProgram(FOLDER);
  expect(bare(cli, 'check', ODD)).toEqual({ out: expect.stringContaining('malformed-event'), err: '' });
  expect(bare(cli, 'at', ODD, '--view', 'app').err).toBe('');
  expect(bare(cli, 'events', BINARY)).toEqual({
    out: expect.stringContaining('"type":"RUN_STARTED"'),
    err: '',
  });
});

test('an output that cannot be written is reported, a closed one is not', async () => {
  const lens = `'${process.execPath}' '${await writeProgram(FOLDER)}'`;
  const shell = (line: string) => {
    const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    return { status, stderr };
  };
  expect(shell(`${lens} check '${ODD}' > /dev/full`)).toEqual({
    status: 2,
    stderr: 'Cannot write to standard output: the disk is full (ENOSPC).\n',
  });
  expect(shell(`${lens} check no.sse 2> /dev/full`)).toEqual({ status: 2, stderr: '' });
  // The exit code reports findings, too.
  const early = `set -o pipefail; ${lens} check '${ODD}' --format sarif | head -c 1 > /dev/null`;
  expect(shell(early)).toEqual({ status: 1, stderr: '' });
});

test('the library runs without the packages of the project', async () => {
  const found = await program(`
    import { check, readFile } from '${ROOT}/lib/package/library/index.ts';
    const [odd, binary] = await Promise.all(process.argv.slice(2).map((path) => readFile(path)));
    console.log(JSON.stringify([check(odd).findings.map(({ rule }) => rule), binary.events.map(({ type }) => type)]));
  `);
  expect(JSON.parse(found)).toEqual([expect.arrayContaining(['malformed-event']), ['RUN_STARTED']]);
});

test('the worker runs without the packages of the project', async () => {
  const found = await program(`
    import { readFileSync } from 'node:fs';
    import { createServer } from '${ROOT}/lib/panel/file-worker/serve.ts';
    import { serveWriting } from '${ROOT}/lib/panel/file-worker/serve-writing.ts';
    for (const path of process.argv.slice(2)) {
      const serve = createServer({ write: serveWriting }, (report) => {
        if (report.kind === 'progress') return;
        if (report.kind !== 'written') console.log(JSON.stringify(report));
        else console.log(report.file.examined.events, report.file.replaced > 0);
      });
      const files = [{ name: path, blob: new Blob([readFileSync(path)]) }];
      const task = { kind: 'write', files, format: 'compacted-safe', scope: { kind: 'all' }, level: 'share', keep: [], annotations: {}, isExamined: true };
      serve({ kind: 'begin', task });
      serve({ kind: 'end' });
    }
  `);
  expect(found).toBe('1 true\n1 true\n');
});
