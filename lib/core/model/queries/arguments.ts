// The arguments of a call while they stream: as text at any delta, and as a tree of the readable part.
import { closedJson } from '@/lib/core/json/cut-json';
import { nestsTooDeep } from '@/lib/core/json/depth';
import { type Json, parseJson } from '@/lib/core/json/json';
import { countUpTo } from '@/lib/core/json/sorted';
import type { ToolCallEntry } from '@/lib/core/model/types';

interface ReadArguments {
  /** The value, or its readable part; absent if nothing is readable. */
  readonly value?: Json;
  readonly complete: boolean;
  /** Present if they are nested too deeply. */
  readonly isTooDeep?: true;
}

export function readArguments(text: string): ReadArguments {
  if (nestsTooDeep(text)) return { complete: false, isTooDeep: true };
  const whole = parseJson(text);
  if (whole !== undefined) return { value: whole, complete: true };
  const begun = parseJson(closedJson(text));
  return { ...(begun !== undefined && { value: begun }), complete: false };
}

/** The arguments of a call at an event; undefined if a snapshot has replaced them since. */
export function argumentsAt(call: ToolCallEntry, seq: number): string | undefined {
  const { args, argSeqs, argEnds } = call;
  if (argSeqs.length !== argEnds.length) return undefined;
  const deltas = countUpTo(argSeqs, seq);
  if (argSeqs.length === 0) return seq >= call.startSeq ? args : '';
  return args.slice(0, deltas === 0 ? 0 : argEnds.at(deltas - 1));
}
