// Changes of one event: compares the models before and after it.

import { type Difference, differences } from '@/lib/core/json/diff';
import { emptyList, freshIndexes, type List, ownSegments } from '@/lib/core/json/list';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry, Model, Run, Thread, ToolCallEntry } from '@/lib/core/model/types';

interface MessageChange {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly entry: MessageEntry;
  readonly differences: readonly Difference[];
}

export interface Changes {
  readonly messages: readonly MessageChange[];
  readonly state: readonly Difference[];
  readonly runs: readonly { readonly run: Run; readonly was?: Run }[];
  readonly toolCalls: readonly { readonly call: ToolCallEntry; readonly was?: ToolCallEntry }[];
}

/** Unchanged parts are skipped by identity. */
export function changesBetween(before: Model, after: Model): Changes {
  const messages: MessageChange[] = [];
  const state: Difference[] = [];
  for (const i of freshIndexes(before.threads, after.threads)) {
    const now = after.threads.at(i);
    const was = before.threads.at(i);
    if (now === undefined) continue;
    for (const change of messageChanges(was, now)) messages.push(change);
    if (now.state === was?.state) continue;
    for (const difference of differences(was?.state, now.state)) state.push(difference);
  }
  return {
    messages,
    state,
    runs: changed(before.runs, after.runs, (run, was) => ({ run, ...(was && { was }) })).filter(
      ({ run, was }) => run.status !== was?.status || run.steps.length !== was.steps.length,
    ),
    toolCalls: changed(before.toolCalls, after.toolCalls, (call, was) => ({
      call,
      ...(was && { was }),
    })).filter(({ call, was }) => was === undefined || !isSameCall(call, was)),
  };
}

/** Models with separate replays share no entries. */
function isSameCall(call: ToolCallEntry, was: ToolCallEntry): boolean {
  return call.status === was.status && call.args === was.args && call.results.length === was.results.length;
}

function changed<T, R>(before: List<T>, after: List<T>, make: (now: T, was: T | undefined) => R): R[] {
  const found: R[] = [];
  if (before === after) return found;
  for (const i of freshIndexes(before, after)) {
    const now = after.at(i);
    if (now !== undefined) found.push(make(now, before.at(i)));
  }
  return found;
}

function messageChanges(was: Thread | undefined, now: Thread): MessageChange[] {
  if (was?.messages === now.messages) return [];
  const old = new Map<string, MessageEntry>();
  const same = new Set<MessageEntry>();
  const before = was?.messages ?? emptyList<MessageEntry>();
  for (const segment of ownSegments(before, now.messages)) for (const entry of segment) same.add(entry);
  const fresh: MessageEntry[] = [];
  for (const segment of ownSegments(now.messages, before))
    for (const entry of segment) if (!same.delete(entry)) fresh.push(entry);
  for (const entry of same) old.set(entry.message.id, entry);
  const changes = fresh.flatMap((entry): MessageChange[] => {
    const previous = old.get(entry.message.id);
    if (previous === undefined) return [{ kind: 'added', entry, differences: [] }];
    old.delete(entry.message.id);
    const found = differences(asJson(previous.message), asJson(entry.message));
    return found.length === 0 ? [] : [{ kind: 'changed', entry, differences: found }];
  });
  for (const entry of old.values()) changes.push({ kind: 'removed', entry, differences: [] });
  return changes;
}
