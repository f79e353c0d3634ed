// What has to be loaded before records can be read: known from the records alone, so that a decoder never waits.
import { PROTO_TYPE } from '@/lib/core/agui/transport';
import type { CapturedRecord } from '@/lib/messages/records';
import type { Late } from './late';
import { protobuf, schemas } from './later';

/** Whether a frame may come out of it that is protobuf. */
function mayBeBinary(record: CapturedRecord): boolean {
  if (record.kind === 'open')
    return record.headers?.['content-type']?.toLowerCase().startsWith(PROTO_TYPE) === true;
  if (record.kind !== 'chunk' && record.kind !== 'frame') return false;
  // Bytes may be text by accident: a short length begins with zeros.
  return record.b64 !== undefined || record.text?.startsWith('\0') === true;
}

/** Resolves when what these records need is there; undefined if it is. */
export function needsOf(
  records: readonly CapturedRecord[],
  from: { readonly schemas: Late<unknown>; readonly protobuf: Late<unknown> } = { schemas, protobuf },
): Promise<unknown> | undefined {
  const needed = [from.schemas, ...(records.some(mayBeBinary) ? [from.protobuf] : [])];
  const missing = needed.filter(({ now }) => now.peek() === undefined);
  return missing.length === 0 ? undefined : Promise.all(missing.map((each) => each.load()));
}
