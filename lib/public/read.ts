// What was read, as every function of the library takes it.
import type { Annotations } from '@/lib/files/annotations';
import { byteChunks } from '@/lib/files/input';
import { readFile as readInput } from '@/lib/files/read-file';
import type { FileBatch, FileInput } from '@/lib/files/types';
import { RESPONSE_HEADERS } from '@/lib/wire/records';
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

function inputOf(source: Exclude<Source, Recorded>, name: string): FileInput {
  if (typeof source === 'string') return { name, text: source };
  if (source instanceof Uint8Array) return { name, bytes: source };
  if (source instanceof ArrayBuffer) return { name, bytes: new Uint8Array(source) };
  return { name, text: JSON.stringify(source) };
}

/**
 * Reads the text or the bytes of a body or of a file (a recording, NDJSON, server-sent events, protobuf, HAR …), or
 * events. Throws a LensError with one sentence if that is none of these.
 */
export function read(source: Source, { name, dialect }: ReadOptions = {}): Recorded {
  if (isKept(source)) {
    if (dialect === undefined) return source;
    const { batches, annotations } = source.opened;
    return keep(openBatches({ name: source.name, batches, annotations }, dialect));
  }
  if (isForeign(source)) throw new LensError(FOREIGN);
  const input = inputOf(source, name ?? 'what was given');
  const result = readInput(input);
  if ('error' in result) throw new LensError(result.error);
  return keepBatches(input.name, result.batches, result.annotations, dialect);
}

/** What is behind a source. */
export function openedOf(source: Source, options: ReadOptions = {}): Opened {
  const recorded = read(source, options);
  if (!isKept(recorded)) throw new LensError(FOREIGN);
  return recorded.opened;
}

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    RESPONSE_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

/**
 * Reads a response to its end: its status and content type say more than its body alone. What has not been read of it
 * yet can still be read by somebody else.
 */
export async function readResponse(response: Response, options: ReadOptions = {}): Promise<Recorded> {
  if (response.bodyUsed)
    throw new LensError(
      'The body of this response has been read already; hand over response.clone() before.',
    );
  const { url, status, headers } = response;
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const records: FileBatch['records'] = [
    {
      kind: 'open',
      t: 0,
      stream: 1,
      // There is no request that would show who asked: as a file, it is judged as the protocol says.
      transport: 'file',
      url,
      method: '',
      status,
      headers: headersOf(headers),
    },
    ...byteChunks(bytes, 1, 0),
    { kind: 'close', t: 0, stream: 1, how: 'complete' },
  ];
  const name = options.name ?? (url === '' ? 'the response' : url);
  return keepBatches(name, [{ doc: 'response', frameId: 0, n: 0, records }], {}, options.dialect);
}
