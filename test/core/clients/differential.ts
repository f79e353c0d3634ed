// Compares the predicted client with the installed one, event by event.

import { type AppView, appFold, endingForApp } from '@/lib/core/clients/app-fold';
import type { Profile } from '@/lib/core/consumers/profile';
import type { JsonObject } from '@/lib/core/json/json';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { Fold, Stream } from '@/lib/core/log/types';
import type { CapturedRecord } from '@/lib/messages/records';
import { logOfRecords, plain, sseRecords } from '../../support/logs';
import { sorted } from '../../support/sorted';

export interface ClientStep {
  readonly messages: unknown;
  readonly state: unknown;
  readonly interrupts: unknown;
  readonly warnings: readonly string[];
  /** Text of the error that stopped it. */
  readonly error?: string;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|thinking-\d+/g;

/** A value as JSON, without the ids that each client makes up for itself. */
export function anonymous(value: unknown): unknown {
  const text = JSON.stringify(plain(value)).replaceAll(UUID, 'minted');
  return JSON.parse(text);
}

// Of a failed patch the client prints the whole document; the first words are enough.
function shortened(text: string): string {
  const kept = text.replaceAll(UUID, 'minted');
  return /^Failed to apply (state patch|activity patch for '.*?')/s.exec(kept)?.[0] ?? kept;
}

function viewOf({ model }: AppView): object {
  const thread = model.current < 0 ? model.threads.at(0) : model.threads.at(model.current);
  return {
    messages: [...(thread?.messages ?? [])].map((entry) => entry.message),
    state: thread?.state ?? (thread === undefined ? {} : null),
    interrupts: thread?.interrupts ?? [],
  };
}

/** A log in which nothing is taken for another protocol: the client does not guess either. */
export function readAsStock(records: readonly CapturedRecord[]): Log {
  const isOld = records.some(
    (record) => record.kind === 'chunk' && /"(THINKING_|META")/.test(record.text ?? ''),
  );
  return logOfRecords(records, { dialect: () => (isOld ? 'ag-ui-0.0' : 'ag-ui-1.0') });
}

export interface Difference {
  readonly seq: number;
  readonly ours: unknown;
  readonly theirs: unknown;
}

interface Source {
  /** The view after event `seq`; seqs are asked for in rising order. */
  at(seq: number): AppView;
}

/** Folds on, event by event, as a panel does that is open from the start. */
export function inOrder(fold: Fold<AppView>, log: Log): Source {
  let state = fold.init();
  let marks = 0;
  return {
    at(seq) {
      for (
        let mark = log.boundaries[marks];
        mark !== undefined && mark.beforeSeq <= seq;
        mark = log.boundaries[++marks]
      )
        state = fold.boundary?.(state, mark) ?? state;
      const logged = log.at(seq);
      if (logged !== undefined) state = fold.step(state, logged);
      return state;
    },
  };
}

function oursAt(view: AppView, stream: Stream): object {
  const warnings = view.verdict.warnings.map(({ text }) => shortened(text));
  return { ...viewOf(view), warnings, error: endingForApp(view, stream)?.stop?.text ?? null };
}

function theirsAt({ messages, state, interrupts, warnings, error }: ClientStep): object {
  const shortWarnings = warnings.map(shortened);
  return { messages, state: state ?? null, interrupts, warnings: shortWarnings, error: error ?? null };
}

/** The first difference, or undefined where there is none. */
export function firstDifference(
  events: readonly JsonObject[],
  steps: readonly ClientStep[],
  profile: Profile,
): Difference | undefined {
  // Compares up to the stop of the client, and one event more, which must change nothing.
  const seen = events.slice(0, steps.length + 1);
  // The request names the thread: an agent goes on with its own, whatever the events have.
  const log = readAsStock(sseRecords(seen, { threadId: 't', runId: 'r', messages: [] }));
  const fold = appFold(profile);
  // A third is asked for at any event, from checkpoints, which must give the same.
  const source = events.length % 3 === 0 ? createHistory(fold, log, { interval: 5 }) : inOrder(fold, log);
  for (const seq of seen.keys()) {
    const last = steps.at(-1);
    // After the stop the client reports nothing and keeps its state.
    const step = steps[seq] ?? (last && { ...last, warnings: [] });
    const logged = log.at(seq);
    if (step === undefined || logged === undefined) return { seq, ours: logged, theirs: step };
    const ours = oursAt(source.at(seq), logged.stream);
    const theirs = theirsAt(step);
    if (isSame(ours, theirs)) continue;
    const [a, b] = [anonymous(ours), anonymous(theirs)];
    if (JSON.stringify(sorted(a)) !== JSON.stringify(sorted(b))) return { seq, ours: a, theirs: b };
  }
  return undefined;
}

// The quick way, for what is nearly always equal; absent and undefined are the same.
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in left) if (!isSame(left[key], right[key])) return false;
  for (const key in right) if (!(key in left) && right[key] !== undefined) return false;
  return true;
}

/** The stream with as few events as still differ. */
export async function shrink(
  events: readonly JsonObject[],
  differs: (events: readonly JsonObject[]) => Promise<boolean>,
): Promise<readonly JsonObject[]> {
  let smallest = events;
  for (let size = Math.max(1, smallest.length >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let at = 0; at < smallest.length; ) {
      const candidate = smallest.filter((_, index) => index < at || index >= at + size);
      if (candidate.length < smallest.length && (await differs(candidate))) smallest = candidate;
      else at += size;
    }
  }
  return smallest;
}
