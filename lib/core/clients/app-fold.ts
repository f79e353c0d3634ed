// The model that the app sees: what the client passes on, up to where it stops. A violation also discards earlier
// events of the same read: the client delivers events one by one, later, but its error at once.

import type { Interrupt } from '@ag-ui/core';
import {
  type Clients,
  continueClient,
  emptyClients,
  forkClients,
  renewClient,
  toProfileOf,
  toReaders,
} from '@/lib/core/clients/clients';
import { type Ending, endingOf, isHidden } from '@/lib/core/clients/ending';
import {
  type JudgedEvent,
  judge,
  judgeBefore,
  judgeHeld,
  reduceJudged,
  stopVerdict,
} from '@/lib/core/clients/judge';
import {
  type Conversations,
  forkConversations,
  noConversations,
  shownModel,
  takeClose,
  takeEvent,
  takeOpening,
} from '@/lib/core/clients/tanstack/conversations';
import type { Verdict, VerdictKind } from '@/lib/core/clients/verdict';
import { OK } from '@/lib/core/clients/verdict';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import type { Profile } from '@/lib/core/consumers/profile';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/core/log/types';
import {
  abortAsApp,
  askAsApp,
  failAsApp,
  modelFold,
  modelFoldFor,
  settleAsApp,
} from '@/lib/core/model/model';
import { joinedStream } from '@/lib/core/model/rejoin';
import type { Model } from '@/lib/core/model/types';

type VerdictCounts = Readonly<Record<VerdictKind, number>>;

export interface AppView {
  readonly model: Model;
  readonly counts: VerdictCounts;
  readonly verdict: Verdict;
}

/** The model before a read, and the part of the read that a violation cannot undo. */
interface BeforeRead {
  readonly stream: number;
  readonly record: number;
  readonly model: Model;
  /** True once an event of the read has reached the reducer. */
  isBegun: boolean;
  /** The reducer processes the first event at once: if it ends a run, its interrupts reach the agent. */
  interrupts?: readonly Interrupt[];
}

interface AppState extends AppView {
  /** The model of the stock client's reducer; for other clients' streams, the model as sent. */
  inner: Model;
  readonly tanstack: Conversations;
  counts: Record<VerdictKind, number>;
  verdict: Verdict;
  readonly clients: Clients;
  /** The model before the current read, if that read may hold several events. */
  before: BeforeRead | undefined;
}

