// The agent's shared state: STATE_SNAPSHOT and STATE_DELTA.
import type { EventOf } from '@/lib/agui/events';
import type { Json } from '@/lib/agui/json';
import { type Context, complain, threadOf } from '@/lib/model/context';
import { applyPatch } from '@/lib/values/apply-patch';
import { pushed } from '@/lib/values/list';

/** STATE_SNAPSHOT: any JSON value, including null. */
export function replaceState(context: Context, event: EventOf<'STATE_SNAPSHOT'>): void {
  if (event.snapshot === undefined) {
    // Only 0.0.x lets this through: its reducer continues without a state, while the app keeps the old one.
    threadOf(context).isStateLost = true;
    return;
  }
  setState(context, event.snapshot);
}

/** STATE_DELTA: applies completely, or not at all and records why. */
export function patchState(context: Context, event: EventOf<'STATE_DELTA'>): void {
  const thread = threadOf(context);
  const base = thread.isStateLost ? undefined : thread.state;
  const patched = applyPatch(base, event.delta, context.model.owner);
  if (patched.ok && patched.document === undefined) {
    // The patch moved a missing value over the whole document. The stock client continues without a state, but never
    // tells the app, which keeps the old one.
    thread.isStateLost = true;
    return;
  }
  if (patched.ok) {
    setState(context, patched.document);
    return;
  }
  const { operation, name, message } = patched;
  // The client also prints the whole state, which may be a megabyte.
  complain(context, `Failed to apply state patch: ${message}`);
  thread.statePatchFailure = { seq: context.seq, operation, name, message };
}

function setState(context: Context, state: Json | undefined): void {
  const thread = threadOf(context);
  thread.state = state;
  thread.isStateLost = false;
  thread.stateSeqs = pushed(thread.stateSeqs, context.seq, context.model.owner);
  delete thread.statePatchFailure;
}
