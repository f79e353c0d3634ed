// The arguments of a call while they stream: as text at any delta, and as much of a tree as the text makes.
import { Allow, parse } from 'partial-json';
import type { Json } from '@/lib/agui/json';
import type { ToolCallEntry } from '@/lib/model/types';
import type { List } from '@/lib/values/list';

/** Arguments as far as they are there. */
export interface ReadArguments {
  /** The value, or the readable beginning of it; absent where there is none. */
  readonly value?: Json;
  /** True where the text is whole JSON. */
  readonly complete: boolean;
}

/** Reads arguments: whole JSON, the readable beginning of it, or nothing. */
export function readArguments(text: string): ReadArguments {
  try {
    return { value: JSON.parse(text) as Json, complete: true };
  } catch {
    // Not whole yet, or not JSON at all: the next try tells.
  }
  try {
    return { value: parse(text, Allow.ALL) as Json, complete: false };
  } catch {
    return { complete: false };
  }
}

/** How many of the rising numbers are not above one. */
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

/** The arguments of a call as they were at an event; undefined where a snapshot has put others in their place since. */
export function argumentsAt(call: ToolCallEntry, seq: number): string | undefined {
  const { args, argSeqs, argEnds } = call;
  if (argSeqs.length !== argEnds.length) return undefined;
  const deltas = countUpTo(argSeqs, seq);
  if (argSeqs.length === 0) return seq >= call.startSeq ? args : '';
  return args.slice(0, deltas === 0 ? 0 : argEnds.at(deltas - 1));
}

/** The arguments at an event, read as far as they are there. */
export function argumentTreeAt(call: ToolCallEntry, seq: number): ReadArguments {
  const text = argumentsAt(call, seq);
  return text === undefined ? { complete: false } : readArguments(text);
}
