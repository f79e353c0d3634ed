// `lens check`: the findings of one file or many.
import { harmlessLine } from '@/lib/core/agui/harmless';
import { PROFILE_IDS, PROFILES } from '@/lib/core/consumers/profile';
import { dialectNames } from '@/lib/core/log/stream-reader';
import { type Arguments, choice } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { CONSUMER } from '@/lib/package/cli/consumer';
import { findFiles } from '@/lib/package/cli/find-files';
import { DIALECT, openFile } from '@/lib/package/cli/open-file';
import { type Found, OUTPUT_NAMES, outputs } from '@/lib/package/cli/output';
import { rulesOff } from '@/lib/package/cli/rules-off';
import { whenChanged } from '@/lib/package/cli/watch';
import { checkWalk } from '@/lib/package/library/check-walk';
import { LensError } from '@/lib/package/library/lens-error';
import { readersFor } from '@/lib/package/library/readers';

interface Judged {
  readonly found: Found;
  readonly notes: readonly string[];
}

function checkFile(file: string, args: Arguments): Judged {
  const opened = openFile(file, { dialect: args.options.get('dialect') });
  const readers = readersFor(args.options.get('consumer'), opened.annotations);
  const profile = args.options.has('profile') ? PROFILES[choice(args, 'profile', PROFILE_IDS)] : readers;
  const off = rulesOff(args, opened.annotations.rulesOff ?? []);
  const { findings, leftOut, missing, streams, length } = checkWalk(opened, profile, off);
  const more = leftOut > 0 ? `${leftOut} more findings were left out.` : undefined;
  return {
    found: { findings, file, streams, length },
    notes: [missing, more].filter((text) => text !== undefined),
  };
}

/** Of several files, one that cannot be read does not keep the others from being checked. */
function tryFile(file: string, args: Arguments): Judged {
  try {
    return checkFile(file, args);
  } catch (error) {
    if (!(error instanceof LensError || error instanceof CliError)) throw error;
    return {
      found: { findings: [], file, streams: [], length: 0, error: error.message },
      notes: [error.message],
    };
  }
}

function exitCodeOf(all: readonly Found[]): number {
  if (all.some(({ error }) => error !== undefined)) return 2;
  return all.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0;
}

function checkAll(files: readonly string[], args: Arguments): Outcome {
  const format = choice(args, 'format', OUTPUT_NAMES);
  const isOne = files.length === 1;
  const judged = files.map((file) => (isOne ? checkFile(file, args) : tryFile(file, args)));
  const all = judged.map(({ found }) => found);
  const notes = judged.flatMap(({ found, notes: own }) =>
    own.map((note) => harmlessLine(isOne ? note : `${found.file}: ${note}`)),
  );
  return {
    output: [outputs[format](all, args.paint)],
    exitCode: exitCodeOf(all),
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

/** The files that are watched; none, and why, while nothing matches: they may come, or come back. */
function watchedFiles(args: Arguments): { readonly files: readonly string[]; readonly why?: string } {
  try {
    return { files: findFiles(args.positionals) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { files: [], why: error.message };
  }
}

/** What is printed at first, and when a file has changed; one that is being written is read again at its next change. */
function* watched(args: Arguments): Iterable<string> {
  const { files, why } = watchedFiles(args);
  yield args.paint(
    'faint',
    `--- ${files.length === 1 ? harmlessLine(files[0] ?? '') : `${files.length} files`}\n`,
  );
  const all = files.map((file) => tryFile(file, args).found);
  const error = why ?? (all.length === 1 ? all[0]?.error : undefined);
  if (error !== undefined) yield `${error}\n`;
  else
    yield outputs[choice(args, 'format', OUTPUT_NAMES)](all, args.paint) ||
      args.paint('good', 'no findings\n');
}

/** Throws where an option means nothing: that is said once, and is no fault of a file. */
function expectOptions(args: Arguments): void {
  choice(args, 'format', OUTPUT_NAMES);
  if (args.options.has('profile')) choice(args, 'profile', PROFILE_IDS);
  if (args.options.has('dialect')) choice(args, 'dialect', dialectNames());
  readersFor(args.options.get('consumer'), {});
  rulesOff(args, []);
}

function run(args: Arguments): Outcome {
  expectOptions(args);
  if (!args.flags.has('watch') || args.positionals.length === 0)
    return checkAll(findFiles(args.positionals), args);
  if (args.positionals.includes('-')) throw new CliError('Standard input cannot be watched.');
  const work = whenChanged(
    () => watchedFiles(args).files,
    () => watched(args),
  );
  return { output: watched(args), exitCode: 0, work };
}

/** Prints the findings. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'Prints the findings: what violates the protocol, what it means for the app, and how to fix it.',
  files: ['file'],
  takesMany: true,
  options: {
    profile: {
      value: PROFILE_IDS.join('|'),
      summary:
        'The judgement to apply: that of a client, or of the specification (default: that of the consumer).',
    },
    consumer: CONSUMER,
    format: { value: OUTPUT_NAMES.join('|'), summary: 'Output format.' },
    off: { value: 'RULE,RULE', summary: 'Rules to turn off, by id or by their id in ag-ui-validate.' },
    config: { value: 'FILE', summary: 'A JSON file with "rulesOff", an array of rules to turn off.' },
    dialect: DIALECT,
  },
  flags: { watch: 'Checks again whenever a file changes, until it is interrupted.' },
  examples: [
    ['run.sse', 'A finding per line: event, severity, rule, what happened.'],
    ["'recordings/**/*.agui.jsonl'", 'Many files, with a summary of each and of all.'],
    ['run.sse --watch', 'Again whenever the file changes.'],
    ['run.sse --format sarif', 'For tools; also json, junit, and github for its annotations.'],
    ['run.sse --off snapshot-drops', 'Without one of the rules.'],
  ],
  exitCodes: '0 no errors found, 1 errors found, 2 a file could not be read or holds no event.',
  run,
};
