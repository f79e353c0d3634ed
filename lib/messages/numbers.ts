// What the number of a batch says.
import { DISCARDED_FROM, END_FROM, PREAMBLE_FROM, RESUMED_FROM } from './limits';

const MADE_FROM = [END_FROM, DISCARDED_FROM, RESUMED_FROM, PREAMBLE_FROM] as const;

/** The number of the batch before which a batch that the background made belongs; undefined for a bridge's own. */
export function madeBefore(n: number): number | undefined {
  const from = MADE_FROM.find((each) => n >= each);
  return from === undefined ? undefined : n - from;
}
