// The commands: each takes arguments and gives text for standard output and an exit code.
import { type Arguments, choice, fileAt, parseArguments } from '@/lib/cli/arguments';
import { firstDifference } from '@/lib/cli/difference';
import { outputs } from '@/lib/cli/output';
import { rulesOff } from '@/lib/cli/rules-off';
import { CliError, type OpenFile, openFile } from '@/lib/cli/session';
import { threadView } from '@/lib/cli/thread-view';
import { PROFILE_IDS, PROFILES, type ProfileId } from '@/lib/client/profile';
import { compactSafe } from '@/lib/compact/safe';
import { compactStock } from '@/lib/compact/stock';
import { formats } from '@/lib/files/formats';
import { arrayText } from '@/lib/files/json-array';
import { eventsOf, sourceOf } from '@/lib/files/log-source';
import { selfContainedEvents } from '@/lib/files/self-contained';
import type { Format } from '@/lib/files/types';
import { createLintFold } from '@/lib/lint/lint';
import { byPlace } from '@/lib/lint/selection';
import { createHistory } from '@/lib/log/history';
import { modelFold, streamView } from '@/lib/model/model';
import type { Model, Thread } from '@/lib/model/types';

/** What a command gives: pieces of text, then how the process ends. */
export interface Outcome {
  readonly output: Iterable<string>;
  readonly exitCode: number;
  /** A sentence for standard error. */
  readonly note?: string;
}

