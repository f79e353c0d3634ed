// What was read, as every function of the library takes it.
import { byteChunks } from '@/lib/files/input';
import type { FileBatch } from '@/lib/files/types';
import { RESPONSE_HEADERS } from '@/lib/wire/records';
import { keepBatches, keepSource } from './kept';
import { LensError } from './lens-error';
import type { ReadOptions, Recorded, Source } from './types';

/**
 * Reads the text or the bytes of a body or of a file (a recording, NDJSON, server-sent events, protobuf, HAR …), or
 * events. Throws a LensError with one sentence if that is none of these.
 */
export function read(source: Source, options: ReadOptions = {}): Recorded {
  return keepSource(source, options);
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
