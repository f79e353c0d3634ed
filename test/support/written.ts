// What an emitter writes, as records hold it once they are stored.
import type { BareRecord, Data } from '@/lib/capture/payload';
import { toBase64 } from '@/lib/wire/base64';
import type { CapturedRecord } from '@/lib/wire/records';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function dataOf(data: Data, isFrame: boolean): { readonly text: string } | { readonly b64: string } {
  if (typeof data === 'string') return { text: data };
  if (isFrame) return { b64: toBase64(data) };
  try {
    return { text: utf8.decode(data) };
  } catch {
    return { b64: toBase64(data) };
  }
}

/** The record of what was written; the data are copied. */
export function written(record: BareRecord, data?: Data): CapturedRecord {
  const rest = data === undefined ? {} : dataOf(data, record.kind === 'frame');
  // Together they are a record: only its data came beside it.
  return { ...record, ...rest } as CapturedRecord;
}
