import { newestFirst } from '@/lib/core/json/list';
import { nearestName } from '@/lib/core/json/nearest';
import type { Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { questionsOf } from '@/lib/core/model/queries/interrupts';
import { callIn, recentCallsOfRun, threadIn } from '@/lib/core/model/queries/lookup';
import type { Model, ToolCallEntry } from '@/lib/core/model/types';

const RUNS_BACK = 8;

/** True if an interrupt of the thread contains the call: Mastra sends the call only there. */
function wasAsked(model: Model, stream: Stream, id: string): boolean {
  for (const index of newestFirst(threadIn(model, stream)?.runs, RUNS_BACK)) {
    const run = model.runs.at(index);
    const asked = run === undefined ? [] : questionsOf(run);
    if (asked.some((ask) => ask.toolCallId === id || ask.id.endsWith(`::${id}`))) return true;
  }
  return false;
}

/** The intended call of the run: one with a similar id, or the only one without a result. */
function nearestCall(model: Model, stream: Stream, id: string): ToolCallEntry | undefined {
  const calls = recentCallsOfRun(model, streamView(model, stream).run);
  const near = nearestName(
    id,
    calls.map((call) => call.id),
  );
  const open = calls.filter(({ status }) => status !== 'answered');
  return calls.find((call) => call.id === near) ?? (open.length === 1 ? open[0] : undefined);
}

export const resultOrphan: Rule = {
  id: 'result-orphan',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool result refers to a call that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'A tool message without a call is appended to the conversation; model providers reject it.',
  fix: 'Send TOOL_CALL_START for the call first, and use the same toolCallId for the result.',
  aliases: ['AGUI207'],
  types: ['TOOL_CALL_RESULT'],
  before({ event, stream }, model) {
    const id = event?.['toolCallId'];
    if (typeof id !== 'string') return undefined;
    if (callIn(model, stream, id) !== undefined) return undefined;
    const near = nearestCall(model, stream, id);
    const hint =
      near === undefined ? '' : ` Is '${near.id}' of '${near.name}' meant (event ${near.startSeq})?`;
    const message = `The result is for call '${id}', which does not exist; the app gets a tool message without a call.${hint}`;
    return { message, related: [near?.startSeq], ...(wasAsked(model, stream, id) && { severity: 'info' }) };
  },
};
