// `lens at`: what the app has at an event.
import { type Arguments, choice, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { CONSUMER, readersFor } from '@/lib/cli/consumer';
import { DIALECT, openFile } from '@/lib/cli/open-file';
import { threadView } from '@/lib/cli/thread-view';
import { appFold } from '@/lib/client/app-fold';
import { readerOfThread } from '@/lib/client/thread-reader';
import type { Readers } from '@/lib/consumer/consumers';
import { createHistory, type History } from '@/lib/log/history';
import type { Log } from '@/lib/log/log';
import { modelFold } from '@/lib/model/model';
import type { Model, Thread } from '@/lib/model/types';

/** The requested event: the last one by default, -1 if there are none. */
function parseSeq(text: string | undefined, length: number): number {
  if (text === undefined) return length - 1;
  if (length === 0) throw new CliError('This file has no events, so --seq cannot be used.');
  const seq = Number(text);
  if (Number.isInteger(seq) && seq >= 0 && seq < length) return seq;
  throw new CliError(`--seq must be a number from 0 to ${length - 1} for this file, not '${text}'.`);
}

function pickThread(model: Model, wanted: string | undefined): Thread | undefined {
  if (wanted === undefined) return model.current < 0 ? model.threads.at(0) : model.threads.at(model.current);
  const found = [...model.threads].find((thread) => thread.threadId === wanted);
  if (found !== undefined) return found;
  const names = [...model.threads].map((thread) => `'${thread.threadId}'`).join(', ');
  throw new CliError(`Unknown thread '${wanted}'. Threads in this file: ${names || 'none'}.`);
}

const VIEWS = ['server', 'app'] as const;

/** Refuses to say what an app has whose client nobody knows. */
function checkReader(model: Model, thread: Thread | undefined, readers: Readers, log: Log): void {
  const [first] = log.streams;
  const reader = (thread && readerOfThread(model, thread, readers)) ?? (first && readers(first));
  if (reader === undefined || reader.profile !== undefined) return;
  throw new CliError(
    `What the app has cannot be said, because this is read by ${reader.consumer.name}: ${reader.evidence} Name the client with --consumer.`,
  );
}

function run(args: Arguments): Outcome {
  const view = choice(args, 'view', VIEWS);
  const readers = readersFor(args);
  const { log } = openFile(fileAt(args, 0), args.options.get('dialect'));
  const server = createHistory(modelFold, log);
  const app = createHistory(appFold(readers), log);
  const text = args.options.get('seq');
  const seq = parseSeq(text, log.length);
  // The head also has what followed the last event: how its stream ended.
  const of = <S>(history: History<S>): S => (text === undefined ? history.head() : history.at(seq));
  const model = view === 'app' ? of(app).model : of(server);
  const thread = pickThread(model, args.options.get('thread'));
  if (view === 'app') checkReader(model, thread, readers, log);
  const printed = threadView(model, thread, log.at(seq)?.timeMs ?? 0);
  return { output: [`${JSON.stringify(printed, null, 2)}\n`], exitCode: 0 };
}

/** Prints messages, state, runs, tool calls and interrupts as of an event. */
export const atCommand: Command = {
  name: 'at',
  summary: 'Prints messages, state, runs, tool calls and interrupts as of an event, as one JSON object.',
  files: ['file'],
  options: {
    seq: { value: 'N', summary: 'The event, counted from 0 (default: the last one).' },
    thread: { value: 'ID', summary: 'The thread, if the file has several.' },
    view: { value: VIEWS.join('|'), summary: 'As the server sent it (default), or as the app has it.' },
    consumer: CONSUMER,
    dialect: DIALECT,
  },
  run,
};
