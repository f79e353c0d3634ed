// Checks of client 1.1 on the ids of runs and interrupts, as the draft describes them.

import type { ClientDraft } from '@/lib/core/clients/client-node';
import type { Violation } from '@/lib/core/clients/verdict';
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';

function mismatch(text: string): Violation {
  return { check: 'run-identity', text };
}

/** RUN_STARTED: on the thread that the request named, or that the first run of the stream named. */
export function beginsOwnThread(
  node: ClientDraft,
  event: JsonObject,
  asked: string | undefined,
): Violation | undefined {
  const threadId = String(event['threadId']);
  const expected = node.threadId ?? asked ?? threadId;
  if (threadId !== expected)
    return mismatch(
      `Cannot send 'RUN_STARTED' for thread '${threadId}': every run of the stream carries the input's threadId, '${expected}'.`,
    );
  node.threadId = expected;
  node.openRun = { runId: String(event['runId']), threadId };
  return undefined;
}

/** RUN_FINISHED: the ids must be those of the open run, and interrupts need distinct ids. */
export function endsOwnRun(node: ClientDraft, event: JsonObject): Violation | undefined {
  const { openRun } = node;
  const { runId, threadId } = event;
  const outcome = isJsonObject(event['outcome']) ? event['outcome'] : {};
  const interrupts = outcome['type'] === 'interrupt' ? outcome['interrupts'] : undefined;
  const ids = isJsonArray(interrupts) ? interrupts.map((each) => isJsonObject(each) && each['id']) : [];
  const seen = new Set<unknown>();
  const twice = ids.find((id) => typeof id === 'string' && seen.size === seen.add(id).size);
  if (twice !== undefined)
    return mismatch(`Cannot send 'RUN_FINISHED' with two interrupts carrying the id '${String(twice)}'.`);
  if (openRun === undefined) return undefined;
  if (runId !== openRun.runId)
    return mismatch(
      `Cannot send 'RUN_FINISHED' for run '${String(runId)}' while '${openRun.runId}' is open: both ends of a run must agree on their runId.`,
    );
  if (threadId !== openRun.threadId)
    return mismatch(
      `Cannot send 'RUN_FINISHED' for thread '${String(threadId)}': both ends of run '${openRun.runId}' carry the input's threadId, '${openRun.threadId}'.`,
    );
  return undefined;
}
