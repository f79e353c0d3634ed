// What came of two sides: their messages, tool calls and states, each with the one that it stands for.
import { alike, type Whole } from '@/lib/compare/alike';
import { inOneOrder } from '@/lib/compare/one-order';
import { type Comparable, type Pair, type Pairs, pairing } from '@/lib/compare/pairs';
import { spansOf, type Times } from '@/lib/compare/spans';
import { allSteps, mapped, partOf, type Steps } from '@/lib/compare/steps';
import type { Strand, StrandAt } from '@/lib/compare/strands';
import type { CallPair, CallSide, MessagePair } from '@/lib/compare/types';
import { asJson } from '@/lib/model/nodes';
import type { MessageEntry, Run, Thread, ToolCallEntry } from '@/lib/model/types';
import { type Difference, differences } from '@/lib/values/diff';
import { textSpans } from '@/lib/values/text-diff';

/** What is compared of one side. */
export interface Outcome {
  readonly threads: readonly OutcomeThread[];
  readonly runs: readonly Run[];
  readonly calls: readonly ToolCallEntry[];
  readonly strandAt: StrandAt;
}

/** A thread, and those of its messages that count. */
export interface OutcomeThread {
  readonly thread: Thread;
  readonly messages: readonly MessageEntry[];
}

/** Two sides, and the strands in them that stand for each other. */
export interface Outcomes {
  readonly a: Outcome;
  readonly b: Outcome;
  readonly strands: readonly Pair<Strand>[];
}

interface Listed {
  readonly kind: string;
  readonly content: string;
  readonly seq: number;
  readonly times: Times;
}

interface Placed {
  /** Where in the list. */
  readonly at: number;
}

function* byStrand<T extends Listed>(
  list: readonly T[],
  strandAt: StrandAt,
): Steps<ReadonlyMap<Strand | undefined, (T & Placed)[]>> {
  const found = new Map<Strand | undefined, (T & Placed)[]>();
  yield* mapped(list, (item, at) => {
    const strand = strandAt(item.seq);
    const known = found.get(strand);
    if (known === undefined) found.set(strand, [{ ...item, at }]);
    else known.push({ ...item, at });
  });
  return found;
}

function* spanned<T extends Listed>(list: readonly T[] = []): Steps<readonly (T & Comparable)[]> {
  const spans = spansOf(list.map(({ times }) => times));
  return yield* mapped(list, (item, at) => ({ ...item, ...(spans[at] ?? { start: at, end: at }) }));
}

/** Pairs what came of strands that stand for each other. */
function* inStrands<T extends Listed>(
  lists: readonly [readonly T[], readonly T[]],
  { a, b, strands }: Outcomes,
): Steps<readonly Pair<T>[]> {
  const left = yield* partOf(byStrand(lists[0], a.strandAt), 0, 0.1);
  const right = yield* partOf(byStrand(lists[1], b.strandAt), 0.1, 0.2);
  const made: (readonly Pair<T & Placed>[])[] = [];
  const none: Pair<Strand> = { kind: 'same' };
  const all = [...strands, none];
  for (const [at, strand] of all.entries()) {
    const isIn = (own: Strand | undefined) => own !== undefined || strand === none;
    const share = (part: number) => 0.2 + (0.8 * (at + part)) / all.length;
    const one = yield* partOf(spanned(isIn(strand.a) ? left.get(strand.a) : []), share(0), share(0.2));
    const other = yield* partOf(spanned(isIn(strand.b) ? right.get(strand.b) : []), share(0.2), share(0.4));
    const { pairs } = yield* partOf(pairing(one, other), share(0.4), share(1));
    made.push(pairs);
  }
  return inOneOrder(made);
}

function textOf({ message }: MessageEntry): string {
  const content = asJson(message)['content'];
  return typeof content === 'string'
    ? content
    : content === undefined
      ? ''
      : JSON.stringify(content, null, 2);
}

/** A message goes on until its calls are answered; a result came at some point of its call. */
function timesOf(
  { message, firstSeq, lastSeq, via }: MessageEntry,
  calls: ReadonlyMap<string, ToolCallEntry>,
): Times {
  const since = message.role === 'tool' ? calls.get(message.toolCallId)?.startSeq : undefined;
  const made = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const last = made.reduce((end, { id }) => Math.max(end, calls.get(id)?.resultSeq ?? end), lastSeq);
  const isFixed = via !== 'stream';
  return { first: since ?? firstSeq, last, isFixed, ...(since !== undefined && { since }) };
}

interface Saying extends Listed {
  readonly role: string;
  readonly text: string;
}

function* sayingsOf({ threads, calls }: Outcome, isWordingIgnored: boolean): Steps<readonly Saying[]> {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const entries = threads.flatMap(({ messages }) => messages);
  return yield* mapped(entries, (entry) => {
    const { role } = entry.message;
    const text = textOf(entry);
    const content = isWordingIgnored ? role : `${role} ${text}`;
    return { kind: role, content, role, text, seq: entry.firstSeq, times: timesOf(entry, byId) };
  });
}

