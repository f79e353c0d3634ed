// Notices deltas that arrive twice in a row, each of them: a few numbers about the newest message or call of a stream.
import type { JsonObject } from '@/lib/agui/json';
import type { Draft } from '@/lib/values/owner';

/** What is remembered about the deltas of a stream's newest message or call. */
export interface DeltaPairs {
  readonly deltaId: string;
  readonly deltaSeq: number;
  readonly deltaText: string;
  /** Number of deltas; -1 once one was not doubled. */
  readonly deltaCount: number;
  readonly deltaPairs: number;
  /** Whether the pairs differ: one token may well repeat. */
  readonly deltasDiffer: boolean;
}

/** No delta seen. */
export const NO_DELTAS: DeltaPairs = {
  deltaId: '',
  deltaSeq: -1,
  deltaText: '',
  deltaCount: 0,
  deltaPairs: 0,
  deltasDiffer: false,
};

/** So many pairs are no coincidence, whatever follows. */
const PAIRS_SURE = 4;
/** So many are none either, if they are all there is. */
const PAIRS_MIN = 2;

function begin(pairs: Draft<DeltaPairs>, id: string, seq: number): void {
  Object.assign(pairs, NO_DELTAS, { deltaId: id, deltaSeq: seq });
}

function takeDelta(pairs: Draft<DeltaPairs>, delta: string): boolean {
  if (pairs.deltaCount < 0) return false;
  const isSecond = pairs.deltaCount % 2 === 1;
  if (isSecond && delta !== pairs.deltaText) {
    pairs.deltaCount = -1;
    return false;
  }
  if (!isSecond && pairs.deltaCount > 0 && delta !== pairs.deltaText) pairs.deltasDiffer = true;
  pairs.deltaCount++;
  pairs.deltaText = delta;
  if (!isSecond) return false;
  pairs.deltaPairs++;
  return pairs.deltaPairs === PAIRS_SURE && pairs.deltasDiffer;
}

/** Records an event; true where it is certain that the deltas of its message or call are doubled. */
export function noteDeltas(
  pairs: Draft<DeltaPairs>,
  { type, seq, event }: { readonly type: string; readonly seq: number; readonly event: JsonObject },
): boolean {
  const named = event['messageId'] ?? event['toolCallId'];
  const { delta } = event;
  if (typeof delta === 'string') {
    // A chunk without an id continues what there is.
    if (typeof named === 'string' && named !== pairs.deltaId) begin(pairs, named, seq);
    return delta !== '' && takeDelta(pairs, delta);
  }
  if (!type.endsWith('_END') || named !== pairs.deltaId) return false;
  const { deltaCount, deltaPairs, deltasDiffer } = pairs;
  const isDoubled = deltasDiffer && deltaPairs >= PAIRS_MIN && deltaPairs < PAIRS_SURE;
  return isDoubled && deltaCount === 2 * deltaPairs;
}
