// The parts of each body, in the order of the log's streams.
import { frameOf } from '@/lib/core/agui/event-frame';
import { createTextReader } from '@/lib/core/decode/text';
import type { FileBatch } from '@/lib/core/files/types';
import { createContinuity } from '@/lib/core/log/continuity';
import type { Log } from '@/lib/core/log/log';
import { parseBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, ChunkRecord, FrameRecord } from '@/lib/messages/records';

export type BodyPart = ChunkRecord | FrameRecord;

/** Bodies with the same number in one document; `isOver` is about the newest. */
interface StreamBodies {
  readonly all: BodyPart[][];
  isOver: boolean;
}

function take(byKey: Map<string, StreamBodies>, doc: string, record: CapturedRecord): void {
  if (record.kind === 'navigation' || record.kind === 'gap') return;
  const key = `${doc}:${record.stream}`;
  const bodies = byKey.get(key) ?? { all: [], isOver: true };
  byKey.set(key, bodies);
  if (record.kind === 'close') {
    // A stream that ended with its document continues if the document returns.
    bodies.isOver ||= record.how !== 'page-gone';
    return;
  }
  if (record.kind === 'open' || bodies.isOver) bodies.all.push([]);
  bodies.isOver = false;
  if (record.kind !== 'open') bodies.all.at(-1)?.push(record);
}

export function bodiesOf(
  { streams }: Pick<Log, 'streams'>,
  batches: Iterable<FileBatch>,
): readonly (readonly BodyPart[])[] {
  const byKey = new Map<string, StreamBodies>();
  const placeOf = createContinuity();
  for (const batch of batches) {
    if (placeOf(batch) === 'repeat') continue;
    for (const record of batch.records) take(byKey, batch.doc, record);
  }
  const taken = new Map<string, number>();
  return streams.map(({ key }) => {
    const at = taken.get(key) ?? 0;
    taken.set(key, at + 1);
    return byKey.get(key)?.all[at] ?? [];
  });
}

export function* textsOfBody(parts: readonly BodyPart[]): Iterable<string> {
  const reader = createTextReader();
  for (const { text, b64 } of parts) yield reader.read(text ?? parseBase64(b64 ?? '') ?? '');
  yield reader.end();
}

/** A message as a server-sent event. */
export function frameText({
  event,
  lastEventId,
  text = '',
}: Pick<FrameRecord, 'event' | 'lastEventId' | 'text'>): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  const id = lastEventId === undefined || lastEventId === '' ? '' : `id: ${lastEventId}\n`;
  return `${name}${id}${frameOf('sse', text)}`;
}
