// A thread at an event.
import { appFold } from '@/lib/core/clients/app-fold';
import { readerOfThread } from '@/lib/core/clients/thread-reader';
import type { Readers } from '@/lib/core/consumers/consumers';
import { foldSteps, type LogStep, type LogWalk } from '@/lib/core/log/walk';
import { modelFoldFor } from '@/lib/core/model/model';
import type { Model, Thread } from '@/lib/core/model/types';
import { LensError, OptionError, oneOf } from './lens-error';
import { type Opened, readersFor } from './open';
import { threadView } from './thread-view';
import type { AtOptions, ThreadView } from './types';

/** The perspectives; the first is the default. */
export const VIEWS = ['server', 'app'] as const;

function checkSeq(text: string, seq: number, length: number): void {
  if (length === 0) throw new LensError('There is no event in this file, so seq cannot be set.');
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

function checkReader(model: Model, thread: Thread | undefined, readers: Readers, { streams }: LogWalk): void {
  const [first] = streams;
  const reader = (thread && readerOfThread(model, thread, readers)) ?? (first && readers(first));
  if (reader === undefined || reader.profile !== undefined) return;
  throw new LensError(
    `The state of the app is unknown, because the stream is read by ${reader.consumer.name}: ${reader.evidence} Name the client with the option consumer.`,
  );
}

interface AtQuery extends Pick<AtOptions, 'thread' | 'consumer'> {
  readonly view?: string;
  /** As written by the user. Without it, the end of the last stream counts, too. */
  readonly seq?: string;
}

/** Reads a thread of a file at an event. */
export function atOpened(opened: Opened, query: AtQuery): ThreadView {
  const view = oneOf('view', VIEWS, query.view ?? 'server');
  const readers = readersFor(query.consumer, opened.annotations);
  const { seq: text } = query;
  const wanted = text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  const walk = opened.walk();
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
  const model =
    view === 'app'
      ? foldSteps(appFold(readers), counted(), wanted).model
      : foldSteps(modelFoldFor(readers), counted(), wanted);
  if (text !== undefined && wanted !== undefined) checkSeq(text, wanted, length);
  const thread = pickThread(model, query.thread);
  if (view === 'app') checkReader(model, thread, readers, walk);
  return threadView(model, thread, timeMs);
}
