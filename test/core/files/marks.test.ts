// Every export of a session marks the answers and events that are not the server's.
import { expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { har } from '@/lib/core/files/har';
import type { CapturedRecord } from '@/lib/messages/records';
import { batchesOf, batchOf, exported, logOfBatches } from '../../support/exported';
import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

const EVENTS = events('run · text m "Hello" · end');
const ORIGIN = 'served from demo #1';
const NOTE = 'CUSTOM: dropped by rule 1';

const records = sseRecords(EVENTS).flatMap((record): readonly CapturedRecord[] => {
  if (record.kind === 'open') return [{ ...record, origin: ORIGIN }];
  const note = { kind: 'gap', t: record.t, stream: 1, reason: 'changed', detail: NOTE } as const;
  return record.kind === 'close' ? [note, record] : [record];
});

/** Formats that hold the bytes or the events alone, that send or play them again, or that have the recording packed. */
const EVENTS_ALONE = new Set([
  ...['aimock-fixture', 'blove-recording', 'compacted-safe', 'compacted-stock', 'curl', 'fetch-calls'],
  ...['html-report', 'inspector-session', 'json-array', 'ndjson-file', 'openai-chat', 'playwright-test'],
  ...['proto-body', 'sse-body', 'vitest-test'],
]);

test.each(
  formats
    .filter(({ write, id }) => write && !EVENTS_ALONE.has(id))
    .map((format) => [format.id, format] as const),
)('the format %s marks the answers and events of the panel', (_, format) => {
  // Markdown escapes some characters.
  const text = exported(format, [batchOf(records)]).replaceAll('\\', '');
  expect(text).toContain(ORIGIN);
  expect(text).toContain(NOTE);
});

test('a HAR file that is opened again keeps the marks', () => {
  const batches = batchesOf({ name: 'x.har', text: exported(har, [batchOf(records)]) });
  const log = logOfBatches(batches);
  expect(log.streams).toMatchObject([{ origin: ORIGIN }]);
  expect(log.boundaries).toContainEqual(
    expect.objectContaining({ kind: 'gap', reason: 'changed', detail: NOTE, beforeSeq: EVENTS.length }),
  );
  expect(exported(har, [batchOf(sseRecords(EVENTS))])).not.toContain('_origin');
});
