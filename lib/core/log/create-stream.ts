// Creates a stream from its request and the head of its response.
import { asksForCapabilities } from '@/lib/core/agui/capabilities';
import type { RunRequest } from '@/lib/core/agui/request';
import { parseStopRequest } from '@/lib/core/agui/stop-request';
import type { Stream } from '@/lib/core/log/types';
import type { OpenRecord } from '@/lib/messages/records';
import { SENT_BY_YOU } from '@/lib/messages/response-origin';

interface RequestPlace {
  readonly id: string;
  readonly frameId: number;
  readonly timeOrigin: number;
}

export function streamOf(
  record: OpenRecord,
  doc: RequestPlace,
  index: number,
  request: RunRequest | undefined,
): Stream {
  const {
    transport,
    url,
    method,
    status,
    headers,
    accept,
    requestBody,
    requestBodyLength,
    headT,
    initiator,
    origin,
    hasUnknownReads = transport === 'file',
  } = record;
  const stop = request === undefined ? parseStopRequest(url, requestBody) : undefined;
  return {
    index,
    key: `${doc.id}:${record.stream}`,
    doc: doc.id,
    frameId: doc.frameId,
    transport,
    url,
    method,
    startMs: doc.timeOrigin + record.t,
    events: 0,
    length: 0,
    ...(headT !== undefined && { headMs: doc.timeOrigin + headT }),
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { headers }),
    ...(accept !== undefined && { accept }),
    ...(origin !== undefined && { origin }),
    ...(initiator !== undefined && { initiator }),
    ...(hasUnknownReads && { hasUnknownReads }),
    ...(requestBody !== undefined && { requestBody }),
    ...(requestBodyLength !== undefined && { requestBodyLength }),
    ...(request !== undefined && { input: request.input }),
    ...(request?.method !== undefined && { envelope: request.method }),
    ...(stop !== undefined && { stop }),
    ...(request === undefined &&
      asksForCapabilities(method, url, requestBody) && { asksForCapabilities: true }),
  };
}

export function isSentByUser({ origin }: Stream): boolean {
  return origin === SENT_BY_YOU;
}
