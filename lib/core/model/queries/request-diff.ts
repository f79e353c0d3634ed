// Repeated and new parts of a run request, compared with its thread and the previous request. Computed on demand.

import { type Difference, differences } from '@/lib/core/json/diff';
import { type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { grouped } from '@/lib/core/json/sorted';
import type { Model, RequestNote, Run } from '@/lib/core/model/types';

/** Differences between a list and the same list in the previous request, by name. */
export interface ListDiff {
  readonly same: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

interface RequestDiff extends RequestNote {
  /** True if the request brought a state that differs from the thread's. */
  readonly isStateChanged: boolean;
  /** Tools, by name. */
  readonly tools: ListDiff;
  /** Context entries, by description. */
  readonly context: ListDiff;
  readonly isForwardedChanged: boolean;
  readonly answers: number;
}

function listDiff(before: Json | undefined, now: Json | undefined, key: string): ListDiff {
  const old = grouped(objectsIn(before), (entry) => String(entry[key] ?? ''));
  const added: string[] = [];
  const changed: string[] = [];
  let same = 0;
  for (const entry of objectsIn(now)) {
    const name = String(entry[key] ?? '');
    const known = old.get(name)?.shift();
    if (known === undefined) added.push(name);
    else if (isEqualJson(known, entry)) same++;
    else changed.push(name);
  }
  const removed = [...old].flatMap(([name, rest]) => rest.map(() => name));
  return { same, added, removed, changed };
}

function previousInput(model: Model, { requestNote }: Run): JsonObject | undefined {
  return requestNote === undefined || requestNote.previous < 0
    ? undefined
    : model.runs.at(requestNote.previous)?.input;
}

export function requestDiff(model: Model, run: Run): RequestDiff | undefined {
  const { input, requestNote } = run;
  if (input === undefined || requestNote === undefined) return undefined;
  const before = previousInput(model, run);
  const { resume } = input;
  return {
    ...requestNote,
    isStateChanged: requestNote.stateBefore !== undefined,
    tools: listDiff(before?.['tools'], input['tools'], 'name'),
    context: listDiff(before?.['context'], input['context'], 'description'),
    isForwardedChanged: !isEqualJson(before?.['forwardedProps'] ?? {}, input['forwardedProps'] ?? {}),
    answers: Array.isArray(resume) ? resume.length : 0,
  };
}

export function requestStateDiff({ input, requestNote }: Run): readonly Difference[] {
  if (requestNote?.stateBefore === undefined) return [];
  return differences(requestNote.stateBefore.value, input?.['state']);
}

function isDifferent({ added, removed, changed }: ListDiff): boolean {
  return added.length + removed.length + changed.length > 0;
}

/** The request with only new and changed messages, and changed fields. */
export function normalisedInput(model: Model, run: Run): JsonObject | undefined {
  const diff = requestDiff(model, run);
  if (diff === undefined || run.input === undefined) return undefined;
  const fresh = new Set([...diff.newIds, ...diff.changedIds]);
  const left: Record<string, boolean> = {
    state: diff.isStateChanged,
    tools: isDifferent(diff.tools),
    context: isDifferent(diff.context),
    forwardedProps: diff.isForwardedChanged,
  };
  const entries = Object.entries(run.input).flatMap(([key, value]): [string, Json][] => {
    if (key === 'messages') {
      return [[key, objectsIn(value).filter(({ id }) => typeof id === 'string' && fresh.has(id))]];
    }
    return left[key] === false ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}
