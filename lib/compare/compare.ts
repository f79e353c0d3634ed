// Compares two sessions, or two runs: their events aligned, and what came of them: messages, state, calls, findings.
import type { Json } from '@/lib/agui/json';
import { align } from '@/lib/compare/align';
import { itemsOf } from '@/lib/compare/items';
import { isAddedBy, lastSeqOf, mayBeOf, startsOf } from '@/lib/compare/run-parts';
import { allSteps, isStep, partOf, type Steps } from '@/lib/compare/steps';
import type {
  Aligned,
  CallPair,
  CallSide,
  Comparison,
  Folded,
  Ignorable,
  Item,
  MessagePair,
  RuleCount,
  Side,
} from '@/lib/compare/types';
import { lintFold } from '@/lib/lint/lint';
import type { Finding } from '@/lib/lint/types';
import { createHistory } from '@/lib/log/history';
import type { Log } from '@/lib/log/log';
import { figuresOf, type RunFigures } from '@/lib/metrics/run-figures';
import { asJson } from '@/lib/model/nodes';
import type { MessageEntry, ToolCallEntry } from '@/lib/model/types';
import { differences } from '@/lib/values/diff';
import { textSpans } from '@/lib/values/text-diff';

/** Places of the state that are listed. */
const STATE_MAX = 500;

/** One side, read. */
interface Read {
  readonly items: readonly Item[];
  readonly messages: readonly MessageEntry[];
  readonly state: Json | undefined;
  readonly calls: readonly ToolCallEntry[];
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
  const items = yield* itemsOf(side, starts, ignored);
  const isFound = run && mayBeOf(log, starts, run);
  const findings = folded.findings.filter(
    ({ seq }) => !isFound || (seq >= (run?.startSeq ?? 0) && seq <= last && isFound(seq)),
  );
  const isAdded = run && isAddedBy(log, starts, run);
  const messages = threads.flatMap((thread) => [...thread.messages]);
  const calls = [...model.toolCalls].filter((call) => run === undefined || call.run === run.index);
  const counts = {
    tools: calls.length,
    findings: findings.filter(({ severity }) => severity !== 'info').length,
  };
  const [first] = head.runs.length === 1 || run !== undefined ? [run ?? head.runs.at(0)] : [];
  return {
    items,
    messages: isAdded ? messages.filter(isAdded) : messages,
    state: threads.at(-1)?.state,
    calls,
    findings,
    figures: first === undefined ? counts : figuresOf(first, counts),
  };
}

/** What stands for what: items of the same content, and of those left over between two of these, items of one kind. */
type Comparable = Pick<Item, 'kind' | 'content'>;

/** Two that stand for each other, or one that has no other. */
interface Pair<T> {
  readonly kind: Aligned['kind'];
  readonly a?: T;
  readonly b?: T;
}

function pairOf<T>(both: 'same' | 'changed', a: T | undefined, b: T | undefined): Pair<T> {
  const kind = a === undefined ? 'added' : b === undefined ? 'removed' : both;
  return { kind, ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
}

function* leftOver<T extends Comparable>(
  removed: readonly T[],
  added: readonly T[],
): Steps<readonly Pair<T>[]> {
  const { steps } = yield* align(removed.length, added.length, (a, b) => removed[a]?.kind === added[b]?.kind);
  return steps.map((step) => pairOf('changed', removed[step.a], added[step.b]));
}

function* pairsOf<T extends Comparable>(
  a: readonly T[],
  b: readonly T[],
): Steps<{ readonly pairs: readonly Pair<T>[]; readonly isRough: boolean }> {
  const isSame = (x: number, y: number) => a[x]?.content === b[y]?.content;
  const { steps, isRough } = yield* partOf(align(a.length, b.length, isSame), 0, 0.5);
  const pairs: Pair<T>[] = [];
  let removed: T[] = [];
  let added: T[] = [];
  const flush = function* (share: number): Steps<void> {
    for (const pair of yield* partOf(leftOver(removed, added), share, share)) pairs.push(pair);
    removed = [];
    added = [];
  };
  for (const [at, step] of steps.entries()) {
    const share = 0.5 + at / steps.length / 2;
    if (isStep(at)) yield share;
    const [left, right] = [a[step.a], b[step.b]];
    if (left !== undefined && right !== undefined) {
      yield* flush(share);
      pairs.push(pairOf('same', left, right));
    } else if (left !== undefined) removed.push(left);
    else if (right !== undefined) added.push(right);
  }
  yield* flush(1);
  return { pairs, isRough };
}

function textOf({ message }: MessageEntry): string {
  const content = asJson(message)['content'];
  return typeof content === 'string'
    ? content
    : content === undefined
      ? ''
      : JSON.stringify(content, null, 2);
}

function* messagePairs(
  a: readonly MessageEntry[],
  b: readonly MessageEntry[],
  isWordingIgnored: boolean,
): Steps<MessagePair[]> {
  const sayings = (entries: readonly MessageEntry[]) =>
    entries.map((entry) => {
      const { role } = entry.message;
      const text = textOf(entry);
      return { kind: role, content: isWordingIgnored ? role : `${role} ${text}`, role, text };
    });
  const { pairs } = yield* partOf(pairsOf(sayings(a), sayings(b)), 0, 0.5);
  const made: MessagePair[] = [];
  for (const [at, { kind, a: left, b: right }] of pairs.entries()) {
    yield 0.5 + at / pairs.length / 2;
    const role = (left ?? right)?.role;
    if (role !== undefined) made.push({ role, kind, spans: textSpans(left?.text ?? '', right?.text ?? '') });
  }
  return made;
}

function callSide({ id, args, result }: ToolCallEntry): CallSide {
  return { id, args, ...(result !== undefined && { result }) };
}

/** The value of arguments, however they are written. */
function meaningOf(args: string): string {
  try {
    return JSON.stringify(JSON.parse(args));
  } catch {
    return args;
  }
}

function* callPairs(a: readonly ToolCallEntry[], b: readonly ToolCallEntry[]): Steps<CallPair[]> {
  const callsOf = (entries: readonly ToolCallEntry[]) =>
    entries.map((call) => {
      const content = `${call.name} ${meaningOf(call.args)} ${JSON.stringify(call.result)}`;
      return { kind: call.name, content, side: callSide(call) };
    });
  const { pairs } = yield* pairsOf(callsOf(a), callsOf(b));
  return pairs.map(({ kind, a: left, b: right }) => ({
    name: (left ?? right)?.kind ?? '',
    kind,
    ...(left && { a: left.side }),
    ...(right && { b: right.side }),
  }));
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
  const { pairs: rows, isRough } = yield* partOf(pairsOf(left.items, right.items), 0.7, 0.8);
  const isWordingIgnored = ignored.has('wording');
  const messages = yield* partOf(messagePairs(left.messages, right.messages, isWordingIgnored), 0.8, 0.95);
  const state = differences(left.state, right.state, STATE_MAX);
  const calls = yield* partOf(callPairs(left.calls, right.calls), 0.95, 1);
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
