// Passes one event through a client: parse, expand, verify, reduce.

import type { Event } from '@ag-ui/core';
import { isEventType, isThinkingType } from '@/lib/core/agui/events';
import type { ClientDraft, Stop } from '@/lib/core/clients/client-node';
import { type Clients, clientOf, editClient } from '@/lib/core/clients/clients';
import { type Cut, cutBefore, cutFrame, type HeldFrame, release } from '@/lib/core/clients/framing';
import { stopAt } from '@/lib/core/clients/tanstack/reading';
import { plainEvent, type ReportWarning, understand, understand11 } from '@/lib/core/clients/understand';
import { understandOld } from '@/lib/core/clients/understand-old';
import { isUnread, overflow } from '@/lib/core/clients/unread-bodies';
import {
  type CheckId,
  OK,
  UNREACHED,
  type Verdict,
  type VerdictKind,
  type Violation,
  type Warning,
} from '@/lib/core/clients/verdict';
import { type VerifyContext, verify } from '@/lib/core/clients/verify';
import { endsStoppedRun } from '@/lib/core/consumers/kinds/copilotkit';
import type { Profile } from '@/lib/core/consumers/profile';
import { type JsonObject, stringIn } from '@/lib/core/json/json';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { NO_LANES } from '@/lib/core/model/chunk-lanes';
import { expand } from '@/lib/core/model/expand';
import { type Expanded, modelFold, stepExpanded } from '@/lib/core/model/model';
import type { Model } from '@/lib/core/model/types';

export interface JudgedEvent {
  readonly verdict: Verdict;
  /** Absent if the client has nothing to reduce. */
  readonly expanded?: Expanded;
  /** Processed by the client's reducer before it stopped: an end that the expansion inserted before the event. */
  readonly reducedBefore?: Event;
}

interface Refusal {
  readonly violation: Violation;
  readonly reducedBefore?: Event;
}

const REPORTED: Readonly<Partial<Record<CheckId, VerdictKind>>> = {
  'unknown-type': 'dropped',
  'reducer-warning': 'warned',
  'unknown-property': 'stripped',
  'old-spelling': 'repaired',
};
const WORST: readonly VerdictKind[] = ['dropped', 'warned', 'stripped', 'repaired'];

function verdictOfWarnings(warnings: readonly Warning[]): Verdict {
  if (warnings.length === 0) return OK;
  const kinds = new Set(warnings.map(({ check }) => REPORTED[check]));
  return { kind: WORST.find((kind) => kinds.has(kind)) ?? 'ok', warnings };
}

function chunkCheck(text: string): CheckId {
  if (text.startsWith('First ')) return 'chunk-without-opener';
  return text.startsWith('Ambiguous ') ? 'chunk-ambiguous' : 'chunk-disagrees';
}

function expandAndVerify(node: ClientDraft, event: Event, context: VerifyContext): Expanded | Refusal {
  const expansion = expand(node.lanes, event, context.profile.isLenient);
  if ('error' in expansion) {
    return { violation: { check: chunkCheck(expansion.error), text: expansion.error } };
  }
  node.lanes = expansion.lanes;
  for (const single of expansion.events) {
    // An event is a JSON object, which the library's types do not express.
    const violation = verify(node, single as unknown as JsonObject, context);
    if (violation === undefined) continue;
    const [reducedBefore] = expansion.events;
    return { violation, ...(reducedBefore !== undefined && reducedBefore !== single && { reducedBefore }) };
  }
  return expansion;
}

function contextOf(profile: Profile, { stream }: LoggedEvent): VerifyContext {
  return { profile, threadId: stringIn(stream.input, 'threadId') };
}

function toReduced(node: ClientDraft, { type }: LoggedEvent, expanded: Expanded, profile: Profile): Expanded {
  const isThinking = isThinkingType(type);
  if (!profile.isLenient) {
    // In 0.0.x, THINKING_* pass but have no effect.
    const events = isThinking ? expanded.events.slice(0, -1) : expanded.events;
    return { ...expanded, events, isClient00: true };
  }
  if (!isThinking) return expanded;
  // After the client has stopped, the model assigns such ids, too, so it needs the current ones.
  const { thinkingSpan, thinkingMessage } = node;
  return { ...expanded, thinking: { thinkingSpan, thinkingMessage } };
}

