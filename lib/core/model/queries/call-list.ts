// Lists of tool calls: by tool, sorted, limited to the newest. Also earlier calls of the same tool.

import type { List } from '@/lib/core/json/list';
import { argumentsMs, waitingMs } from '@/lib/core/model/queries/call-times';
import type { ToolCallEntry } from '@/lib/core/model/types';

type CallOrder = 'start' | 'name' | 'arguments' | 'waiting';

export interface CallQuery {
  readonly tool?: string | undefined;
  readonly order: CallOrder;
  readonly isDescending: boolean;
  readonly stateOf: (call: ToolCallEntry) => 'streaming' | 'waiting' | 'answered' | 'unanswered';
  /** Only this many of the newest calls are considered. */
  readonly limit?: number;
}

interface CallList {
  /** Tools with their number of calls, in order of their first calls. */
  readonly tools: ReadonlyMap<string, number>;
  readonly calls: readonly ToolCallEntry[];
  readonly left: number;
}

const CALLS_MAX = 10_000;

type Value = (call: ToolCallEntry, stateOf: CallQuery['stateOf']) => number;

/** A running call sorts as longer than finished ones, a call without a time as shorter. */
const VALUES: Readonly<Record<'arguments' | 'waiting', Value>> = {
  arguments: (call, stateOf) =>
    call.status === 'streaming' && stateOf(call) === 'streaming'
      ? Number.MAX_VALUE
      : (argumentsMs(call) ?? -1),
  waiting: (call, stateOf) => waitingMs(call) ?? (stateOf(call) === 'waiting' ? Number.MAX_VALUE : -1),
};

export function listCalls(
  all: List<ToolCallEntry>,
  { tool, order, isDescending, stateOf, limit = CALLS_MAX }: CallQuery,
): CallList {
  const tools = new Map<string, number>();
  const calls: ToolCallEntry[] = [];
  const left = Math.max(0, all.length - limit);
  for (let index = left; index < all.length; index++) {
    const call = all.at(index);
    if (call === undefined) continue;
    tools.set(call.name, (tools.get(call.name) ?? 0) + 1);
    if (tool === undefined || call.name === tool) calls.push(call);
  }
  if (order === 'start') {
    if (isDescending) calls.reverse();
    return { tools, calls, left };
  }
  const direction = isDescending ? -1 : 1;
  if (order === 'name') {
    calls.sort((a, b) => a.name.localeCompare(b.name) * direction || a.index - b.index);
    return { tools, calls, left };
  }
  const value = VALUES[order];
  const sorted = calls
    .map((call) => ({ call, value: value(call, stateOf) }))
    .sort((a, b) => (a.value - b.value) * direction || a.call.index - b.call.index);
  return { tools, calls: sorted.map(({ call }) => call), left };
}

const SAME_TOOL_MAX = 100;

/** Other calls of the same tool: earlier ones first, newest to oldest, then later ones. */
export function sameTool(all: List<ToolCallEntry>, call: ToolCallEntry): readonly ToolCallEntry[] {
  const found: ToolCallEntry[] = [];
  const look = (index: number) => {
    const other = all.at(index);
    if (other !== undefined && other.name === call.name) found.push(other);
  };
  const first = Math.max(0, call.index - CALLS_MAX);
  for (let index = call.index - 1; index >= first && found.length < SAME_TOOL_MAX; index--) look(index);
  const last = Math.min(all.length, call.index + CALLS_MAX);
  for (let index = call.index + 1; index < last && found.length < SAME_TOOL_MAX; index++) look(index);
  return found;
}

type TurnKind = 'valid' | 'open' | 'broken' | 'two-documents';

/** Events at which the validity of the arguments changed. Text after a complete document makes it two documents. */
export function turnsOf({
  jsonTurns,
}: ToolCallEntry): readonly { readonly seq: number; readonly kind: TurnKind }[] {
  let before: string | undefined;
  return [...jsonTurns].map(({ seq, verdict }) => {
    const kind = verdict === 'broken' && before === 'valid' ? 'two-documents' : verdict;
    before = verdict;
    return { seq, kind };
  });
}

/** Calls that a run reports as pending and calls without a result, if the two differ. */
export function pendingDisagreement(run: {
  readonly pendingToolCallIds: readonly string[];
  readonly unansweredToolCallIds: readonly string[];
}): { readonly named: readonly string[]; readonly unanswered: readonly string[] } | undefined {
  const { pendingToolCallIds: named, unansweredToolCallIds: unanswered } = run;
  const known = new Set(unanswered);
  const isSame = named.length === unanswered.length && named.every((id) => known.has(id));
  return isSame ? undefined : { named, unanswered };
}
