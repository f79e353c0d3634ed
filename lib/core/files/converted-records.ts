// Recordings of other tools: converts their parts of streams to records.

import { FILE_DOC } from '@/lib/core/files/file-batches';
import type { FileBatch } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { TEXT_MAX } from '@/lib/messages/limits';
import { parseRecord } from '@/lib/messages/parse-batch';
import type { CapturedRecord, ChunkRecord } from '@/lib/messages/records';

export function remadeChunk(stream: number, t: number, event: unknown, name?: string): ChunkRecord {
  const line = name === undefined ? '' : `event: ${name.replace(/[\r\n]+/g, ' ')}\n`;
  return { kind: 'chunk', t, stream, text: `${line}data: ${JSON.stringify(event)}\n\n` };
}

/** The time under a key; 0 if it is invalid. */
export function timeAt(value: JsonObject, key: string): number {
  const time = value[key];
  return typeof time === 'number' && time >= 0 && time < 1e14 ? time : 0;
}

/** One batch of records, ordered by time; invalid ones become gaps. */
export function remadeBatch(records: readonly CapturedRecord[]): FileBatch {
  const checked = records.map((record): CapturedRecord => {
    const parsed = parseRecord(record);
    if (parsed !== undefined) return parsed;
    return {
      kind: 'gap',
      t: record.t,
      reason: 'refused',
      detail: `a ${record.kind} of this file is invalid`,
    };
  });
  return { doc: FILE_DOC, frameId: 0, n: 0, records: checked.toSorted((a, b) => a.t - b.t) };
}

/** Cuts a text to the limit of names and URLs. */
export function short(text: string): string {
  return text.slice(0, TEXT_MAX);
}
