// The agent's shared state: STATE_SNAPSHOT and STATE_DELTA.
import type { EventOf } from '@/lib/core/agui/events';
import { applyPatch, TOO_LARGE } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { pushed } from '@/lib/core/json/list';
import { complain, type ReducerContext, threadOf } from '@/lib/core/model/context';

/** STATE_SNAPSHOT: any JSON value, including null. */
export function replaceState(context: ReducerContext, event: EventOf<'STATE_SNAPSHOT'>): void {
  setState(context, event.snapshot);
}

/** STATE_DELTA: applied completely, or not at all with the reason. */
export function patchState(context: ReducerContext, event: EventOf<'STATE_DELTA'>): void {
  const thread = threadOf(context);
  const base = thread.undeliveredState === undefined ? thread.state : thread.undeliveredState.state;
  const patched = applyPatch(base, event.delta, context.model.owner);
  if (patched.ok) {
    setState(context, patched.document);
    return;
  }
  const { operation, name, message } = patched;
  // Without the state, which the client prints, too: it may be a megabyte.
  if (name !== TOO_LARGE) complain(context, `Failed to apply state patch: ${message}`);
  thread.statePatchFailure = { seq: context.seq, operation, name, message };
}

/** True if the client delivers a new state to the app: not if it is missing, and in 0.0.x only if it is truthy. */
function isDelivered({ isClient00 }: ReducerContext, state: Json | undefined): boolean {
  return isClient00 ? Boolean(state) : state !== undefined;
}

function setState(context: ReducerContext, state: Json | undefined): void {
  const thread = threadOf(context);
  if (!isDelivered(context, state)) {
    // A snapshot without a value (valid only in 0.0.x), or a patch that moved a missing value to the root.
    thread.undeliveredState = { state };
    return;
  }
  thread.state = state;
  thread.undeliveredState = undefined;
  thread.stateSeqs = pushed(thread.stateSeqs, context.seq, context.model.owner);
  delete thread.statePatchFailure;
}
