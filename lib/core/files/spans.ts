// A session as spans: runs, and their steps, subagents, messages and tool calls.
import { firstIndex, grouped } from '@/lib/core/json/sorted';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { marksByStream, marksText } from '@/lib/core/log/origin-marks';
import { tokensOf } from '@/lib/core/metrics/run-figures';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry, Model, Run, ToolCallEntry } from '@/lib/core/model/types';

export interface Span {
  /** Unique in the session. */
  readonly key: string;
  /** Key of the enclosing span; undefined for a run. */
  readonly parent?: string;
  readonly kind: 'run' | 'step' | 'subagent' | 'message' | 'tool';
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly error?: string;
  /** Named as in OpenTelemetry's conventions for generative AI. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface RunSpans {
  readonly run: Run;
  readonly spans: readonly Span[];
}

function spanEnd(startMs: number, endMs: number | undefined, lastMs: number): number {
  // An open span ends with its run.
  return Math.max(startMs, endMs ?? lastMs);
}

function runSpan(run: Run, lastMs: number, marks: string | undefined): Span {
  const { index, runId, threadId, startMs, status, error, usage = [] } = run;
  const [model] = usage.flatMap((each) => each.model ?? []);
  const [provider] = usage.flatMap((each) => each.provider ?? []);
  const tokensIn = tokensOf(run, 'inputTokens');
  const tokensOut = tokensOf(run, 'outputTokens');
  return {
    key: `run ${index}`,
    kind: 'run',
    name: 'invoke_agent',
    startMs,
    endMs: lastMs,
    ...(error !== undefined && { error: error.message }),
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': threadId,
      'ag_ui.run.id': runId,
      'ag_ui.run.status': status,
      ...(marks !== undefined && { 'ag_ui.run.changed': marks }),
      ...(provider !== undefined && { 'gen_ai.provider.name': provider }),
      ...(model !== undefined && { 'gen_ai.request.model': model }),
      ...(tokensIn !== undefined && { 'gen_ai.usage.input_tokens': tokensIn }),
      ...(tokensOut !== undefined && { 'gen_ai.usage.output_tokens': tokensOut }),
    },
  };
}

function stepSpans(run: Run, parent: string, lastMs: number): Span[] {
  return [...run.steps].map(({ name, startSeq, startMs, endMs }) => ({
    key: `step ${startSeq}`,
    parent,
    kind: 'step',
    name,
    startMs,
    endMs: spanEnd(startMs, endMs, lastMs),
    attributes: { 'ag_ui.step.name': name },
  }));
}

function subagentSpans(run: Run, parent: string, lastMs: number): Span[] {
  return [...run.subagents].map(({ name, subagentRunId, startSeq, startMs, endMs, error }) => ({
    key: `subagent ${startSeq}`,
    parent,
    kind: 'subagent',
    name: `invoke_agent ${name}`,
    startMs,
    endMs: spanEnd(startMs, endMs, lastMs),
    ...(error !== undefined && { error }),
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'gen_ai.agent.id': subagentRunId,
    },
  }));
}

function toolSpans(calls: readonly ToolCallEntry[], parent: string, lastMs: number): Span[] {
  return calls.map(({ id, name, startSeq, startMs, endMs, resultMs }) => ({
    key: `tool ${startSeq}`,
    parent,
    kind: 'tool',
    name: `execute_tool ${name}`,
    startMs,
    endMs: spanEnd(startMs, resultMs ?? endMs, lastMs),
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
    },
  }));
}

/** False for messages that contain only calls. */
function hasText(message: MessageEntry['message']): boolean {
  return /^(assistant|reasoning)$/.test(message.role) && Boolean(asJson(message)['content']);
}

/** Messages of the model during a run: the model calls of a run are unknown. */
function messageSpans(
  log: Log,
  streamed: readonly MessageEntry[],
  { run, lastMs }: { run: Run; lastMs: number },
): Span[] {
  const from = run.startSeq ?? Number.POSITIVE_INFINITY;
  const to = run.endSeq ?? from + run.events;
  const spans: Span[] = [];
  const first = firstIndex(streamed.length, (at) => (streamed[at]?.firstSeq ?? 0) >= from);
  for (let at = first; at < streamed.length; at++) {
    const entry = streamed[at];
    if (entry === undefined || entry.firstSeq > to) break;
    const { firstSeq, lastSeq } = entry;
    const { id, role } = entry.message;
    const startMs = log.timeMsOf(firstSeq);
    spans.push({
      key: `message ${firstSeq}`,
      parent: `run ${run.index}`,
      kind: 'message',
      name: role === 'reasoning' ? 'reasoning' : 'chat',
      startMs,
      endMs: spanEnd(startMs, lastSeq < firstSeq ? undefined : log.timeMsOf(lastSeq), lastMs),
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.type': 'text', 'ag_ui.message.id': id },
    });
  }
  return spans;
}

/** Messages by thread, in order; of several threads with one id, the first. */
function streamedByThread(model: Model): ReadonlyMap<string, readonly MessageEntry[]> {
  const all = new Map<string, readonly MessageEntry[]>();
  for (const { threadId, messages } of model.threads) {
    if (all.has(threadId)) continue;
    const streamed = [...messages].filter(({ via, message }) => via === 'stream' && hasText(message));
    all.set(
      threadId,
      streamed.sort((one, other) => one.firstSeq - other.firstSeq),
    );
  }
  return all;
}

/** The started runs of a log with their spans; the span of the run comes first. */
export function runSpansOf(log: Log): readonly RunSpans[] {
  const model = createHistory(modelFold, log).head();
  const streamed = streamedByThread(model);
  const marks = marksByStream(log);
  const calls = grouped(model.toolCalls, ({ run }) => run);
  return [...model.runs].flatMap((run): RunSpans[] => {
    const { startSeq, startMs } = run;
    if (startSeq === undefined) return [];
    const lastSeq = run.endSeq ?? run.lastSeq ?? startSeq;
    const lastMs = Math.max(startMs, run.endMs ?? log.timeMsOf(lastSeq));
    const root = runSpan(run, lastMs, marksText(marks, run.streams));
    const inside = [
      ...stepSpans(run, root.key, lastMs),
      ...subagentSpans(run, root.key, lastMs),
      ...messageSpans(log, streamed.get(run.threadId) ?? [], { run, lastMs }),
      ...toolSpans(calls.get(run.index) ?? [], root.key, lastMs),
    ];
    return [{ run, spans: [root, ...inside.toSorted((a, b) => a.startMs - b.startMs)] }];
  });
}
