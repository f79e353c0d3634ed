// Pairs the messages, tool calls and states of two sides.
import { type Alignable, align, type Pair } from '@/lib/core/compare/align';
import { pairAlike } from '@/lib/core/compare/likeness';
import type { CallPair, CallSide, MessagePair } from '@/lib/core/compare/types';
import { parseJson, textOf } from '@/lib/core/json/json';
import { textSpans } from '@/lib/core/json/text-diff';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry, Run, Thread, ToolCallEntry } from '@/lib/core/model/types';

type State = Thread['state'];

export interface Outcome {
  readonly threads: readonly OutcomeThread[];
  readonly runs: readonly Run[];
  readonly calls: readonly ToolCallEntry[];
  /** Row of an event; rows have one order for both sides. */
  readonly rowAt: (seq: number) => number;
}

/** A thread and its compared messages. */
interface OutcomeThread {
  readonly thread: Thread;
  readonly messages: readonly MessageEntry[];
}

/** Sorts a list by rows. Items may be paired in any order, as events report it. */
function byRow<T extends { readonly row: number }>(
  list: readonly T[],
): (T & { start: number; end: number })[] {
  return list
    .toSorted((x, y) => x.row - y.row)
    .map((item) => ({ ...item, start: 0, end: Number.POSITIVE_INFINITY }));
}

function messageContent({ message }: MessageEntry): string {
  const content = asJson(message)['content'];
  if (content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content, null, 2);
}

interface MessageText extends Alignable {
  readonly role: string;
  readonly text: string;
}

function comparableMessages(
  { threads, calls, rowAt }: Outcome,
  isWordingIgnored: boolean,
): readonly MessageText[] {
  const startById = new Map(calls.map(({ id, startSeq }) => [id, startSeq]));
  const list = threads.flatMap(({ messages }) =>
    messages.map((entry) => {
      const { message, firstSeq } = entry;
      const made = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
      const seqs = [firstSeq, ...made.flatMap(({ id }) => startById.get(id) ?? [])];
      const [text, { role }] = [messageContent(entry), message];
      const row = seqs.reduce((first, seq) => Math.min(first, rowAt(seq)), Number.POSITIVE_INFINITY);
      return {
        role,
        text,
        row,
        keys: [isWordingIgnored ? role : `${role} ${text}`, `${role} ${row}`, `${role} ${text !== ''}`],
      };
    }),
  );
  return byRow(list);
}

export function alignMessages(
  a: Outcome,
  b: Outcome,
  isWordingIgnored: boolean,
): readonly Pair<MessageText>[] {
  return align(comparableMessages(a, isWordingIgnored), comparableMessages(b, isWordingIgnored), true).pairs;
}

export function compareMessages({ kind, a, b }: Pair<MessageText>): MessagePair {
  return { role: (a ?? b)?.role ?? '', kind, spans: textSpans(a?.text ?? '', b?.text ?? '') };
}

interface CallText extends Alignable {
  readonly name: string;
  readonly side: CallSide;
}

function comparableCalls({ calls, rowAt }: Outcome): readonly CallText[] {
  const list = calls.map(({ id, name, args, result, startSeq }) => {
    const row = rowAt(startSeq);
    const keys = [
      `${name} ${textOf(parseJson(args)) ?? args} ${JSON.stringify(result)}`,
      `${name} ${row}`,
      name,
    ];
    return { name, row, keys, side: { id, args, ...(result !== undefined && { result }) } };
  });
  return byRow(list);
}

export function alignCalls(a: Outcome, b: Outcome): readonly Pair<CallText>[] {
  return align(comparableCalls(a), comparableCalls(b), true).pairs;
}

export function toCallPair({ kind, a, b }: Pair<CallText>): CallPair {
  return { name: (a ?? b)?.name ?? '', kind, ...(a && { a: a.side }), ...(b && { b: b.side }) };
}

function comparableThreads({ threads, runs, rowAt }: Outcome, isById: boolean) {
  return threads.map(({ thread, messages }) => {
    const { threadId, state } = thread;
    const own = runs.filter((run) => run.threadId === threadId);
    const rows = own.map(({ startSeq = -1 }) => `run ${rowAt(startSeq)}`);
    const parts = new Set([...rows, ...messages.map(messageContent), ...(isById ? [`id ${threadId}`] : [])]);
    return { state, sort: 'thread', parts };
  });
}

export function pairStates(a: Outcome, b: Outcome, isById: boolean): readonly (readonly [State, State])[] {
  const [left, right] = [comparableThreads(a, isById), comparableThreads(b, isById)];
  const pairs = pairAlike(left, right);
  const others = new Set(pairs.values());
  return [
    ...left.map((one) => [one.state, pairs.get(one)?.state] as const),
    ...right.filter((other) => !others.has(other)).map(({ state }) => [undefined, state] as const),
  ];
}