function enterRead(node: ClientDraft, { record, seq, stream }: LoggedEvent): void {
  if (node.record === record && stream.hasUnknownReads !== true) return;
  node.record = record;
  node.readFrom = seq;
}

/** Judges an event up to the client's reducer. Changes the client's memory of the stream. */
export function judge(clients: Clients, logged: LoggedEvent): JudgedEvent {
  if (clientOf(clients, logged.stream).stop !== undefined) return { verdict: UNREACHED };
  // Another kind of client reads a stream that is not AG-UI.
  if (logged.isUnjudged === true && !isEventType(logged.type)) return { verdict: OK };
  // A feed carries several runs at once, for tools: no client reads it.
  if (logged.about !== undefined) return { verdict: OK };
  // A frame of the transport, which is only in the log of a file.
  if (logged.type === '' && logged.event === undefined && logged.problems.length === 0)
    return { verdict: OK };
  const { incompleteFrom: from, leftFrom } = logged.stream;
  if (leftFrom !== undefined && logged.seq >= leftFrom) return { verdict: UNREACHED };
  // The first frame after a gap may be the rest of one that began in it.
  if (from === logged.seq) return { verdict: OK };
  const profile = clients.profileOf(logged.stream, logged.seq);
  if (profile.stops && isUnread(logged.stream)) return judgeUnread(clients, logged);
  const node = editClient(clients, logged.stream);
  const tooLong = overflow(profile, logged);
  if (tooLong !== undefined) return overflowed(clients, logged, tooLong);
  // Cut by Lens; the client may have read it.
  if (logged.problems.some(({ isOurs }) => isOurs)) return { verdict: OK };
  const violation = profile.id === 'tanstack' ? stopAt(logged) : undefined;
  if (violation !== undefined) return stopped(clients, node, logged, { violation });
  const cut = profile.cutsAtBlankLines ? cutFrame(node.held, logged) : undefined;
  return cut === undefined ? judgeDelivered(clients, node, logged) : judgeCut(clients, node, logged, cut);
}

/** An event in a frame that the client may split differently. */
function judgeCut(clients: Clients, node: ClientDraft, logged: LoggedEvent, cut: Cut): JudgedEvent {
  if (cut.kind === 'held') {
    node.held = cut.held;
    return { verdict: UNREACHED };
  }
  delete node.held;
  if (cut.kind === 'nothing') return { verdict: UNREACHED };
  if (cut.kind === 'event') return judgeDelivered(clients, node, cut.logged);
  enterRead(node, logged);
  return stopped(clients, node, logged, cut);
}

/** An event in a body that the client does not read; even there its buffer limits apply. */
function judgeUnread(clients: Clients, logged: LoggedEvent): JudgedEvent {
  const tooLong = logged.binary ? undefined : overflow(clients.profileOf(logged.stream, logged.seq), logged);
  return tooLong === undefined ? { verdict: UNREACHED } : overflowed(clients, logged, tooLong);
}

function overflowed(clients: Clients, logged: LoggedEvent, violation: Violation): JudgedEvent {
  const node = editClient(clients, logged.stream);
  // The client stopped in a read before the one that completed this event.
  node.readFrom = logged.seq;
  return stopped(clients, node, logged, { violation });
}

function judgeDelivered(clients: Clients, node: ClientDraft, logged: LoggedEvent): JudgedEvent {
  const { incompleteFrom: from } = logged.stream;
  enterRead(node, logged);
  // Events before a gap are unknown and cannot be contradicted.
  const isBlind = from !== undefined && logged.seq > from;
  const profile = clients.profileOf(logged.stream, logged.seq);
  const plain = profile.isLenient && !isBlind ? plainEvent(logged) : undefined;
  if (plain === undefined) return judgeIrregular(clients, node, logged, isBlind);
  const result = expandAndVerify(node, plain, contextOf(profile, logged));
  return 'violation' in result ? stopped(clients, node, logged, result) : { verdict: OK, expanded: result };
}