/** A command. */
export interface Command {
  readonly usage: string;
  readonly options: readonly string[];
  /** How many files it takes. */
  readonly files: number;
  run(args: Arguments): Outcome;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The file at the first place, in the dialect that was named. */
function open(args: Arguments): OpenFile {
  return openFile(fileAt(args, 0), args.options.get('dialect'));
}

function* eventLines({ log }: OpenFile): Iterable<string> {
  let model = modelFold.init();
  let boundaries = 0;
  for (let seq = 0; seq < log.length; seq++) {
    for (
      let boundary = log.boundaries[boundaries];
      boundary !== undefined && boundary.beforeSeq <= seq;
      boundary = log.boundaries[++boundaries]
    ) {
      model = modelFold.boundary?.(model, boundary) ?? model;
    }
    const logged = log.at(seq);
    if (logged === undefined) continue;
    model = modelFold.step(model, logged);
    const { timeMs, stream, type, event, problems } = logged;
    const run = model.runs.at(streamView(model, stream).run);
    const runId = streamView(model, stream).run < 0 ? null : (run?.runId ?? null);
    yield line({ seq, timeMs, stream: stream.index, run: runId, type, event: event ?? null, problems });
  }
}

function parseSeq(args: Arguments, length: number): number {
  const text = args.options.get('seq');
  if (text === undefined) return length - 1;
  const seq = Number(text);
  if (length === 0) throw new CliError('This file holds no event, so that there is no --seq to look at.');
  if (!Number.isInteger(seq) || seq < 0 || seq >= length) {
    throw new CliError(`--seq is a number from 0 to ${length - 1} in this file, not '${text}'.`);
  }
  return seq;
}

function pickThread(model: Model, wanted: string | undefined): Thread | undefined {
  if (wanted === undefined) return model.current < 0 ? model.threads.at(0) : model.threads.at(model.current);
  const found = [...model.threads].find((thread) => thread.threadId === wanted);
  if (found !== undefined) return found;
  const names = [...model.threads].map((thread) => `'${thread.threadId}'`).join(', ');
  throw new CliError(`There is no thread '${wanted}' here; there is ${names || 'none'}.`);
}

function at(args: Arguments): Outcome {
  const { log } = open(args);
  const history = createHistory(modelFold, log);
  const isLast = !args.options.has('seq');
  const seq = log.length === 0 && isLast ? -1 : parseSeq(args, log.length);
  const model = isLast ? history.head() : history.at(seq);
  const thread = pickThread(model, args.options.get('thread'));
  const nowMs = log.at(seq)?.timeMs ?? 0;
  return { output: [`${JSON.stringify(threadView(model, thread, nowMs), null, 2)}\n`], exitCode: 0 };
}

function check(args: Arguments): Outcome {
  const profile = choice(args, 'profile', PROFILE_IDS) as ProfileId;
  const format = choice(args, 'format', Object.keys(outputs));
  const path = fileAt(args, 0);
  const { log, annotations } = open(args);
  const fold = createLintFold(PROFILES[profile], rulesOff(args, annotations.rulesOff ?? []));
  const { findings, leftOut } = createHistory(fold, log).head();
  const sorted = [...findings].sort(byPlace);
  const hasError = findings.some((finding) => finding.severity === 'error');
  return {
    output: [outputs[format]?.({ findings: sorted, file: path, streams: log.streams }) ?? ''],
    exitCode: hasError ? 1 : 0,
    ...(leftOut > 0 && { note: `${leftOut} more findings are not listed: there are too many.` }),
  };
}

function compact(args: Arguments): Outcome {
  const mode = choice(args, 'mode', ['safe', 'stock']);
  const { log } = open(args);
  if (mode === 'stock') return { output: arrayText(compactStock([...eventsOf(log)])), exitCode: 0 };
  const compacted = compactSafe([...selfContainedEvents(log)]);
  if ('refused' in compacted) throw new CliError(compacted.refused, 1);
  return { output: arrayText(compacted.events), exitCode: 0 };
}

function convert(args: Arguments): Outcome {
  const writers = (formats as readonly Format[]).filter((format) => format.write !== undefined);
  const to = args.options.get('to') ?? '';
  const format = writers.find((candidate) => candidate.id === to);
  if (format?.write === undefined) {
    throw new CliError(`--to is one of ${writers.map(({ id }) => id).join(', ')}, not '${to}'.`);
  }
  const { log, batches, name, annotations } = openFile(fileAt(args, 0));
  const source = sourceOf(log, () => batches, { origin: `converted from ${name}`, annotations });
  const written = format.write(source);
  if ('refused' in written) throw new CliError(written.refused, 1);
  return { output: written, exitCode: 0 };
}

function diff(args: Arguments): Outcome {
  const [a, b] = [openFile(fileAt(args, 0)), openFile(fileAt(args, 1))];
  const difference = firstDifference(a.log, b.log);
  return { output: [line(difference)], exitCode: difference.same ? 0 : 1 };
}

/** Every command by name. */
export const commands: Readonly<Record<string, Command>> = {
  events: {
    usage: 'events <file> [--dialect NAME]',
    options: ['dialect'],
    files: 1,
    run: (args) => ({ output: eventLines(open(args)), exitCode: 0 }),
  },
  at: {
    usage: 'at <file> [--seq N] [--thread T] [--dialect NAME]',
    options: ['seq', 'thread', 'dialect'],
    files: 1,
    run: at,
  },
  check: {
    usage:
      'check <file> [--profile client-1.0|client-0.0|spec] [--format text|json|sarif|junit] [--off RULE,RULE] [--config FILE] [--dialect NAME]',
    options: ['profile', 'format', 'dialect', 'off', 'config'],
    files: 1,
    run: check,
  },
  compact: {
    usage: 'compact <file> [--mode safe|stock] [--dialect NAME]',
    options: ['mode', 'dialect'],
    files: 1,
    run: compact,
  },
  diff: { usage: 'diff <a> <b>', options: [], files: 2, run: diff },
  convert: { usage: 'convert <file> --to <format>', options: ['to'], files: 1, run: convert },
};

/** Runs a command line. */
export function runCommand(argv: readonly string[]): Outcome {
  const [name = '', ...rest] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new CliError(usage());
  return command.run(parseArguments(rest, command.options, command.files));
}

/** One sentence that names every command. */
export function usage(): string {
  const lines = Object.values(commands).map((command) => command.usage);
  return `Usage: lens ${lines.join(' | ')} (redact is not there yet).`;
}
