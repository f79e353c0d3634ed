// The option that names who reads the streams of a file.
import type { Option } from '@/lib/package/cli/arguments';
import { CONSUMER_NAMES } from '@/lib/package/library/readers';

/** Who reads the streams. */
export const CONSUMER: Option = {
  value: CONSUMER_NAMES.join('|'),
  summary: 'Who reads the streams (default: found by what their requests look like).',
};
