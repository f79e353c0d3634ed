// Detects deltas that arrive twice in a row, by a few numbers about the newest message or call of a stream.
import type { JsonObject } from '@/lib/core/json/json';
import type { Draft } from '@/lib/core/json/owner';

export interface DeltaPairs {
  readonly deltaId: string;
  readonly deltaSeq: number;
  readonly deltaText: string;
  /** Number of deltas; -1 once one was not doubled. */
  readonly deltaCount: number;
  readonly deltaPairs: number;
  /** True if the pairs differ: a single token may repeat. */
  readonly deltasDiffer: boolean;
  /** Number of deltas that begin with the previous one and continue it; -1 once one did not. */
  readonly deltaGrowth: number;
  readonly deltaNewest: string;
}

export const NO_DELTAS: DeltaPairs = {
  deltaId: '',
  deltaSeq: -1,
  deltaText: '',
  deltaCount: 0,
  deltaPairs: 0,
  deltasDiffer: false,
  deltaGrowth: 0,
  deltaNewest: '',
};

/** Number of pairs that report at once. */
const PAIRS_SURE = 4;
/** Number of pairs that report at the end. */
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

/** Number of deltas that repeat everything before them, and minimum length of the text, for a report. */
const GROWTH_MIN = 2;
const GROWN_MIN = 8;

function noteGrowth(pairs: Draft<DeltaPairs>, delta: string): void {
  const { deltaNewest: before, deltaGrowth } = pairs;
  if (deltaGrowth < 0) return;
  if (!delta.startsWith(before)) pairs.deltaGrowth = -1;
  else if (before !== '' && delta.length > before.length) pairs.deltaGrowth++;
  pairs.deltaNewest = delta;
}

/** True if each delta so far repeated the text before it; read at the end. */
export function isCumulative({ deltaGrowth, deltaNewest }: DeltaPairs): boolean {
  return (
    deltaGrowth >= GROWTH_MIN && deltaNewest.length >= GROWN_MIN && new Set(deltaNewest).size > GROWTH_MIN
  );
}

/** Records an event; true once the deltas of its message or call are certainly doubled. */
export function noteDeltas(
  pairs: Draft<DeltaPairs>,
  { type, seq, event }: { readonly type: string; readonly seq: number; readonly event: JsonObject },
): boolean {
  const named = event['messageId'] ?? event['toolCallId'];
  const { delta } = event;
  if (typeof delta === 'string') {
    // A chunk without an id continues the current message or call.
    if (typeof named === 'string' && named !== pairs.deltaId) begin(pairs, named, seq);
    if (delta === '') return false;
    noteGrowth(pairs, delta);
    return takeDelta(pairs, delta);
  }
  if (!type.endsWith('_END') || named !== pairs.deltaId) return false;
  const { deltaCount, deltaPairs, deltasDiffer } = pairs;
  const isDoubled = deltasDiffer && deltaPairs >= PAIRS_MIN && deltaPairs < PAIRS_SURE;
  return isDoubled && deltaCount === 2 * deltaPairs;
}
