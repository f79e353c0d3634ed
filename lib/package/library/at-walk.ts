// A thread as of an event of what was opened, in one pass.
import { appFold } from '@/lib/core/clients/app-fold';
import { readerOfThread } from '@/lib/core/clients/thread-reader';
import type { Readers } from '@/lib/core/consumers/consumers';
import { foldSteps, type LogStep, type LogWalk } from '@/lib/core/log/walk';
import { modelFoldFor } from '@/lib/core/model/model';
import type { Model, Thread } from '@/lib/core/model/types';
import { LensError, OptionError } from '@/lib/package/library/lens-error';
import { threadView } from '@/lib/package/library/thread-view';
import type { ThreadView } from '@/lib/package/library/types';

/** From whose point of view: the first is the default. */
export const VIEWS = ['server', 'app'] as const;

/** What is asked. */
export interface AtQuery {
  readonly view: (typeof VIEWS)[number];
  readonly readers: Readers;
  /** The event, as it was written; undefined for the last one, with what followed it: how its stream ended. */
  readonly seq: string | undefined;
  readonly thread: string | undefined;
}

function checkSeq(text: string, seq: number, length: number): void {
  if (length === 0) throw new LensError('This has no events, so none can be chosen by its seq.');
  if (seq < length) return;
  throw new OptionError(`seq must be a number from 0 to ${length - 1} for this file, not '${text}'.`);
}

function pickThread(model: Model, wanted: string | undefined): Thread | undefined {
  if (wanted === undefined) return model.current < 0 ? model.threads.at(0) : model.threads.at(model.current);
  const found = [...model.threads].find((thread) => thread.threadId === wanted);
  if (found !== undefined) return found;
  const names = [...model.threads].map((thread) => `'${thread.threadId}'`).join(', ');
  throw new LensError(`Unknown thread '${wanted}'. Threads in this file: ${names || 'none'}.`);
}

/** Refuses to say what an app has whose client nobody knows. */
function checkReader(model: Model, thread: Thread | undefined, readers: Readers, { streams }: LogWalk): void {
  const [first] = streams;
  const reader = (thread && readerOfThread(model, thread, readers)) ?? (first && readers(first));
  if (reader === undefined || reader.profile !== undefined) return;
  throw new LensError(
    `What the app has cannot be said, because this is read by ${reader.consumer.name}: ${reader.evidence} Name the client with --consumer.`,
  );
}

/** The thread that is asked for. */
export function atWalk(
  walk: LogWalk,
  { view, readers, seq: text, thread: wantedThread }: AtQuery,
): ThreadView {
  const wanted = text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  let length = 0;
  let timeMs = 0;
  const counted = function* (): Iterable<LogStep> {
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
  const thread = pickThread(model, wantedThread);
  if (view === 'app') checkReader(model, thread, readers, walk);
  return threadView(model, thread, timeMs);
}
