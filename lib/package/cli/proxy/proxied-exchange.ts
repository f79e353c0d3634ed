// One exchange of a proxy as records: the request once its response begins, then the bytes of the response.
import type { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PAYLOAD_MAX, REQUEST_BODY_MAX, TEXT_MAX } from '@/lib/messages/limits';
import { dataOf } from '@/lib/messages/raw-batch';
import type { CloseHow, Transport } from '@/lib/messages/records';
import { headerPart, interestIn, isRunRequest, type RequestFacts, requestPart } from '@/lib/page/candidates';
import type { RecordingFile } from './recording-file';

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

interface ResponseHead {
  readonly status: number;
  header(name: string): string | null;
}

export interface ProxyExchange {
  request(bytes: Uint8Array): void;
  /** The head of the response. Returns undefined for a response that is not recorded. */
  response(head: ResponseHead): RecordedBody | undefined;
  /** The request got no response. */
  failed(how: CloseHow, detail: string): void;
}

export interface RecordedBody {
  chunk(bytes: Uint8Array): void;
  end(how: CloseHow, detail?: string): void;
}

interface ExchangeStart {
  readonly stream: number;
  readonly url: string;
  readonly method: string;
  readonly accept: string | undefined;
  readonly transport: Transport;
}

function recordBody(file: RecordingFile, stream: number, encoding: string | null): RecordedBody {
  const add = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; at += PAYLOAD_MAX)
      file.add({ kind: 'chunk', t: file.now(), stream, ...dataOf(bytes.subarray(at, at + PAYLOAD_MAX)) });
  };
  let isOver = false;
  const close = (how: CloseHow, detail?: string): void => {
    if (isOver) return;
    isOver = true;
    const why = detail === undefined ? {} : { detail: detail.slice(0, TEXT_MAX) };
    file.add({ kind: 'close', t: file.now(), stream, how, ...why });
  };
  const unpacker = UNPACKERS[encoding?.trim().toLowerCase() ?? '']?.();
  if (unpacker === undefined) return { chunk: add, end: close };
  unpacker.on('data', add);
  // The client got the same bytes: what they mean is for it to judge.
  unpacker.on('error', (error) => {
    file.add({
      kind: 'gap',
      t: file.now(),
      stream,
      reason: 'refused',
      detail: `cannot unpack the body: ${error.message}`,
    });
  });
  return {
    chunk: (bytes) => void unpacker.write(bytes),
    end(how, detail) {
      unpacker.once('close', () => close(how, detail));
      if (how === 'complete') unpacker.end();
      else unpacker.destroy();
    },
  };
}

export function createExchange(file: RecordingFile, start: ExchangeStart): ProxyExchange {
  const t = file.now();
  const { stream, transport, ...about } = start;
  const decoder = new StringDecoder('utf8');
  let body = '';
  let length = 0;
  const facts = (): RequestFacts => ({ t, ...about, body: body === '' ? undefined : body });
  const open = (head?: ResponseHead): void => {
    const { requestBodyLength, requestBody, accept, url, method } = requestPart(facts());
    const cut = length > body.length ? length : requestBodyLength;
    file.add({
      kind: 'open',
      t,
      stream,
      transport,
      url,
      method,
      ...(requestBody !== undefined && { requestBody }),
      ...(accept !== undefined && { accept }),
      ...(cut !== undefined && { requestBodyLength: cut }),
      ...(head !== undefined && { headT: file.now(), status: head.status, headers: headerPart(head.header) }),
    });
  };
  return {
    request(bytes) {
      const text = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      length += text.length;
      // One unit more than is stored shows that it was cut.
      if (body.length <= REQUEST_BODY_MAX) body = (body + text).slice(0, REQUEST_BODY_MAX + 1);
    },
    response(head) {
      if (interestIn(head.header('content-type'), facts()) === undefined) return undefined;
      open(head);
      return recordBody(file, stream, head.header('content-encoding'));
    },
    failed(how, detail) {
      if (!isRunRequest(facts())) return;
      open();
      file.add({ kind: 'close', t: file.now(), stream, how, detail: detail.slice(0, TEXT_MAX) });
    },
  };
}