/** The messages of both sides. */
export function* messagePairs(outcomes: Outcomes, isWordingIgnored: boolean): Steps<MessagePair[]> {
  const left = yield* partOf(sayingsOf(outcomes.a, isWordingIgnored), 0, 0.1);
  const right = yield* partOf(sayingsOf(outcomes.b, isWordingIgnored), 0.1, 0.2);
  const pairs = yield* partOf(inStrands([left, right], outcomes), 0.2, 0.5);
  const made: MessagePair[] = [];
  for (const [at, { kind, a, b }] of pairs.entries()) {
    yield 0.5 + at / pairs.length / 2;
    const role = (a ?? b)?.role;
    if (role !== undefined) made.push({ role, kind, spans: textSpans(a?.text ?? '', b?.text ?? '') });
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

/** From the start of a call to its result, while which others may go on. */
function callTimes({ startSeq, resultSeq, endSeq, argSeqs }: ToolCallEntry): Times {
  const ended = endSeq ?? argSeqs.at(-1) ?? startSeq;
  // One that came whole, with a snapshot or a request, went on at no time.
  return { first: startSeq, last: Math.max(ended, resultSeq ?? ended), isFixed: ended === startSeq };
}

interface Calling extends Listed {
  readonly side: CallSide;
}

function* callingsOf({ calls }: Outcome): Steps<readonly Calling[]> {
  return yield* mapped(calls, (call) => ({
    kind: call.name,
    content: `${call.name} ${meaningOf(call.args)} ${JSON.stringify(call.result)}`,
    side: callSide(call),
    seq: call.startSeq,
    times: callTimes(call),
  }));
}

/** The tool calls of both sides. */
export function* callPairs(outcomes: Outcomes): Steps<CallPair[]> {
  const left = yield* partOf(callingsOf(outcomes.a), 0, 0.2);
  const right = yield* partOf(callingsOf(outcomes.b), 0.2, 0.4);
  const pairs = yield* partOf(inStrands([left, right], outcomes), 0.4, 1);
  return pairs.map(({ kind, a, b }) => ({
    name: (a ?? b)?.kind ?? '',
    kind,
    ...(a && { a: a.side }),
    ...(b && { b: b.side }),
  }));
}

interface WholeThread extends Whole {
  readonly thread: Thread;
}

function wholesOf({ threads }: Outcome, isById: boolean): readonly WholeThread[] {
  return threads.map(({ thread, messages }, at) => {
    const name = isById ? thread.threadId : '';
    const said = messages.map(textOf);
    const content = JSON.stringify([name, ...said.toSorted()]);
    // Which thread was first, the events say.
    const span = { start: 0, end: at + threads.length };
    return { thread, sort: 'thread', kind: name, content, parts: new Set(said), ...span };
  });
}

/** The threads of strands that stand for each other. */
function threadsInStrands({ a, b, strands }: Outcomes): ReadonlyMap<string, string> {
  const namesOf = ({ runs, strandAt }: Outcome) =>
    new Map(runs.map(({ startSeq = -1, threadId }) => [strandAt(startSeq), threadId]));
  const [left, right] = [namesOf(a), namesOf(b)];
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { a: one, b: other } of strands) {
    const [from, to] = [one && left.get(one), other && right.get(other)];
    if (from === undefined || to === undefined || found.has(from) || taken.has(to)) continue;
    found.set(from, to);
    taken.add(to);
  }
  return found;
}

/** In what the states of the threads differ that stand for each other. */
export function stateDifferences(outcomes: Outcomes, isById: boolean, limit: number): Difference[] {
  const [left, right] = [wholesOf(outcomes.a, isById), wholesOf(outcomes.b, isById)];
  const known = strandsAreOne(outcomes) ? new Map<string, string>() : threadsInStrands(outcomes);
  const byId = new Map(right.map((whole) => [whole.thread.threadId, whole]));
  const pairs: Pair<WholeThread>[] = left.flatMap((a) => {
    const b = byId.get(known.get(a.thread.threadId) ?? '');
    return b === undefined ? [] : [{ kind: 'same', a, b }];
  });
  const paired = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const isLeft = (whole: WholeThread) => !paired.has(whole);
  const rest = allSteps<Pairs<WholeThread>>(pairing(left.filter(isLeft), right.filter(isLeft), alike));
  const found: Difference[] = [];
  for (const { a, b } of [...pairs, ...rest.pairs]) {
    const states = [a?.thread.state, b?.thread.state] as const;
    for (const difference of differences(...states, limit - found.length)) found.push(difference);
  }
  return found;
}

const strandsAreOne = ({ strands }: Outcomes): boolean => strands[0]?.a?.sort === 'all';
