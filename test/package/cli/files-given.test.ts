// Several files, patterns, and files that are written.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFiles } from '@/lib/package/cli/find-files';
import { written } from '@/lib/package/cli/out-file';
import { paintFor } from '@/lib/package/cli/paint';
import { runCommand } from '@/lib/package/cli/program';
import { runLens, temporaryFolder } from '../../support/command';
import { FINISHED as END, STARTED as START, sse } from '../../support/logs';

const before = process.cwd();
const folder = temporaryFolder();
beforeAll(() => {
  mkdirSync(join(folder, 'runs/deep'), { recursive: true });
  mkdirSync(join(folder, 'runs/node_modules'));
  writeFileSync(join(folder, 'runs/good.sse'), sse(START, END));
  writeFileSync(
    join(folder, 'runs/deep/bad & worse.sse'),
    sse(START, { type: 'TEXT_MESSAGE_END', messageId: 'm' }),
  );
  writeFileSync(join(folder, 'runs/empty.ndjson'), '');
  writeFileSync(join(folder, 'runs/node_modules/x.sse'), sse(START));
  writeFileSync(join(folder, 'odd[1].sse'), sse(START, END));
  process.chdir(folder);
});
afterAll(() => process.chdir(before));

const printed = (...args: readonly string[]) => runLens(args);

test.each([
  [['runs/*.sse'], ['runs/good.sse']],
  [['runs/**/*.sse'], ['runs/deep/bad & worse.sse', 'runs/good.sse']],
  [['./runs/**/*.{sse,ndjson}'], ['runs/deep/bad & worse.sse', 'runs/empty.ndjson', 'runs/good.sse']],
  [['runs/g??d.sse', 'runs/good.sse'], ['runs/good.sse']],
  [['odd[1].sse'], ['odd[1].sse']],
  [['-'], ['-']],
])('%j names %j', (args, files) => expect(findFiles(args)).toEqual(files));

test('a pattern without a file and a missing file are reported', () => {
  expect(() => findFiles(['runs/*.har'])).toThrow("No file matches 'runs/*.har'.");
  expect(() => findFiles([])).toThrow('Missing file');
});

test('check: each file and all have a summary; an unreadable file does not stop the others', () => {
  expect(printed('check', 'runs/**/*.{sse,ndjson}')).toMatchObject({
    code: 2,
    err: '',
    out: expect.stringMatching(
      /^runs\/deep\/bad & worse\.sse: 2 errors in 2 events\n {2}1\terror\ttext-not-open\t[\s\S]*\nruns\/empty\.ndjson: not checked: empty\.ndjson is empty\.\nruns\/good\.sse: no findings in 2 events\n\n3 files: 2 errors, 1 not checked\n$/,
    ),
  });
  expect(printed('check', 'runs/good.sse', 'odd[1].sse').code).toBe(0);
  expect(printed('check', 'runs/**/*.sse').code).toBe(1);
});

test('check: of several files, JSON findings name theirs', () => {
  const { out } = printed('check', 'runs/**/*.sse', '--format', 'json');
  expect(new Set(JSON.parse(out).map(({ file }: { file: string }) => file))).toEqual(
    new Set(['runs/deep/bad & worse.sse']),
  );
});

test('check: annotations of GitHub, one line each', () => {
  const { out } = printed('check', 'runs/**/*.{sse,ndjson}', '--format', 'github');
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^::error file=runs\/deep\/bad & worse\.sse,title=text-not-open::event 1: .+%0A.+%0A.+$/,
  );
  expect(lines[2]).toBe('::error file=runs/empty.ndjson,title=not checked::empty.ndjson is empty.');
});

test('check: JUnit has the right counts', () => {
  const { out } = printed('check', 'runs/**/*.{sse,ndjson}', '--format', 'junit');
  expect(out).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites /);
  for (const [suite] of out.matchAll(/<testsuite [\s\S]*?<\/testsuite>/g)) {
    const count = (pattern: RegExp) => [...suite.matchAll(pattern)].length;
    const numberOf = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1]);
    expect([count(/<testcase /g), count(/<failure /g), count(/<error /g)]).toEqual(
      ['tests', 'failures', 'errors'].map(numberOf),
    );
    // A test fails once.
    expect(suite).not.toMatch(/<\/failure><failure/);
  }
  expect(out).toContain('bad &amp; worse');
});

