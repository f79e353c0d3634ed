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

/** Items that are left over on both sides between two that are the same: those of one kind stand for each other. */
function* paired(removed: readonly Item[], added: readonly Item[]): Steps<readonly Aligned[]> {
  const { steps } = yield* align(removed.length, added.length, (a, b) => removed[a]?.kind === added[b]?.kind);
  return steps.map((step) => aligned('changed', removed[step.a], added[step.b]));
}

function aligned(both: 'same' | 'changed', a: Item | undefined, b: Item | undefined): Aligned {
  const kind = a === undefined ? 'added' : b === undefined ? 'removed' : both;
  return { kind, ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
}

function* rowsOf(
  a: readonly Item[],
  b: readonly Item[],
): Steps<{ readonly rows: readonly Aligned[]; readonly isRough: boolean }> {
  const isSame = (x: number, y: number) => a[x]?.content === b[y]?.content;
  const { steps, isRough } = yield* partOf(align(a.length, b.length, isSame), 0, 0.5);
  const rows: Aligned[] = [];
  let removed: Item[] = [];
  let added: Item[] = [];
  const flush = function* (share: number): Steps<void> {
    for (const row of yield* partOf(paired(removed, added), share, share)) rows.push(row);
    removed = [];
    added = [];
  };
  for (const [at, step] of steps.entries()) {
    const share = 0.5 + at / steps.length / 2;
    if (isStep(at)) yield share;
    const [left, right] = [a[step.a], b[step.b]];
    if (left !== undefined && right !== undefined) {
      yield* flush(share);
      rows.push(aligned('same', left, right));
    } else if (left !== undefined) removed.push(left);
    else if (right !== undefined) added.push(right);
  }
  yield* flush(1);
  return { rows, isRough };
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
  const { steps } = yield* align(a.length, b.length, (x, y) => a[x]?.message.role === b[y]?.message.role);
  const pairs: MessagePair[] = [];
  for (const [at, step] of steps.entries()) {
    yield at / steps.length;
    const [left, right] = [a[step.a], b[step.b]];
    const role = (left ?? right)?.message.role;
    if (role === undefined) continue;
    const [before, after] = [
      left === undefined ? '' : textOf(left),
      right === undefined ? '' : textOf(right),
    ];
    const isSame = before === after || isWordingIgnored;
    const kind = left === undefined ? 'added' : right === undefined ? 'removed' : isSame ? 'same' : 'changed';
    pairs.push({ role, kind, spans: textSpans(before, after) });
  }
  return pairs;
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
  const { steps } = yield* align(a.length, b.length, (x, y) => a[x]?.name === b[y]?.name);
  const pairs: CallPair[] = [];
  for (const [at, step] of steps.entries()) {
    yield at / steps.length;
    const [left, right] = [a[step.a], b[step.b]];
    const name = (left ?? right)?.name;
    if (name === undefined) continue;
    const isSame =
      meaningOf(left?.args ?? '') === meaningOf(right?.args ?? '') &&
      JSON.stringify(left?.result) === JSON.stringify(right?.result);
    const kind = left === undefined ? 'added' : right === undefined ? 'removed' : isSame ? 'same' : 'changed';
    pairs.push({ name, kind, ...(left && { a: callSide(left) }), ...(right && { b: callSide(right) }) });
  }
  return pairs;
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
  const { rows, isRough } = yield* partOf(rowsOf(left.items, right.items), 0.7, 0.8);
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
