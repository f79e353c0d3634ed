// Sources of the library: text, bytes, events, or a recording that was read before.

import type { FileInput } from '@/lib/core/files/types';
import { reasonOf } from '@/lib/core/json/reason';
import { LensError, OptionError } from './lens-error';
import { type Opened, openBatches, openInput } from './open';
import type { LoggedEvent, ReadOptions, Recorded, Source } from './types';

/** A recording with its file, which is private to the library. */
interface Recording extends Recorded {
  readonly opened: Opened;
}

const FOREIGN = 'A recording must come from read(), readFile() or readResponse().';

/** The kind of a value, as used in sentences. */
export function inputKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  if ('then' in value && typeof value.then === 'function') return 'a promise';
  if ('arrayBuffer' in value && typeof value.arrayBuffer === 'function')
    return 'headers' in value ? 'a response' : 'a file';
  return 'an object';
}

const HINTS: Readonly<Record<string, string>> = {
  'a promise': ': await it first',
  'a response': ': pass it to readResponse(), and await that',
  'a file': ': pass it to readFile(), and await that',
};

/** Throws a LensError for values of other types: callers in JavaScript have no type check. */
function validateSource(value: unknown): void {
  const kind = inputKind(value);
  if (typeof value === 'string' || ['an array', 'an object'].includes(kind)) return;
  throw new LensError(
    `A source must be text, bytes, events or the result of read(), not ${kind}${HINTS[kind] ?? ''}.`,
  );
}

/** The end of a sentence about text that may be a file name. */
function nameHint(source: unknown): string {
  const isName = typeof source === 'string' && source !== '' && /^[^\n{}[\]]{1,300}$/.test(source);
  return isName ? '; if it is the name of a file, use readFile()' : '';
}

export function recordingOf(opened: Opened): Recorded {
  let events: readonly LoggedEvent[] | undefined;
  const eventsOf = ({ log }: Opened): readonly LoggedEvent[] =>
    Array.from({ length: log.length }, (_none, seq) => {
      const logged = log.at(seq);
      const { type = '', timeMs = 0, event, problems = [] } = logged ?? {};
      // Events have a type, and it is a text.
      const sent = event as LoggedEvent['event'];
      return { seq, type, timeMs, stream: logged?.stream.index ?? -1, event: sent, problems };
    });
  const recording: Recording = {
    name: opened.name,
    get events() {
      events ??= eventsOf(opened);
      return events;
    },
    opened,
  };
  // Test runners print enumerable properties.
  return Object.defineProperty(recording, 'opened', { enumerable: false });
}

/** A buffer, also of another realm, which test runners create. */
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

/** Opens any source; throws a LensError if it cannot be read. */
export function openSource(source: Source, { name = 'the source', dialect }: ReadOptions = {}): Opened {
  validateSource(source);
  if (typeof source === 'object' && 'opened' in source) {
    // Recordings of this package hold the opened file, which the public type does not show.
    const { opened } = source as Recording;
    return dialect === undefined ? opened : openBatches(opened, dialect);
  }
  if (typeof source === 'object' && 'events' in source) throw new LensError(FOREIGN);
  try {
    const { batches, annotations, isBody } = openInput(inputOf(source, name), dialect);
    // The caller may change its bytes.
    return openBatches({ name, batches: [...batches], annotations, isBody }, dialect);
  } catch (error) {
    if (!(error instanceof LensError) || error instanceof OptionError) throw error;
    throw new LensError(error.message.replace(/\.$/, `${nameHint(source)}.`));
  }
}
