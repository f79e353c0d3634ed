// `lens check`: the findings of one file or many.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { harmlessLine } from '@/lib/core/agui/harmless';
import { PROFILE_IDS } from '@/lib/core/consumers/profile';
import { counted } from '@/lib/core/json/format';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { dialectNames } from '@/lib/core/log/stream-reader';
import type { Stream } from '@/lib/core/log/types';
import { type Arguments, type Command, type CommandResult, choice, listed } from '@/lib/package/cli/command';
import { CliError, fileProblem, systemReason } from '@/lib/package/cli/errors';
import { findFiles, versionOf } from '@/lib/package/cli/find-files';
import { type FoundInFile, OUTPUT_NAMES, outputs } from '@/lib/package/cli/finding-formats';
import { CONSUMER, DIALECT, openFile } from '@/lib/package/cli/open-file';
import { checkOpened, rulesNamed } from '@/lib/package/library/check';
import { readersFor } from '@/lib/package/library/open';

function configured(path: string): readonly string[] {
  let config: Json;
  try {
    config = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CliError(`Cannot read the configuration ${path}: ${systemReason(error)}.`);
  }
  const names = isJsonObject(config) ? config['rulesOff'] : undefined;
  if (Array.isArray(names) && names.every((name: Json) => typeof name === 'string')) return names;
  throw new CliError(
    `${path} is not a valid configuration: it must be an object with "rulesOff", an array of rule names.`,
  );
}

function rulesOff(args: Arguments): ReadonlySet<string> {
  const off = args.options.get('off');
  const config = args.options.get('config');
  const names = off === undefined ? [] : listed(off);
  return new Set([
    ...rulesNamed(names, 'off'),
    ...(config === undefined ? [] : rulesNamed(configured(config), config)),
  ]);
}

/** Interval of the checks. Polling works on every system, and detects replaced files. */
const POLL_MS = 300;

function fingerprintOf(files: readonly string[]): string {
  return files.map((file) => `${file} ${versionOf(file)}`).join('\n');
}

async function* whenChanged(
  files: () => readonly string[],
  again: () => Iterable<string>,
): AsyncIterable<string> {
  let before = fingerprintOf(files());
  for (;;) {
    await pause(POLL_MS);
    const now = fingerprintOf(files());
    if (now === before) continue;
    before = now;
    yield* again();
  }
}

interface CheckResult {
  readonly found: FoundInFile;
  readonly notes: readonly string[];
}

/** Streams of other protocols have no findings, but are not free of errors. */
function unjudgedText(streams: readonly Stream[]): string | undefined {
  const others = streams.filter(({ isUnjudged, events }) => isUnjudged === true && events > 0);
  const names = new Set(others.flatMap(({ dialect }) => dialect ?? []));
  return others.length === 0
    ? undefined
    : `Not checked: ${counted(others.length, 'stream')} of another protocol (${[...names].join(', ')}).`;
}

function checkFile(file: string, args: Arguments): CheckResult {
  const { dialect, ...options } = Object.fromEntries(args.options);
  const opened = openFile(file, { dialect });
  const { leftOut, missing, ...checked } = checkOpened(opened, { ...options, off: rulesOff(args) });
  const more = leftOut > 0 ? `${leftOut} more findings are not listed.` : undefined;
  const notes = [unjudgedText(checked.streams), missing, more];
  return { found: { ...checked, file }, notes: notes.filter((text) => text !== undefined) };
}

/** Like checkFile, but returns errors: other files are still checked. */
function tryFile(file: string, args: Arguments): CheckResult {
  try {
    return checkFile(file, args);
  } catch (error) {
    const problem = fileProblem(error);
    return { found: { findings: [], file, streams: [], length: 0, error: problem }, notes: [problem] };
  }
}

function exitCodeOf(all: readonly FoundInFile[]): number {
  if (all.some(({ error }) => error !== undefined)) return 2;
  return all.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0;
}

