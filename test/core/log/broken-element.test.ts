// A broken element of a JSON array of events is shown, as a broken frame of any other framing is.
import { expect, test } from 'vitest';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';

function typesOf(text: string): readonly string[] {
  const headers = { 'content-type': 'application/json' };
  const records: readonly CapturedRecord[] = [
    { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'https://a.example/', method: 'POST', headers },
    { kind: 'chunk', t: 1, stream: 1, text },
    { kind: 'close', t: 2, stream: 1, how: 'complete' },
  ];
  const log = createLog();
  log.append({ doc: 'd', frameId: 0, records });
  log.finish();
  return Array.from({ length: log.length }, (_none, seq) => log.typeOf(seq));
}

test('between events', () => {
  const started = '{"type":"RUN_STARTED","threadId":"t","runId":"r"}';
  const step = '{"type":"STEP_STARTED","stepName":"s"}';
  expect(typesOf(`[${started},{"type":nothing},${step}]`)).toEqual(['RUN_STARTED', '', 'STEP_STARTED']);
});

test('a body without any event is another kind of answer', () => {
  expect(typesOf('[{"name":nothing},{"name":"x"}]')).toEqual([]);
});
