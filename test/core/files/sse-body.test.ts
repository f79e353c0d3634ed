// The body of an event stream is written as it was on the wire, not as it was understood.
import { expect, test } from 'vitest';
import { sseBody } from '@/lib/core/files/sse-body';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchOf, exported } from '../../support/exported';
import { openOf } from '../../support/logs';

const START = ': hello\nretry: 50\nid: 1\ndata: {"type":"RUN_STARTED", "threadId":"t","runId":"r"}\n\n';
const STATE = 'data: {"type":"STATE_SNAPSHOT","snapshot":{"a":"Grüße"}}\n\n';

function chunks(stream: number, ...parts: readonly (string | Uint8Array)[]): CapturedRecord[] {
  return [
    { ...openOf(), stream },
    ...parts.map(
      (part): CapturedRecord => ({
        kind: 'chunk',
        t: 2,
        stream,
        ...(typeof part === 'string' ? { text: part } : { b64: toBase64(part) }),
      }),
    ),
    { kind: 'close', t: 3, stream, how: 'complete' },
  ];
}

test('the body is kept as on the wire: comments, ids, spaces', () => {
  expect(exported(sseBody, [batchOf(chunks(1, START, STATE))])).toBe(START + STATE);
});

test('a character split between two reads is joined', () => {
  const bytes = new TextEncoder().encode(STATE);
  const cut = bytes.indexOf(0xc3) + 1;
  const parts = [START, bytes.subarray(0, cut), bytes.subarray(cut)];
  expect(exported(sseBody, [batchOf(chunks(1, ...parts))])).toBe(START + STATE);
});

test('streams follow one another without joining their ends', () => {
  const [first = '', second = ''] = [START.trimEnd(), `\ufeff${STATE}`];
  const records = [...chunks(1, first), ...chunks(2, second)];
  expect(exported(sseBody, [batchOf(records)])).toBe(`${first}\n\n${STATE}`);
});

test('batches that came twice are written once', () => {
  const batch = batchOf(chunks(1, START, STATE));
  expect(exported(sseBody, [batch, batch])).toBe(START + STATE);
});

test('streams other than server-sent events are refused', () => {
  const lines = chunks(1, '{"type":"RUN_STARTED","threadId":"t","runId":"r"}\n');
  expect(exported(sseBody, [batchOf(lines)])).toMatch(/^A stream of this session did not come as/);
  expect(exported(sseBody, [])).toMatch(/^There are no server-sent events/);
});

test('messages of an EventSource become events again, with an id only where they had one', () => {
  const frame = { kind: 'frame', t: 2, stream: 1, dir: 'in' } as const;
  const records: CapturedRecord[] = [
    { ...openOf(), stream: 1, transport: 'event-source' },
    { ...frame, text: '{"type":"RUN_STARTED","threadId":"t","runId":"r"}', lastEventId: '' },
    {
      ...frame,
      event: 'agui',
      text: '{"type":\n"RUN_FINISHED","threadId":"t","runId":"r"}',
      lastEventId: '7',
    },
  ];
  expect(exported(sseBody, [batchOf(records)])).toBe(
    'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n' +
      'event: agui\nid: 7\ndata: {"type":\ndata: "RUN_FINISHED","threadId":"t","runId":"r"}\n\n',
  );
});
