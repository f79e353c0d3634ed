// Compares two sessions or two runs: events, messages, state, tool calls and findings.

import { mirrored, type Pair } from '@/lib/core/compare/align';
import { areConcurrent } from '@/lib/core/compare/concurrent-order';
import {
  alignCalls,
  alignMessages,
  compareMessages,
  type Outcome,
  pairStates,
  toCallPair,
} from '@/lib/core/compare/outcome';
import { alignTracks, inEventOrder } from '@/lib/core/compare/rows';
import {
  isAddedBy,
  joinTracks,
  lastSeqOf,
  mayBeOf,
  readTracks,
  startsOf,
  type Track,
  type TrackItem,
} from '@/lib/core/compare/tracks';
import type { Aligned, Comparison, Folded, Ignorable, RuleCount, Side } from '@/lib/core/compare/types';
import { type Difference, differences } from '@/lib/core/json/diff';
import { partOf, runNow, type Steps } from '@/lib/core/json/steps';
import { lintFold } from '@/lib/core/lint/lint';
import { isAboveInfo } from '@/lib/core/lint/order';
import type { Finding } from '@/lib/core/lint/types';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { figuresOf, type RunFigures } from '@/lib/core/metrics/run-figures';
import { isEarlierCall } from '@/lib/core/model/queries/call-times';
import type { MessageEntry } from '@/lib/core/model/types';

const STATE_MAX = 500;

interface ReadSide extends Omit<Outcome, 'rowAt'> {
  readonly tracks: readonly Track[];
  readonly findings: readonly Finding[];
  readonly figures: RunFigures;
}

function foldedOf(log: Log): Folded {
  const history = createHistory(lintFold, log);
  const { model, findings } = history.head();
  return { head: model, at: (seq) => history.at(seq).model, findings };
}

function* read(side: Side, ignored: ReadonlySet<Ignorable>): Steps<ReadSide> {
  const { log, folded = foldedOf(log) } = side;
  const { head } = folded;
  const starts = startsOf(head);
  const run = side.run === undefined ? undefined : head.runs.at(side.run);
  const last = run === undefined ? -1 : lastSeqOf(run);
  const model = run === undefined ? head : folded.at(last);
  const threads = [...model.threads].filter(({ threadId }) => run === undefined || threadId === run.threadId);
  const tracks = yield* readTracks(side, starts, ignored);
  const isFound = run && mayBeOf(log, starts, run);
  const findings = folded.findings.filter(
    ({ seq }) => !isFound || (seq >= (run?.startSeq ?? 0) && seq <= last && isFound(seq)),
  );
  const isAdded = run && isAddedBy(log, starts, run);
  const calls = [...model.toolCalls].filter((call) => run === undefined || call.run === run.index);
  const counts = {
    tools: calls.filter((call) => !isEarlierCall(call)).length,
    findings: findings.filter(isAboveInfo).length,
  };
  const [first] = head.runs.length === 1 || run !== undefined ? [run ?? head.runs.at(0)] : [];
  return {
    tracks,
    runs: [...head.runs],
    threads: threads.map((thread) => {
      const messages = [...thread.messages];
      if (!isAdded) return { thread, messages };
      // A run answers the last message of the user: earlier messages of a snapshot are older.
      const asked = messages.findLastIndex(({ message }) => message.role === 'user');
      const isOwn = ({ via }: MessageEntry, at: number) => via !== 'snapshot' || at > asked;
      return { thread, messages: messages.filter((entry, at) => isAdded(entry) && isOwn(entry, at)) };
    }),
    calls,
    findings,
    figures: first === undefined ? counts : figuresOf(first, counts),
  };
}

function ruleCounts(a: readonly Finding[], b: readonly Finding[]): RuleCount[] {
  const names = [...new Set([...a, ...b].map(({ rule }) => rule))].sort();
  const count = (list: readonly Finding[], name: string) => list.filter(({ rule }) => rule === name).length;
  const [left, right] = [a.filter(isAboveInfo), b.filter(isAboveInfo)];
  return (
    names
      // Another severity alone is no difference: it may depend on the order of concurrent events.
      .filter((rule) => count(a, rule) !== count(b, rule))
      .map((rule) => ({ rule, a: count(left, rule), b: count(right, rule) }))
      .filter((counts) => counts.a !== counts.b)
  );
}

function rowsBySeq(items: readonly (TrackItem | undefined)[]): Outcome['rowAt'] {
  const rows = new Map(items.flatMap((item, row) => (item === undefined ? [] : [[item.seq, row] as const])));
  return (seq) => rows.get(seq) ?? -1;
}

/** True to swap the sides for the alignment, so that (a, b) and (b, a) give the same pairs. */
function areExchanged(a: readonly Track[], b: readonly Track[]): boolean {
  const contentsOf = (tracks: readonly Track[]) => tracks.flatMap(({ parts }) => [...parts]);
  const [left, right] = [contentsOf(a), contentsOf(b)];
  const at = left.findIndex((content, place) => content !== right[place]);
  return at !== -1 && (right[at] ?? '') < (left[at] ?? '');
}

export function* comparing(a: Side, b: Side, ignore: readonly Ignorable[] = []): Steps<Comparison> {
  const ignored = new Set(ignore);
  const left = yield* partOf(read(a, ignored), 0, 0.35);
  const right = yield* partOf(read(b, ignored), 0.35, 0.7);
  const isExchanged = areExchanged(left.tracks, right.tracks);
  const inOrder = <T>(pairs: readonly Pair<T>[]) => (isExchanged ? mirrored(pairs) : pairs);
  const [one, other] = isExchanged ? [right, left] : [left, right];
  // Without concurrent tracks, the messages of one run may correspond to those of two.
  const isApart = areConcurrent(one.tracks) || areConcurrent(other.tracks);
  const tracksOf = ({ tracks }: ReadSide) => (isApart ? tracks : joinTracks(tracks));
  const aligned = yield* partOf(alignTracks(tracksOf(one), tracksOf(other)), 0.7, 0.85);
  const outcomes = [
    { ...one, rowAt: rowsBySeq(aligned.rows.map((row) => row.a)) },
    { ...other, rowAt: rowsBySeq(aligned.rows.map((row) => row.b)) },
  ] as const;
  yield 0.9;
  const messages = inOrder(alignMessages(...outcomes, ignored.has('wording'))).map(compareMessages);
  const calls = inOrder(alignCalls(...outcomes)).map(toCallPair);
  const state: Difference[] = [];
  for (const [before, after] of pairStates(...outcomes, !ignored.has('ids'))) {
    const [old, fresh] = isExchanged ? [after, before] : [before, after];
    for (const difference of differences(old, fresh, STATE_MAX - state.length)) state.push(difference);
  }
  const rows = isExchanged ? inEventOrder(mirrored(aligned.rows)) : aligned.rows;
  const findings = ruleCounts(left.findings, right.findings);
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  const isSame = (pairs: readonly { readonly kind: Aligned['kind'] }[]) =>
    pairs.every(({ kind }) => kind === 'same');
  return {
    same: first === -1 && isSame(messages) && state.length === 0 && isSame(calls) && findings.length === 0,
    rows,
    first,
    isRough: aligned.isRough,
    messages,
    state,
    calls,
    findings,
    figures: { a: left.figures, b: right.figures },
  };
}

export function compare(a: Side, b: Side, ignore: readonly Ignorable[] = []): Comparison {
  return runNow(comparing(a, b, ignore));
}
