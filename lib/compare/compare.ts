// Compares two sessions, or two runs: their events aligned, and what came of them: messages, state, calls, findings.
import { callPairs, messagePairs, type Outcome, stateDifferences } from '@/lib/compare/outcome';
import { aligning } from '@/lib/compare/rows';
import { isAddedBy, lastSeqOf, mayBeOf, startsOf } from '@/lib/compare/run-parts';
import { allSteps, partOf, type Steps } from '@/lib/compare/steps';
import { areAtOnce, asOne, type Strands, strandsOf } from '@/lib/compare/strands';
import type { Aligned, Comparison, Folded, Ignorable, RuleCount, Side } from '@/lib/compare/types';
import { lintFold } from '@/lib/lint/lint';
import type { Finding } from '@/lib/lint/types';
import { createHistory } from '@/lib/log/history';
import type { Log } from '@/lib/log/log';
import { figuresOf, type RunFigures } from '@/lib/metrics/run-figures';
import { isEarlierCall } from '@/lib/model/queries/call-times';
import type { MessageEntry } from '@/lib/model/types';

/** Places of the state that are listed. */
const STATE_MAX = 500;

/** One side, read. */
interface Read extends Omit<Outcome, 'strandAt'> {
  readonly strands: Strands;
  readonly findings: readonly Finding[];
  readonly figures: RunFigures;
}

function foldedOf(log: Log): Folded {
  const history = createHistory(lintFold, log);
  const { model, findings } = history.head();
  return { head: model, at: (seq) => history.at(seq).model, findings };
}

function* read(side: Side, ignored: ReadonlySet<Ignorable>): Steps<Read> {
  const { log, folded = foldedOf(log) } = side;
  const { head } = folded;
  const starts = startsOf(head);
  const run = side.run === undefined ? undefined : head.runs.at(side.run);
  const last = run === undefined ? -1 : lastSeqOf(run);
  const model = run === undefined ? head : folded.at(last);
  const threads = [...model.threads].filter(({ threadId }) => run === undefined || threadId === run.threadId);
  const strands = yield* strandsOf(side, starts, ignored);
  const isFound = run && mayBeOf(log, starts, run);
  const findings = folded.findings.filter(
    ({ seq }) => !isFound || (seq >= (run?.startSeq ?? 0) && seq <= last && isFound(seq)),
  );
  const isAdded = run && isAddedBy(log, starts, run);
  const calls = [...model.toolCalls].filter((call) => run === undefined || call.run === run.index);
  const counts = {
    tools: calls.filter((call) => !isEarlierCall(call)).length,
    findings: findings.filter(({ severity }) => severity !== 'info').length,
  };
  const [first] = head.runs.length === 1 || run !== undefined ? [run ?? head.runs.at(0)] : [];
  return {
    strands,
    runs: [...head.runs],
    threads: threads.map((thread) => {
      const messages = [...thread.messages];
      if (!isAdded) return { thread, messages };
      // A run answers the last message of the user: what a snapshot has before that was made by others.
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
  return names
    .map((rule) => ({ rule, a: count(a, rule), b: count(b, rule) }))
    .filter(({ a: left, b: right }) => left !== right);
}

/** Compares two sides. */
export function* comparing(a: Side, b: Side, ignore: readonly Ignorable[] = []): Steps<Comparison> {
  const ignored = new Set(ignore);
  const left = yield* partOf(read(a, ignored), 0, 0.35);
  const right = yield* partOf(read(b, ignored), 0.35, 0.7);
  // Where nothing goes on at the same time, runs are not told apart: what one said, two may say.
  const isApart = areAtOnce(left.strands) || areAtOnce(right.strands);
  yield 0.7;
  const strandsIn = ({ strands: all }: Read) => (isApart ? all : asOne(all));
  const own = strandsIn(left);
  yield 0.7;
  const other = strandsIn(right);
  yield 0.7;
  const { rows, strands, isRough } = yield* partOf(aligning(own.all, other.all), 0.7, 0.8);
  const outcomes = {
    a: { ...left, strandAt: own.at },
    b: { ...right, strandAt: other.at },
    strands,
  };
  const messages = yield* partOf(messagePairs(outcomes, ignored.has('wording')), 0.8, 0.95);
  const state = stateDifferences(outcomes, !ignored.has('ids'), STATE_MAX);
  const calls = yield* partOf(callPairs(outcomes), 0.95, 1);
  const findings = ruleCounts(left.findings, right.findings);
  const first = rows.findIndex(({ kind }) => kind !== 'same');
  const isSame = (pairs: readonly { readonly kind: Aligned['kind'] }[]) =>
    pairs.every(({ kind }) => kind === 'same');
  return {
    same: first === -1 && isSame(messages) && state.length === 0 && isSame(calls) && findings.length === 0,
    rows,
    first,
    isRough,
    messages,
    state,
    calls,
    findings,
    figures: { a: left.figures, b: right.figures },
  };
}

/** The same at once. */
export function compare(a: Side, b: Side, ignore: readonly Ignorable[] = []): Comparison {
  return allSteps(comparing(a, b, ignore));
}
