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
import { foldSteps, type Step, type Walk } from '@/lib/log/walk';
import { modelFoldFor } from '@/lib/model/model';
import type { Model, Thread } from '@/lib/model/types';

/** The requested event; undefined for the last one, with what followed it: how its stream ended. */
function parseSeq(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function checkSeq(text: string, seq: number, length: number): void {
  if (length === 0) throw new CliError('This file has no events, so --seq cannot be used.');
  if (seq < length) return;
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
function checkReader(model: Model, thread: Thread | undefined, readers: Readers, { streams }: Walk): void {
  const [first] = streams;
  const reader = (thread && readerOfThread(model, thread, readers)) ?? (first && readers(first));
  if (reader === undefined || reader.profile !== undefined) return;
  throw new CliError(
    `What the app has cannot be said, because this is read by ${reader.consumer.name}: ${reader.evidence} Name the client with --consumer.`,
  );
}

function run(args: Arguments): Outcome {
  const view = choice(args, 'view', VIEWS);
  const file = openFile(fileAt(args, 0), args.options.get('dialect'));
  const readers = readersFor(args, file.annotations);
  const walk = file.walk();
  const text = args.options.get('seq');
  const wanted = parseSeq(text);
  let length = 0;
  let timeMs = 0;
  const counted = function* (): Iterable<Step> {
    for (const step of walk.steps()) {
      if ('event' in step) {
        length++;
        if (wanted === undefined || step.event.seq <= wanted) timeMs = step.event.timeMs;
      }
      yield step;
    }
  };
  const steps = counted();
  const model =
    view === 'app'
      ? foldSteps(appFold(readers), steps, wanted).model
      : foldSteps(modelFoldFor(readers), steps, wanted);
  if (text !== undefined && wanted !== undefined) checkSeq(text, wanted, length);
  const thread = pickThread(model, args.options.get('thread'));
  if (view === 'app') checkReader(model, thread, readers, walk);
  const printed = threadView(model, thread, timeMs);
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
