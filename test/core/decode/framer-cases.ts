// Bodies that every framer is tried on, whole and split.
import type { BaseEvent } from '@ag-ui/core';
import { encode } from '@ag-ui/proto';
import { jsonBody } from '@/lib/core/decode/json-body';
import { ndjson } from '@/lib/core/decode/ndjson';
import { proto } from '@/lib/core/decode/proto';
import { sse } from '@/lib/core/decode/sse';
import type { Framer } from '@/lib/core/decode/types';

/** Bodies of server-sent events. */
export const SSE_BODIES = [
  'data: {"a":1}\n\ndata: {"b":"ü😀"}\n\n',
  '\ufeffdata: {"a":1}\r\n\r\ndata:{"b":2}\r\n\r\n',
  'data: {"a":1}\r\rdata: {"b":2}\r\r',
  ': comment\n\nevent: x\nid: 7\nretry: 5\ndata: one\ndata: two\n\n\n\ndata: last',
  'data: {"cut": tr',
  'data\n\ndata:\n\ndata: [DONE]\n\n',
  '',
  '\n\n\n',
  '<html>\n\nno stream at all\n',
  'data: {"a":1}\n\n\u{1f600}oops\r\n\r\n data: {"b":2}\n\nevent: RUN_ERROR\n\ndata: 1\nstray\n\nlast',
];

function prefixed(...messages: Uint8Array[]): Uint8Array {
  const parts = messages.flatMap((bytes) => {
    const head = new Uint8Array(4);
    new DataView(head.buffer).setUint32(0, bytes.length);
    return [...head, ...bytes];
  });
  return Uint8Array.from(parts);
}

/** A protobuf event without its length. */
export const STARTED = encode({ type: 'RUN_STARTED', threadId: 't', runId: 'r' } as BaseEvent);
const TEXT = encode({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Grüße 😀' } as BaseEvent);

/** A framer and bodies for it, by the name of the framer. */
export const FRAMER_CASES: Readonly<Record<string, readonly [Framer, readonly (string | Uint8Array)[]]>> = {
  sse: [sse, SSE_BODIES],
  ndjson: [ndjson, ['{"a":1}\n{"b":"ü😀"}\r\n\n{"c":3}', '{"cut', '\ufeff{"a":1}\n', '']],
  proto: [
    proto,
    [
      prefixed(STARTED, TEXT),
      prefixed(STARTED).subarray(0, 9),
      prefixed(new Uint8Array(0)),
      new Uint8Array(0),
    ],
  ],
  'json-body': [
    jsonBody,
    [
      '[{"a":1},{"b":"}]\\"ü😀"} , {"c":[{"d":[]}]}]',
      ' {"a": [1, {"b":2}]} ',
      '[1,2,3]',
      '[ ]',
      '[{"a":1},{"cut":',
      'nonsense',
      ' [{"a":1} oops, {"b":2},[3] ] then ü]\n',
      '',
    ],
  ],
};
