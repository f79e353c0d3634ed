// A feed carries events of several runs at once. Its envelopes name the run, even if the run's beginning is missing.

import { assigned, lookup } from '@/lib/core/json/id-map';
import type { About, Stream } from '@/lib/core/log/types';
import { NO_LANES } from '@/lib/core/model/chunk-lanes';
import type { ReducerContext } from '@/lib/core/model/context';
import { editRun, type ModelNode, type PausedRun, type RunNode, threadIndexOf } from '@/lib/core/model/nodes';
import { addRun, reopenRun, toMirror } from '@/lib/core/model/run-node';

const NOT_BEGUN: PausedRun = {
  run: -1,
  lanes: NO_LANES,
  thinkingSpan: undefined,
  thinkingMessage: undefined,
};

/** True for a stream for tools that only repeats other streams. */
export function isFeed(model: ModelNode, { index }: Stream): boolean {
  return model.streams.at(index)?.about !== undefined;
}

export function switchToRun(context: ReducerContext, { runId, threadId }: About, type: string): void {
  const { model, node } = context;
  if (node.about === runId) return;
  // The envelope overrides the run that the stream may have continued.
  node.joining = undefined;
  if (node.about !== undefined) {
    const { run, lanes, thinkingSpan, thinkingMessage } = node;
    const paused = { run, lanes, thinkingSpan, thinkingMessage };
    node.paused = assigned(node.paused, node.about, paused);
  }
  node.about = runId;
  const known = lookup(node.paused, runId);
  Object.assign(node, known ?? NOT_BEGUN);
  node.thread = threadIndexOf(model, threadId);
  node.isThreadFixed = true;
  node.isOutsideConversation = model.runs.at(node.run)?.kind === 'mirror';
  if (known === undefined && type !== 'RUN_STARTED') enter(context, { runId, threadId });
}

function enter(context: ReducerContext, { runId, threadId }: About): void {
  const { model, node, stream } = context;
  const index = lookup(model.runById, runId);
  const met = index === undefined ? undefined : model.runs.at(index);
  const known = met?.threadId === threadId && met.stream.doc === stream.doc ? met : undefined;
  if (known !== undefined && isFeed(model, known.stream)) {
    goOn(context, known);
    return;
  }
  addRun(context, { runId, threadId });
  const run = editRun(model, node.run);
  if (run === undefined) return;
  run.isStarted = true;
  if (known === undefined) return;
  toMirror(run);
  node.isOutsideConversation = true;
}

/** A feed that was reconnected. */
function goOn(context: ReducerContext, { index, kind, status }: RunNode): void {
  const { node } = context;
  node.run = index;
  node.isOutsideConversation = kind === 'mirror';
  if (status !== 'running') reopenRun(context, index);
}
