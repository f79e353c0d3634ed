import { excerpt } from '@/lib/core/agui/quoted';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';
import { recentCallsOfRun } from '@/lib/core/model/queries/lookup';
import type { ToolCallEntry } from '@/lib/core/model/types';

const CALLS_MAX = 500;
/** Longer arguments are compared as text. */
const PARSED_MAX = 100_000;
const NAMED_MAX = 3;

/** The arguments as a value; undefined if they are empty. */
function argumentsOf({ args, json }: ToolCallEntry): Json | undefined {
  if (json !== 'valid' || args.length > PARSED_MAX) return args.trim() === '' ? undefined : args;
  const value: Json = JSON.parse(args);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty ? undefined : value;
}

/** Calls of one tool with the same arguments, in order. */
type CallGroup = ToolCallEntry[];

function groupsOf(calls: readonly ToolCallEntry[]): readonly CallGroup[] {
  const byTool = new Map<string, { readonly args: Json; readonly group: CallGroup }[]>();
  for (const call of calls) {
    const args = argumentsOf(call);
    if (args === undefined) continue;
    const known = byTool.get(call.name) ?? [];
    byTool.set(call.name, known);
    const same = known.find((each) => isEqualJson(each.args, args));
    if (same === undefined) known.push({ args, group: [call] });
    else same.group.push(call);
  }
  return [...byTool.values()].flat().flatMap(({ group }) => (group.length === 2 ? [group] : []));
}

/** Two calls that are one: at the same time without different results, or one after the other with equal results. */
function isTwice([first, second]: CallGroup): 'at once' | 'again' | undefined {
  if (first === undefined || second === undefined || first.subagentRunId !== second.subagentRunId)
    return undefined;
  const hasResults = first.resultSeq !== undefined && second.resultSeq !== undefined;
  const isSame = hasResults && isEqualJson(first.result, second.result);
  const isOverlapping = first.resultSeq === undefined || first.resultSeq > second.startSeq;
  if (isOverlapping) return hasResults && !isSame ? undefined : 'at once';
  return isSame ? 'again' : undefined;
}

export const callSentTwice: Rule = {
  id: 'call-sent-twice',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is sent twice in a run, with the same arguments and two ids.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallstart',
  impact: 'The app keeps and shows both calls; a frontend tool runs twice.',
  fix: 'Send each call once. Look for a handler that is registered twice, and for a framework that streams a call and then sends it whole with an id of its own.',
  types: ['RUN_FINISHED', 'RUN_ERROR'],
  before({ stream }, model) {
    const { run } = streamView(model, stream);
    const pairs = groupsOf(recentCallsOfRun(model, run, CALLS_MAX)).flatMap((group) => {
      const how = isTwice(group);
      return how === undefined ? [] : [{ group, how }];
    });
    if (pairs.length === 0) return undefined;
    const shown = pairs.slice(0, NAMED_MAX).map(({ group: [first, second] }) => {
      const result = first?.resultSeq === undefined || second?.resultSeq === undefined ? '' : ' and result';
      return `${excerpt(first?.name ?? '', 60)} with the same arguments${result} under '${excerpt(first?.id ?? '', 60)}' (#${first?.startSeq}) and '${excerpt(second?.id ?? '', 60)}' (#${second?.startSeq})`;
    });
    const more = pairs.length > shown.length ? `, and ${pairs.length - shown.length} more` : '';
    const isRepeat = pairs.every(({ how }) => how === 'again');
    return {
      message: `A call was sent twice: ${shown.join('; ')}${more}. The app keeps both.`,
      related: pairs.flatMap(({ group }) => group.map(({ startSeq }) => startSeq)),
      // An agent may repeat a call on purpose.
      ...(isRepeat && { severity: 'info' }),
    };
  },
};
