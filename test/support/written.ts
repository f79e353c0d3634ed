// Output of an emitter, as records hold it once they are stored.

import { inlineBytes } from '@/lib/messages/raw-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import type { BareRecord, Data } from '@/lib/page/payload';

/** The record of what was written; the data are copied. */
export function written(record: BareRecord, data?: Data): CapturedRecord {
  // Together they are a record: only its data came beside it.
  if (data === undefined) return record as CapturedRecord;
  if (typeof data === 'string') return { ...record, text: data } as CapturedRecord;
  const size = { [record.kind === 'frame' ? 'binary' : 'size']: data.length };
  const [whole] = inlineBytes(JSON.stringify([{ ...record, ...size }]), data) ?? [];
  return whole as CapturedRecord;
}

/** The text of all bodies among records. */
export function textOf(records: readonly CapturedRecord[]): string {
  const parts = records.flatMap((record) =>
    record.kind === 'chunk'
      ? [Buffer.from(record.text ?? record.b64 ?? '', record.text === undefined ? 'base64' : 'utf8')]
      : [],
  );
  return Buffer.concat(parts).toString();
}
