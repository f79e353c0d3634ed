// Sources of formats: a log and its batches.

import { noteExact } from '@/lib/core/files/exact-text';
import { selfContainedEvents } from '@/lib/core/files/self-contained';
import type { FileBatch, WriteSource } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { LogWalk } from '@/lib/core/log/walk';

const nothing = (): void => undefined;

/** The events of a log, stream by stream: runs that overlap in time do not overlap in the file. */
export function* eventsOf(log: Log, skip: () => void = nothing): Iterable<JsonObject> {
  for (const seq of seqsByStream(log).flat()) {
    const logged = log.typeOf(seq) === '' ? undefined : log.at(seq);
    if (logged?.event === undefined) skip();
    else {
      noteExact(logged);
      yield logged.event;
    }
  }
}

/** The events of a walk through a single stream, and so in the order of the file. */
export function eventsOfWalk(walk: () => LogWalk, skip: () => void = nothing): Iterable<JsonObject> {
  const made = function* (): Iterable<JsonObject> {
    for (const step of walk().steps()) {
      if (!('event' in step)) continue;
      const { type, event } = step.event;
      if (type === '' || event === undefined) skip();
      else {
        noteExact(step.event);
        yield event;
      }
    }
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}

type CountedEvents = (skip: () => void) => Iterable<JsonObject>;

export function countedEvents(
  events: CountedEvents,
  selfContained = events,
): Required<Pick<WriteSource, 'events' | 'selfContained' | 'skipped'>> {
  let left = 0;
  const counted = (of: CountedEvents) => () => {
    left = 0;
    return of(() => left++);
  };
  return { events: counted(events), selfContained: counted(selfContained), skipped: () => left };
}

export function sourceOf(
  log: Log,
  batches: () => Iterable<FileBatch>,
  about: Pick<WriteSource, 'origin' | 'annotations'> = {},
): WriteSource {
  return lazySourceOf(() => log, batches, about);
}

/** Like sourceOf, with a log that is created at the first access. */
export function lazySourceOf(
  log: () => Log,
  batches: () => Iterable<FileBatch>,
  { origin, annotations }: Pick<WriteSource, 'origin' | 'annotations'>,
): WriteSource {
  return {
    batches,
    log,
    ...countedEvents(
      (skip) => eventsOf(log(), skip),
      (skip) => selfContainedEvents(log(), skip),
    ),
    ...(origin !== undefined && { origin }),
    ...(annotations !== undefined && { annotations: annotations }),
  };
}