test('check: SARIF has addresses of files, and marks a run with an unchecked one', () => {
  const { out } = printed('check', 'runs/**/*.{sse,ndjson}', '--format', 'sarif');
  const [{ results, invocations }] = JSON.parse(out).runs;
  expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
    'runs/deep/bad%20%26%20worse.sse',
  );
  expect(invocations[0]).toMatchObject({ executionSuccessful: false });
});

test('check --watch: again when a file changes', async () => {
  writeFileSync(join(folder, 'watched.sse'), sse(START, END));
  const { work, output } = runCommand(['check', 'watched.sse', '--watch']);
  expect([...output].join('')).toBe('--- watched.sse\nno findings\n');
  const again = work?.[Symbol.asyncIterator]();
  const next = again?.next();
  // File times may be in whole seconds: the length changes, too.
  setTimeout(() => writeFileSync(join(folder, 'watched.sse'), sse(START)), 20);
  expect((await next)?.value).toBe('--- watched.sse\n');
  expect((await again?.next())?.value).toMatch(/truncated-run/);
  await again?.return?.();
  expect(() => runCommand(['check', '-', '--watch'])).toThrow('Standard input cannot be watched.');
  expect(() => runCommand(['check', '--watch'])).toThrow('Missing file:');
});

test('check --watch: what is missing in a file is reported there, too', () => {
  const recorded = [...runCommand(['convert', 'runs/good.sse', '--to', 'recording']).output].join('');
  writeFileSync(join(folder, 'cut.agui.jsonl'), recorded.slice(0, -20));
  const { output } = runCommand(['check', 'cut.agui.jsonl', '--watch']);
  expect([...output].join('')).toMatch(/Missing data was not checked: Line 2 is invalid JSON/);
  writeFileSync(join(folder, 'foreign.json'), '{"type":"module"}');
  const both = runCommand(['check', 'cut.agui.jsonl', 'foreign.json', '--watch']).output;
  expect([...both].join('')).toMatch(/^cut\.agui\.jsonl: .*Missing data was not checked/m);
});

test('check --watch: a file that appears, is removed and appears again', async () => {
  const path = join(folder, 'later.sse');
  for (const [named, missing] of [
    ['later.sse', '--- later.sse\nCannot read later.sse: no such file or folder (ENOENT).\n'],
    ['later*.sse', "--- 0 files\nNo file matches 'later*.sse'.\n"],
  ] as const) {
    const { work, output } = runCommand(['check', named, '--watch']);
    expect([...output].join('')).toBe(missing);
    const again = work?.[Symbol.asyncIterator]();
    const next = async (change: () => void): Promise<string> => {
      const first = again?.next();
      setTimeout(change, 20);
      return `${(await first)?.value}${(await again?.next())?.value}`;
    };
    expect(await next(() => writeFileSync(path, sse(START, END)))).toBe('--- later.sse\nno findings\n');
    expect(await next(() => writeFileSync(path, ''))).toBe('--- later.sse\nlater.sse is empty.\n');
    expect(await next(() => rmSync(path))).toBe(missing);
    await again?.return?.();
  }
});

test.each([
  [['--profile', 'bad'], 'profile must be one of client-1.0, client-0.0, spec'],
  [['--format', 'bad'], 'format must be one of text, json'],
  [['--dialect', 'bad'], 'dialect must be one of '],
  [['--consumer', 'bad'], 'consumer must be one of '],
  [['--off', 'bad'], 'off names unknown rules'],
  [['--config', 'none.json'], 'Cannot read the configuration none.json: no such file or folder (ENOENT).'],
])('check of many files with %j: one error, and nothing is checked or watched', (option, sentence) => {
  for (const more of [[], ['--watch']])
    expect(() => runCommand(['check', 'runs/**/*.sse', ...option, ...more])).toThrow(sentence);
});

test('convert --out: a file is written, packed if its extension asks for it', () => {
  expect(printed('convert', 'runs/good.sse', '--to', 'recording', '--out', 'a.agui.jsonl').out).toBe('');
  expect(printed('convert', 'runs/good.sse', '--to', 'recording', '--out', 'b.agui.jsonl.gz').out).toBe('');
  const plain = readFileSync(join(folder, 'a.agui.jsonl'), 'utf8');
  expect(gunzipSync(readFileSync(join(folder, 'b.agui.jsonl.gz'))).toString()).toBe(plain);
  expect(printed('events', 'b.agui.jsonl.gz').out).toBe(printed('events', 'a.agui.jsonl').out);
  expect(printed('convert', 'runs/good.sse', '--to', 'recording', '--out', 'no/such/folder/x')).toMatchObject(
    {
      code: 2,
      err: expect.stringMatching(/^Cannot write no\/such\/folder\/x: .*\.$/),
    },
  );
});

