// Presents a log and its batches as something that formats can write.

import { noteExact } from '@/lib/core/files/exact';
import { selfContainedEvents } from '@/lib/core/files/self-contained';
import type { FileBatch, WriteSource } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import type { Walk } from '@/lib/core/log/walk';

const nothing = (): void => undefined;

/** The events of a log, stream by stream: runs that overlap in time do not overlap in the file. */
export function* eventsOf(log: Log, leaveOut: () => void = nothing): Iterable<JsonObject> {
  const seqs: number[][] = log.streams.map(() => []);
  for (let seq = 0; seq < log.length; seq++) seqs[log.streamOf(seq)?.index ?? -1]?.push(seq);
  for (const seq of seqs.flat()) {
    const logged = log.typeOf(seq) === '' ? undefined : log.at(seq);
    if (logged?.event === undefined) leaveOut();
    else {
      noteExact(logged);
      yield logged.event;
    }
  }
}

/** The events of a walk through a single stream, and so in the order of the file. */
export function eventsOfWalk(walk: () => Walk, leaveOut: () => void = nothing): Iterable<JsonObject> {
  const made = function* (): Iterable<JsonObject> {
    for (const step of walk().steps()) {
      if (!('event' in step)) continue;
      const { type, event } = step.event;
      if (type === '' || event === undefined) leaveOut();
      else {
        noteExact(step.event);
        yield event;
      }
    }
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}

/** The events as a source has them, and how many frames were left out of them. */
export function countedEvents(
  events: (leaveOut: () => void) => Iterable<JsonObject>,
): Required<Pick<WriteSource, 'events' | 'skipped'>> {
  let left = 0;
  return {
    events() {
      left = 0;
      return events(() => left++);
    },
    skipped: () => left,
  };
}

/** The source for writing a log and the batches it was made of. */
export function sourceOf(
  log: Log,
  batches: () => Iterable<FileBatch>,
  about: Pick<WriteSource, 'origin' | 'annotations'> = {},
): WriteSource {
  return lazySourceOf(() => log, batches, about);
}

/** The source for writing batches, whose log is made when a format asks for it. */
export function lazySourceOf(
  log: () => Log,
  batches: () => Iterable<FileBatch>,
  { origin, annotations, isRedacted }: Pick<WriteSource, 'origin' | 'annotations' | 'isRedacted'>,
): WriteSource {
  return {
    batches,
    log,
    ...countedEvents((leaveOut) => eventsOf(log(), leaveOut)),
    selfContained: () => selfContainedEvents(log()),
    ...(origin !== undefined && { origin }),
    ...(annotations !== undefined && { annotations: annotations }),
    ...(isRedacted && { isRedacted }),
  };
}