function noteLines(results: readonly CheckResult[], isOne: boolean): readonly string[] {
  return results.flatMap(({ found, notes }) =>
    notes.map((note) => harmlessLine(isOne ? note : `${found.file}: ${note}`)),
  );
}

function checkAll(files: readonly string[], args: Arguments): CommandResult {
  const format = choice(args, 'format', OUTPUT_NAMES);
  const isOne = files.length === 1;
  const results = files.map((file) => (isOne ? checkFile(file, args) : tryFile(file, args)));
  const all = results.map(({ found }) => found);
  // The text lists unreadable files, too.
  const noted = format === 'text' ? results.filter(({ found }) => found.error === undefined) : results;
  for (const note of noteLines(noted, isOne)) args.notes.add(note);
  return {
    output: [outputs[format](all, args.paint)],
    exitCode: exitCodeOf(all),
  };
}

/** The files to watch. A pattern may match later. */
function watchedFiles(args: Arguments): { readonly files: readonly string[]; readonly error?: string } {
  try {
    return { files: findFiles(args.positionals) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { files: [], error: error.message };
  }
}

function* watched(args: Arguments): Iterable<string> {
  const { files, error: none } = watchedFiles(args);
  yield args.paint(
    'faint',
    `--- ${files.length === 1 ? harmlessLine(files[0] ?? '') : `${files.length} files`}\n`,
  );
  const results = files.map((file) => tryFile(file, args));
  const all = results.map(({ found }) => found);
  const read = results.filter(({ found }) => found.error === undefined);
  const error = none ?? (all.length === 1 ? all[0]?.error : undefined);
  if (error !== undefined) yield `${error}\n`;
  else
    yield outputs[choice(args, 'format', OUTPUT_NAMES)](all, args.paint) ||
      args.paint('good', 'no findings\n');
  yield* noteLines(read, files.length === 1).map((note) => `${note}\n`);
}

/** Throws on an invalid option once, not for each file. */
function expectOptions(args: Arguments): void {
  choice(args, 'format', OUTPUT_NAMES);
  if (args.options.has('profile')) choice(args, 'profile', PROFILE_IDS);
  if (args.options.has('dialect')) choice(args, 'dialect', dialectNames());
  readersFor(args.options.get('consumer'), {});
  rulesOff(args);
}

export const checkCommand: Command = {
  name: 'check',
  summary: 'Prints violations of the protocol; as JSON with their effect on the app and a fix.',
  files: ['file'],
  takesMany: true,
  options: {
    profile: {
      value: PROFILE_IDS.join('|'),
      summary: 'Checks as this client, or as the specification (default: the client that reads the stream).',
    },
    consumer: CONSUMER,
    format: { value: OUTPUT_NAMES.join('|'), summary: 'Output format (default: text).' },
    off: { value: 'RULE,RULE', summary: 'Rules to turn off, by id or by their id in ag-ui-validate.' },
    config: { value: 'FILE', summary: 'A JSON file with "rulesOff", an array of rules to turn off.' },
    dialect: DIALECT,
  },
  flags: { watch: 'Checks again after each change, until interrupted.' },
  examples: [
    ['run.sse', 'A finding per line: event, severity, rule, message.'],
    ["'recordings/**/*.agui.jsonl'", 'Many files, with summaries.'],
    ['run.sse --watch', 'Again after each change of the file.'],
    ['run.sse --format sarif', 'For tools; also json, junit, and github for annotations.'],
    ['run.sse --off snapshot-drops', 'Without one rule.'],
  ],
  exitCodes: '0 no error, 1 errors, 2 unreadable file, or file without an event.',
  run(args) {
    expectOptions(args);
    if (!args.flags.has('watch') || args.positionals.length === 0)
      return checkAll(findFiles(args.positionals), args);
    if (args.positionals.includes('-')) throw new CliError('Standard input cannot be watched.');
    const work = whenChanged(
      () => watchedFiles(args).files,
      () => watched(args),
    );
    return { output: watched(args), exitCode: 0, work };
  },
};