/** The arguments of a command that writes a file. */
const args = (out: string) => ({
  options: new Map([['out', out]]),
  flags: new Set<string>(),
  notes: new Set<string>(),
  paint: paintFor(false, {}),
  positionals: [],
  isHelp: false,
});

test('a file is replaced once the new one is complete: it may be the input, a link, or fail', () => {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  writeFileSync(join(folder, 'own.txt'), 'before', { mode: 0o600 });
  symlinkSync('own.txt', join(folder, 'link.txt'));
  const reading = function* () {
    yield `${text('own.txt')}, `;
    yield text('own.txt');
  };
  expect([...written(args('link.txt'), reading())]).toEqual([]);
  expect(text('own.txt')).toBe('before, before');
  expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(folder, 'own.txt')).mode & 0o777).toBe(0o600);
  const failing = function* () {
    yield 'half'.repeat(100_000);
    throw new Error('The rest is not there.');
  };
  expect(() => written(args('own.txt'), failing())).toThrow('The rest is not there.');
  expect(() => written(args('new.txt'), failing())).toThrow('The rest is not there.');
  expect(text('own.txt')).toBe('before, before');
  expect(readdirSync(folder).filter((name) => /part|new/.test(name))).toEqual([]);
  expect([...written(args('/dev/null'), ['x'])]).toEqual([]);
  expect(() => written(args('/dev/full'), ['x'])).toThrow(
    'Cannot write /dev/full: the disk is full (ENOSPC).',
  );
  expect(() => written(args('runs'), ['x'])).toThrow('Cannot write runs: it is a folder (EISDIR).');
});

test('the missing parts of a list of events are reported, and kept by a recording', () => {
  const events = [START, END].map((event) => `${JSON.stringify(event)}\n`).join('');
  writeFileSync(join(folder, 'cut.ndjson'), `${events}{"type":"CUSTOM","na`);
  writeFileSync(join(folder, 'cut.sse'), `${sse(START, END)}data: {"type":\n\ndata: 1\n\n`);
  const noteOf = (file: string, format: string) => printed('convert', file, '--to', format).err;
  for (const format of ['ndjson-file', 'json-array', 'compacted-stock']) {
    expect(noteOf('cut.ndjson', format)).toBe('Skipped one frame without an event; a recording keeps it.');
    expect(noteOf('cut.sse', format)).toBe('Skipped 2 frames without an event; a recording keeps them.');
  }
  for (const file of ['cut.ndjson', 'cut.sse']) expect(noteOf(file, 'recording')).toBe('');
});

test('a missing argument is named', () => {
  expect(() => runCommand(['check', 'runs'])).toThrow('Cannot read runs: it is a folder (EISDIR).');
  expect(() => runCommand(['events', 'no.sse'])).toThrow(
    'Cannot read no.sse: no such file or folder (ENOENT).',
  );
  expect(() => runCommand(['completion'])).toThrow('The shell is missing: one of bash, zsh, fish.');
  expect(() => runCommand(['diff', 'runs/good.sse'])).toThrow('Missing second file:');
  expect(() => runCommand(['diff', 'runs/good.sse', 'runs/good.sse', '--run', 'x'])).toThrow(
    "--run takes one number, or one for each file, not 'x'.",
  );
});

test('colours are used on a terminal unless switched off', () => {
  expect(paintFor(true, {})('error', 'x')).toContain('\u001b[31m');
  for (const paint of [
    paintFor(false, {}),
    paintFor(true, { NO_COLOR: '1' }),
    paintFor(true, { TERM: 'dumb' }),
  ])
    expect(paint('error', 'x')).toBe('x');
  const { output } = runCommand(['check', 'runs/good.sse', 'odd[1].sse'], paintFor(true, {}));
  expect([...output].join('')).toContain('\u001b[');
  expect(printed('check', 'runs/**/*.sse').out).not.toContain('\u001b');
});