interface Released {
  readonly logged: LoggedEvent;
  readonly judged: JudgedEvent;
  /** The read in which it was last added to. */
  readonly record: number;
}

function judgeReleased(
  clients: Clients,
  stream: Stream,
  cutAt: (held: HeldFrame) => Cut | undefined,
): Released | undefined {
  const { held, stop } = clientOf(clients, stream);
  // Only the stock client holds frames back.
  const cut = held && stop === undefined ? cutAt(held) : undefined;
  if (held === undefined || cut === undefined) return undefined;
  const node = editClient(clients, stream);
  const { first: logged } = held;
  return { logged, judged: judgeCut(clients, node, logged, cut), record: held.newest.record };
}

/** Judges frames held until a blank line before an event; undefined if there are none. */
export function judgeBefore(clients: Clients, logged: LoggedEvent): Released | undefined {
  return judgeReleased(clients, logged.stream, (held) => cutBefore(held, logged));
}

/** Judges held frames at the orderly end of the body; undefined if there are none. */
export function judgeHeld(clients: Clients, stream: Stream): Released | undefined {
  return judgeReleased(clients, stream, (held) => release(held));
}

/** An event that the client may change or reject. */
function judgeIrregular(
  clients: Clients,
  node: ClientDraft,
  logged: LoggedEvent,
  isBlind: boolean,
): JudgedEvent {
  const profile = clients.profileOf(logged.stream, logged.seq);
  const warnings: Warning[] = [];
  const warn: ReportWarning = (check, text) => void warnings.push({ check, text });
  const lenient = profile.verifiesIdentity === true ? understand11 : understand;
  const understood = profile.isLenient ? lenient(node, logged, warn) : understandOld(logged);
  if (understood === undefined) return { verdict: verdictOfWarnings(warnings) };
  if ('violation' in understood) return stopped(clients, node, logged, understood, warnings);
  if (isBlind) return { verdict: verdictOfWarnings(warnings) };
  const result = expandAndVerify(node, understood.event, contextOf(profile, logged));
  if ('violation' in result) return stopped(clients, node, logged, result, warnings);
  return { verdict: verdictOfWarnings(warnings), expanded: toReduced(node, logged, result, profile) };
}

function stopped(
  clients: Clients,
  node: ClientDraft,
  logged: LoggedEvent,
  { violation, reducedBefore }: Refusal,
  warnings: readonly Warning[] = [],
): JudgedEvent {
  const { seq, stream } = logged;
  const stop: Stop = {
    ...violation,
    seq,
    hiddenFrom: node.readFrom,
    ...(endsStoppedRun(logged) && { isAfterStop: true }),
  };
  if (clients.profileOf(stream, seq).stops) node.stop = stop;
  return {
    verdict: { kind: 'stops', warnings, violation },
    ...(reducedBefore !== undefined && { reducedBefore }),
  };
}

function complaintsAbout(texts: readonly string[] | undefined): Warning[] {
  return (texts ?? []).map((text) => ({ check: 'reducer-warning', text }));
}

/** The verdict on the event that stops a client, with the console output of its reducer for processed events. */
export function stopVerdict(
  model: Model,
  logged: LoggedEvent,
  { verdict, reducedBefore }: JudgedEvent,
): Verdict {
  if (reducedBefore === undefined) return verdict;
  // The result is discarded; only the console output is needed.
  const complaints = stepExpanded(modelFold.fork(model), logged, {
    lanes: NO_LANES,
    events: [reducedBefore],
  });
  return { ...verdict, warnings: [...verdict.warnings, ...complaintsAbout(complaints)] };
}

/** Reduces what the client would; returns the verdict, including the console output of the reducer. */
export function reduceJudged(model: Model, logged: LoggedEvent, { verdict, expanded }: JudgedEvent): Verdict {
  if (expanded === undefined) {
    modelFold.step(model, logged);
    return verdict;
  }
  const complaints = stepExpanded(model, logged, expanded);
  if (complaints === undefined) return verdict;
  return verdictOfWarnings([...verdict.warnings, ...complaintsAbout(complaints)]);
}
