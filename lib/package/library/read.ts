// Reads sources of every kind.

import { byteChunks } from '@/lib/core/files/file-batches';
import type { FileBatch } from '@/lib/core/files/types';
import { messageOf, reasonOf } from '@/lib/core/json/reason';
import { joinBytes } from '@/lib/messages/base64';
import { RESPONSE_HEADERS } from '@/lib/messages/records';
import { LensError } from './lens-error';
import { openBatches } from './open';
import { inputKind, openSource, recordingOf } from './recording';
import type { ReadOptions, Recorded, Source } from './types';

/**
 * Reads the text or the bytes of a body or of a file (a recording, NDJSON, server-sent events, protobuf, HAR …), or
 * events. Throws a LensError with one sentence for anything else.
 */
export function read(source: Source, options: ReadOptions = {}): Recorded {
  return recordingOf(openSource(source, options));
}

async function bytesAt(path: string | URL): Promise<Uint8Array> {
  // Browsers have no file system.
  const files = await import('node:fs/promises').catch(() => undefined);
  if (files === undefined) throw new LensError('Paths cannot be read here; pass a File, or use read().');
  try {
    return await files.readFile(path);
  } catch (error) {
    throw new LensError(`Cannot read ${path}: ${messageOf(error)}.`);
  }
}

/**
 * Reads a file: a recording (.agui.jsonl), a JSON array of events, NDJSON, server-sent events, protobuf, HAR, also
 * packed. A path or file URL in Node, a File or Blob anywhere. Rejects with a LensError if it cannot be read.
 */
export async function readFile(file: string | URL | Blob, options: ReadOptions = {}): Promise<Recorded> {
  const kind = inputKind(file);
  if (kind === 'a file' && typeof file === 'object' && 'arrayBuffer' in file) {
    const name = 'name' in file ? String(file.name) : 'the file';
    return read(new Uint8Array(await file.arrayBuffer()), { name, ...options });
  }
  if (typeof file !== 'string' && !(file instanceof URL))
    throw new LensError(`readFile() needs a path, a file URL, a File or a Blob, not ${kind}.`);
  const name = String(file).replace(/^.*[\\/]/, '');
  return read(await bytesAt(file), { name, ...options });
}

function responseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    RESPONSE_HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
  );
}

/** The body, and the error that ended it, if any. */
async function responseBody(
  response: Response,
): Promise<{ readonly bytes: Uint8Array; readonly error?: string }> {
  const copy = response.clone();
  // Responses that tests create may have no more than this.
  if (typeof copy.body?.getReader !== 'function') return { bytes: new Uint8Array(await copy.arrayBuffer()) };
  const reader = copy.body.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
    return { bytes: joinBytes(parts) };
  } catch (error) {
    return { bytes: joinBytes(parts), error: reasonOf(error) };
  }
}

/**
 * Reads a copy of a response to its end, with its status and content type; the response itself stays unread. A body
 * that breaks off is read up to there. Rejects with a LensError if the body was read before.
 */
export async function readResponse(response: Response, options: ReadOptions = {}): Promise<Recorded> {
  if (typeof response !== 'object' || response === null || typeof response.clone !== 'function')
    throw new LensError(`readResponse() needs a response, not ${inputKind(response)}.`);
  if (response.bodyUsed || response.body?.locked === true)
    throw new LensError('The body of this response has been read already; pass response.clone() before.');
  const { url, status, headers } = response;
  const { bytes, error } = await responseBody(response);
  const records: FileBatch['records'] = [
    {
      kind: 'open',
      t: 0,
      stream: 1,
      // Without a request the consumer is unknown: the response is checked like a file.
      transport: 'file',
      url,
      method: '',
      status,
      headers: responseHeaders(headers),
    },
    ...byteChunks(bytes, 1, 0),
    error === undefined
      ? { kind: 'close', t: 0, stream: 1, how: 'complete' }
      : { kind: 'close', t: 0, stream: 1, how: 'network-error', detail: error },
  ];
  const name = options.name ?? (url === '' ? 'the response' : url);
  const batches = [{ doc: 'response', frameId: 0, n: 0, records }];
  return recordingOf(openBatches({ name, batches }, options.dialect));
}
