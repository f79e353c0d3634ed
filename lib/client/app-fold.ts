// The model as the app saw it: only what the client hands on, up to where it stops. A violation also takes away what
// came in the same read before it: the client delivers events one by one, later, but its error at once.

import type { Interrupt } from '@ag-ui/core';
import type { Stop } from '@/lib/client/client-node';
import {
  type Clients,
  clientOf,
  continueClient,
  emptyClients,
  forkClients,
  renewClient,
} from '@/lib/client/clients';
import { type Ending, endingOf } from '@/lib/client/ending';
import { type Judged, judge, judgeHeld, reduceJudged, stopVerdict } from '@/lib/client/judge';
import { CLIENT_1_0, type Profile } from '@/lib/client/profile';
import type { Verdict, VerdictKind } from '@/lib/client/verdict';
import { OK } from '@/lib/client/verdict';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/log/types';
import { abortAsApp, askAsApp, failAsApp, modelFold, settleAsApp } from '@/lib/model/model';
import { joinedStream } from '@/lib/model/rejoin';
import type { Model } from '@/lib/model/types';

/** How many events had which verdict. */
export type VerdictCounts = Readonly<Record<VerdictKind, number>>;

/** What the app has at an event. */
export interface AppView {
  readonly model: Model;
  readonly counts: VerdictCounts;
  /** What became of the newest event. */
  readonly verdict: Verdict;
}

/** The model before a read, and what of the read cannot be taken back. */
interface BeforeRead {
  readonly stream: number;
  readonly record: number;
  readonly model: Model;
  /** True once an event of the read came to the reducer. */
  isBegun: boolean;
  /** The reducer begins with the first event at once: where that ends a run, its questions are the agent's already. */
  interrupts?: readonly Interrupt[];
}

interface State extends AppView {
  model: Model;
  counts: Record<VerdictKind, number>;
  verdict: Verdict;
  readonly clients: Clients;
  /** The model before the read that is going on, where the read may hold several events. */
  before: BeforeRead | undefined;
}

/** The state of this fold: it alone makes what it is given. */
function stateOf(view: AppView): State {
  return view as State;
}

const NO_COUNTS: VerdictCounts = {
  ok: 0,
  repaired: 0,
  stripped: 0,
  warned: 0,
  dropped: 0,
  stops: 0,
  unreached: 0,
};

function enterRead(state: State, { stream, record, hasMore }: LoggedEvent): void {
  const { before } = state;
  if (before?.stream === stream.index && before.record === record) return;
  const mayHide = hasMore && stream.transport !== 'file';
  const read = { stream: stream.index, record, isBegun: false };
  state.before = mayHide ? { ...read, model: modelFold.fork(state.model) } : undefined;
}

function take(state: State, logged: LoggedEvent, judged: Judged): void {
  const { kind } = judged.verdict;
  if (kind === 'stops' && state.clients.profile.stops) {
    state.verdict = stopVerdict(state.model, logged, judged);
    // Only what came in this read is taken back; without a copy from before it, it is this event alone.
    const { before } = state;
    state.model = before?.model ?? state.model;
    if (before?.interrupts !== undefined) askAsApp(state.model, logged, before.interrupts);
    state.before = undefined;
    failAsApp(state.model, logged, judged.verdict.violation?.text ?? '');
    // What is dropped may be read by us all the same, as another spelling.
  } else if (kind === 'unreached' || kind === 'dropped') state.verdict = judged.verdict;
  else {
    state.verdict = reduceJudged(state.model, logged, judged);
    noteBegun(state, judged);
  }
}

function noteBegun({ before, model }: State, { expanded }: Judged): void {
  const first = expanded?.events[0];
  if (before === undefined || before.isBegun || first === undefined) return;
  before.isBegun = true;
  if (first.type === 'RUN_FINISHED') before.interrupts = model.threads.at(model.current)?.interrupts ?? [];
}

function step(view: AppView, logged: LoggedEvent): AppView {
  const state = stateOf(view);
  enterRead(state, logged);
  const joined = joinedStream(state.model, logged);
  // The request stays, also where a violation takes this read back.
  if (state.before !== undefined) settleAsApp(state.before.model, logged);
  if (joined !== undefined) continueClient(state.clients, joined, logged.stream);
  take(state, logged, judge(state.clients, logged));
  state.counts[state.verdict.kind]++;
  return state;
}

function boundary(view: AppView, fact: Boundary): AppView {
  const state = stateOf(view);
  state.before = undefined;
  if (fact.kind === 'close' && fact.stream.close?.how === 'complete') {
    const held = judgeHeld(state.clients, fact.stream);
    if (held !== undefined) take(state, held.logged, held.judged);
  }
  if (fact.kind === 'close' && endingOf(state.clients, fact.stream)?.isAbort) {
    abortAsApp(state.model, fact.stream);
  }
  modelFold.boundary?.(state.model, fact);
  if (fact.kind === 'request') renewClient(state.clients, fact.stream);
  return state;
}

/** The fold of what the app has, as a profile's client gives it. */
export function appFold(profile: Profile = CLIENT_1_0): Fold<AppView> {
  return {
    name: `app ${profile.id}`,
    init: (): State => ({
      model: modelFold.init(),
      counts: { ...NO_COUNTS },
      verdict: OK,
      clients: emptyClients(profile),
      before: undefined,
    }),
    step,
    boundary: boundary,
    fork(view): State {
      const state = stateOf(view);
      const { before } = state;
      return {
        model: modelFold.fork(state.model),
        counts: { ...state.counts },
        verdict: state.verdict,
        clients: forkClients(state.clients),
        before: before && { ...before, model: modelFold.fork(before.model) },
      };
    },
  };
}

/** How a stream's run ended for the app. */
export function endOf(view: AppView, stream: Stream): Ending | undefined {
  return endingOf(stateOf(view).clients, stream);
}

/** Where the app's client stopped reading a stream. */
export function stopOf(view: AppView, stream: Stream): Stop | undefined {
  return clientOf(stateOf(view).clients, stream).stop;
}

/** Whether the app never saw an event that its client took: a violation in the same read came before its turn. */
export function isHidden(view: AppView, event: Pick<LoggedEvent, 'seq' | 'stream'>): boolean {
  const stop = stopOf(view, event.stream);
  return stop !== undefined && event.seq >= stop.hiddenFrom && event.seq < stop.seq;
}