function stateOf(view: AppView): AppState {
  // Every view is a state made by this fold.
  return view as AppState;
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

function enterRead(state: AppState, { stream, record, hasMore }: LoggedEvent): void {
  const { before } = state;
  if (before?.stream === stream.index && before.record === record) return;
  const mayHide = hasMore && stream.hasUnknownReads !== true;
  const read = { stream: stream.index, record, isBegun: false };
  state.before = mayHide ? { ...read, model: modelFold.fork(state.inner) } : undefined;
}

function take(state: AppState, logged: LoggedEvent, judged: JudgedEvent): void {
  const { kind, violation } = judged.verdict;
  const profile = state.clients.profileOf(logged.stream, logged.seq);
  // The client ends as at the end of the body: events read so far are delivered.
  if (violation !== undefined && isHidden(violation, profile)) state.verdict = judged.verdict;
  else if (kind === 'stops' && profile.stops) {
    state.verdict = stopVerdict(state.inner, logged, judged);
    // A violation undoes only the current read. Without a copy from before the read, that is this event.
    const { before } = state;
    state.inner = before?.model ?? state.inner;
    if (before?.interrupts !== undefined) askAsApp(state.inner, logged, before.interrupts);
    state.before = undefined;
    failAsApp(state.inner, logged, violation?.text ?? '');
    // A dropped event must not reach the model, even if its meaning is clear.
  } else if (kind === 'unreached' || kind === 'dropped') state.verdict = judged.verdict;
  else {
    state.verdict = reduceJudged(state.inner, logged, judged);
    noteBegun(state, judged);
  }
}

function noteBegun({ before, inner: model }: AppState, { expanded }: JudgedEvent): void {
  const first = expanded?.events[0];
  if (before === undefined || before.isBegun || first === undefined) return;
  before.isBegun = true;
  if (first.type === 'RUN_FINISHED') before.interrupts = model.threads.at(model.current)?.interrupts ?? [];
}

/** An event of a stream whose client is not a stock client. */
function stepElsewhere(state: AppState, logged: LoggedEvent, { id }: Profile): AppView {
  const isContinued = joinedStream(state.inner, logged) !== undefined;
  modelFold.step(state.inner, logged);
  if (id === 'tanstack') takeEvent(state.tanstack, state.inner, logged, isContinued);
  state.verdict = OK;
  state.counts.ok++;
  return state;
}

// A blank line without a frame, such as that of a keepalive, is nearly always a read of its own.
function takeBefore(state: AppState, logged: LoggedEvent): void {
  const released = judgeBefore(state.clients, logged);
  if (released === undefined) return;
  if (released.record !== logged.record) state.before = undefined;
  take(state, released.logged, released.judged);
}

function step(view: AppView, logged: LoggedEvent): AppView {
  const state = stateOf(view);
  const profile = state.clients.profileOf(logged.stream, logged.seq);
  if (profile.effectOnOtherClients !== undefined) return stepElsewhere(state, logged, profile);
  takeBefore(state, logged);
  enterRead(state, logged);
  const joined = joinedStream(state.inner, logged);
  // The request survives a violation in this read.
  if (state.before !== undefined) settleAsApp(state.before.model, logged);
  if (joined !== undefined) continueClient(state.clients, joined, logged.stream);
  take(state, logged, judge(state.clients, logged));
  state.counts[state.verdict.kind]++;
  return state;
}

function boundary(view: AppView, fact: Boundary): AppView {
  const state = stateOf(view);
  // Unread text is between the events of one read.
  if (fact.kind === 'unread') return state;
  state.before = undefined;
  if (fact.kind === 'close' && fact.stream.close?.how === 'complete') {
    const held = judgeHeld(state.clients, fact.stream);
    if (held !== undefined) take(state, held.logged, held.judged);
  }
  if (fact.kind === 'close' && endingOf(state.clients, fact.stream)?.isAbort) {
    abortAsApp(state.inner, fact.stream);
  }
  modelFold.boundary?.(state.inner, fact);
  if (fact.kind === 'request') renewClient(state.clients, fact.stream);
  noteBoundary(state, fact);
  return state;
}

function noteBoundary({ clients, tanstack, inner }: AppState, fact: Boundary): void {
  if (fact.kind === 'navigation' || fact.kind === 'gap' || fact.kind === 'back') return;
  const { kind, stream, beforeSeq } = fact;
  if (clients.profileOf(stream, beforeSeq).id !== 'tanstack') return;
  if (kind === 'close') takeClose(tanstack, inner, stream, beforeSeq);
  else {
    // Before its first request, a socket has none.
    const input =
      kind === 'request' ? fact.input : stream.requestBody === undefined ? undefined : stream.input;
    if (kind === 'open' && stream.transport === 'web-socket') return;
    takeOpening(tanstack, inner, stream, input, beforeSeq);
  }
}

/** A state whose visible model contains the conversations of all clients. */
function withModel(state: Omit<AppState, 'model'>): AppState {
  return {
    ...state,
    get model() {
      return shownModel(this.inner, this.tanstack, this.clients.profileOf);
    },
  };
}

/** The fold of the app's state: as each stream's own client sees it, or as a given client or profile does. */
export function appFold(readers: Profile | Readers = readerOf): Fold<AppView> {
  const profileOf = toProfileOf(readers);
  return {
    name: 'app',
    init: () =>
      withModel({
        inner: modelFoldFor(toReaders(readers)).init(),
        tanstack: noConversations(),
        counts: { ...NO_COUNTS },
        verdict: OK,
        clients: emptyClients(profileOf),
        before: undefined,
      }),
    step,
    boundary,
    fork(view) {
      const { inner, tanstack, counts, verdict, clients, before } = stateOf(view);
      return withModel({
        inner: modelFold.fork(inner),
        tanstack: forkConversations(tanstack),
        counts: { ...counts },
        verdict,
        clients: forkClients(clients),
        before: before && { ...before, model: modelFold.fork(before.model) },
      });
    },
  };
}

export function endingForApp(view: AppView, stream: Stream): Ending | undefined {
  return endingOf(stateOf(view).clients, stream);
}
