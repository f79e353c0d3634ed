import type { Stream } from '@/lib/core/log/types';
import { PAYLOAD_MAX } from '@/lib/messages/limits';
import type { GapRecord } from '@/lib/messages/records';

/** Reason for data missing because of its size. */
const AT_MOST = `at most ${PAYLOAD_MAX / (1024 * 1024)} MiB of one read, message or frame are kept`;

export const CUT_OFF = `the end of one frame, ${AT_MOST}`;

/** The type and size of a body that contains no events, as far as its headers give them. */
export function describeBody({ headers, length }: Pick<Stream, 'headers' | 'length'>): string {
  const whole = headers?.['content-length'];
  const type = headers?.['content-type'] ?? 'no content type';
  return `${type}, ${whole === undefined ? `more than ${length}` : whole} bytes, not AG-UI`;
}

export function gapDetail({ reason, records, bytes, detail }: GapRecord): string {
  const parts = [
    records === undefined ? '' : `${records} records`,
    bytes === undefined ? '' : `${bytes} bytes`,
    detail ?? '',
    reason === 'too-large' && bytes !== undefined ? AT_MOST : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
