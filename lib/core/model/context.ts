// Input of a reducer: the model, the position of the event, and drafts of what the event affects.
import type { Metadata } from '@ag-ui/core';
import { mergeMetadata } from '@ag-ui/core';
import type { Draft, Owner } from '@/lib/core/json/owner';
import type { Stream } from '@/lib/core/log/types';
import {
  editThread,
  type ModelNode,
  type StreamNode,
  type ThreadNode,
  threadIndexOf,
} from '@/lib/core/model/nodes';

export interface ReducerContext {
  readonly model: ModelNode;
  readonly seq: number;
  readonly timeMs: number;
  readonly stream: Stream;
  readonly node: Draft<StreamNode>;
  /** Console output of the stock client's reducer about an event without its full effect. */
  complaints: string[] | undefined;
  /** True to reduce like client 0.0.59, which differs in a few places. */
  readonly isClient00: boolean;
}

/** Records what the stock client's reducer would print to the console. */
export function complain(context: ReducerContext, text: string): void {
  context.complaints ??= [];
  context.complaints.push(text);
}

/** The thread that the event's stream writes to; the thread with id '' if none was named. */
export function threadOf(context: ReducerContext): Draft<ThreadNode> {
  const { model, node } = context;
  if (node.thread === -1) node.thread = threadIndexOf(model, '');
  model.current = node.thread;
  return editThread(model, node.thread);
}

/** Merges an event's metadata into its target, key by key. The target must be a draft. */
export function mergeInto(
  target: { metadata?: Metadata },
  { metadata }: { readonly metadata?: Metadata | undefined },
  owner: Owner,
): void {
  if (metadata === undefined) return;
  const own = target.metadata;
  // Copied once per version, however often it grows. Assigning to __proto__ would not add a key.
  if (own !== undefined && owner.has(own) && !Object.hasOwn(metadata, '__proto__')) {
    Object.assign(own, metadata);
    return;
  }
  const merged = mergeMetadata(own, metadata);
  if (merged !== undefined) target.metadata = owner.add(merged);
}
