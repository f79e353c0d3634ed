// The arguments of a call while they stream: as text at any delta, and as a tree as far as the text allows.
import { Allow, parse } from 'partial-json';
import type { Json } from '@/lib/agui/json';
import type { ToolCallEntry } from '@/lib/model/types';
import type { List } from '@/lib/values/list';

/** Arguments, as far as they have arrived. */
interface ReadArguments {
  /** The value, or as much of it as can be read; absent if nothing can. */
  readonly value?: Json;
  /** True if the text is a complete JSON document. */
  readonly complete: boolean;
}

/** Reads arguments: complete JSON, a readable prefix of it, or nothing. */
export function readArguments(text: string): ReadArguments {
  try {
    return { value: JSON.parse(text), complete: true };
  } catch {
    // Incomplete, or not JSON at all: try to read a prefix.
  }
  try {
    return { value: parse(text, Allow.ALL), complete: false };
  } catch {
    return { complete: false };
  }
}

/** How many numbers of an ascending list are at most `value`. */
function countUpTo(list: List<number>, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list.at(middle) ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The arguments of a call as of an event; undefined if a snapshot has replaced them since. */
export function argumentsAt(call: ToolCallEntry, seq: number): string | undefined {
  const { args, argSeqs, argEnds } = call;
  if (argSeqs.length !== argEnds.length) return undefined;
  const deltas = countUpTo(argSeqs, seq);
  if (argSeqs.length === 0) return seq >= call.startSeq ? args : '';
  return args.slice(0, deltas === 0 ? 0 : argEnds.at(deltas - 1));
}
