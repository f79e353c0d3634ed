// What was read, as every function of the library takes it.

import { byteChunks } from '@/lib/core/files/input';
import type { FileBatch } from '@/lib/core/files/types';
import { reasonOf } from '@/lib/core/json/reason';
import { RESPONSE_HEADERS } from '@/lib/messages/records';
import { kindOf } from './given';
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

/** What a body held, and why it broke off, if it did. */
async function bytesOf(response: Response): Promise<{ readonly bytes: Uint8Array; readonly broke?: string }> {
  const copy = response.clone();
  // A response of a test's own making may have no more than this.
  if (typeof copy.body?.getReader !== 'function') return { bytes: new Uint8Array(await copy.arrayBuffer()) };
  const reader = copy.body.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
    return { bytes: joined(parts) };
  } catch (error) {
    return { bytes: joined(parts), broke: reasonOf(error) };
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Reads a response to its end: its status and content type say more than its body alone. What has not been read of it
 * yet can still be read by somebody else. A body that breaks off is read up to there.
 */
export async function readResponse(response: Response, options: ReadOptions = {}): Promise<Recorded> {
  if (typeof response !== 'object' || response === null || typeof response.clone !== 'function')
    throw new LensError(`readResponse() needs a response, not ${kindOf(response)}.`);
  if (response.bodyUsed || response.body?.locked === true)
    throw new LensError(
      'The body of this response has been read already; hand over response.clone() before.',
    );
  const { url, status, headers } = response;
  const { bytes, broke } = await bytesOf(response);
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
    broke === undefined
      ? { kind: 'close', t: 0, stream: 1, how: 'complete' }
      : { kind: 'close', t: 0, stream: 1, how: 'network-error', detail: broke },
  ];
  const name = options.name ?? (url === '' ? 'the response' : url);
  return keepBatches(name, [{ doc: 'response', frameId: 0, n: 0, records }], {}, options.dialect);
}
