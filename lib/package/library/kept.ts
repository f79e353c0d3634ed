// What is behind the sources of the library.

import type { Annotations } from '@/lib/core/files/annotations';
import { readFile as readInput } from '@/lib/core/files/read-file';
import type { FileBatch, FileInput } from '@/lib/core/files/types';
import { reasonOf } from '@/lib/core/json/reason';
import { expectSource, nameHint } from './given';
import { LensError } from './lens-error';
import { type Opened, openBatches } from './opened';
import type { LoggedEvent, ReadOptions, Recorded, Source } from './types';

/** What is behind a `Recorded`: the rest is nobody's business. */
interface Kept extends Recorded {
  readonly opened: Opened;
}

function isKept(source: Source): source is Kept {
  return typeof source === 'object' && 'opened' in source;
}

const FOREIGN = 'A recording must come from read(), readFile() or readResponse().';

/** Something that looks like a recording. */
function isForeign(source: Source): source is Recorded {
  return typeof source === 'object' && 'events' in source;
}

function keep(opened: Opened): Recorded {
  let events: readonly LoggedEvent[] | undefined;
  const eventsOf = ({ log }: Opened): readonly LoggedEvent[] =>
    Array.from({ length: log.length }, (_none, seq) => {
      const logged = log.at(seq);
      const { type = '', timeMs = 0, event, problems = [] } = logged ?? {};
      // Events have a type, and it is a text.
      const sent = event as LoggedEvent['event'];
      return { seq, type, timeMs, stream: logged?.stream.index ?? -1, event: sent, problems };
    });
  const kept: Kept = {
    name: opened.name,
    get events() {
      events ??= eventsOf(opened);
      return events;
    },
    opened,
  };
  // Where a test prints it, nobody wants to see the log.
  return Object.defineProperty(kept, 'opened', { enumerable: false });
}

/** Keeps batches that were captured. */
export function keepBatches(
  name: string,
  batches: readonly FileBatch[],
  annotations: Annotations = {},
  dialect?: string,
): Recorded {
  return keep(openBatches({ name, batches, annotations }, dialect));
}

/** A buffer, also one of another realm: test runners hand out such. */
function isBuffer(source: object): source is ArrayBuffer {
  return Object.prototype.toString.call(source) === '[object ArrayBuffer]';
}

function inputOf(source: Exclude<Source, Recorded>, name: string): FileInput {
  if (typeof source === 'string') return { name, text: source };
  if (ArrayBuffer.isView(source))
    return { name, bytes: new Uint8Array(source.buffer, source.byteOffset, source.byteLength) };
  if (isBuffer(source)) return { name, bytes: new Uint8Array(source) };
  try {
    return { name, text: JSON.stringify(source) };
  } catch (error) {
    throw new LensError(`These events cannot be written as JSON: ${reasonOf(error)}.`);
  }
}

/** Reads any source; throws a LensError where it is none. */
export function keepSource(source: Source, { name, dialect }: ReadOptions = {}): Recorded {
  expectSource(source);
  if (isKept(source)) {
    if (dialect === undefined) return source;
    const { batches, annotations } = source.opened;
    return keep(openBatches({ name: source.name, batches, annotations }, dialect));
  }
  if (isForeign(source)) throw new LensError(FOREIGN);
  const input = inputOf(source, name ?? 'what was given');
  const result = readInput(input);
  if ('error' in result) throw new LensError(result.error.replace(/\.$/, `${nameHint(source)}.`));
  return keepBatches(input.name, result.batches, result.annotations, dialect);
}

/** What is behind a source. */
export function openedOf(source: Source, options: ReadOptions = {}): Opened {
  const recorded = keepSource(source, options);
  if (!isKept(recorded)) throw new LensError(FOREIGN);
  return recorded.opened;
}
