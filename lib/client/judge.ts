// One event through a client: understood, expanded, verified, reduced. The only place where these meet.
import type { Event } from '@ag-ui/core';
import { isEventType, isThinkingType } from '@/lib/agui/events';
import type { JsonObject } from '@/lib/agui/json';
import type { ClientDraft, Stop } from '@/lib/client/client-node';
import { type Clients, clientOf, editClient } from '@/lib/client/clients';
import { heldViolation, holdBack, isHeldBack } from '@/lib/client/framing';
import type { Profile } from '@/lib/client/profile';
import { isUnread, overflow } from '@/lib/client/transport';
import { plainEvent, type Say, understand } from '@/lib/client/understand';
import { understandOld } from '@/lib/client/understand-old';
import {
  type CheckId,
  OK,
  UNREACHED,
  type Verdict,
  type VerdictKind,
  type Violation,
  type Warning,
} from '@/lib/client/verdict';
import { verify } from '@/lib/client/verify';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { expand } from '@/lib/model/expand';
import { type Expanded, modelFold, stepExpanded } from '@/lib/model/model';
import type { Model } from '@/lib/model/types';

/** What a client makes of an event, and what of it comes to the reducer. */
export interface Judged {
  readonly verdict: Verdict;
  /** Absent where the client has nothing to reduce. */
  readonly expanded?: Expanded;
  /** What the client's reducer had begun with when it stopped: an end that the expansion put before the event. */
  readonly begun?: Event;
}

/** Why an event is refused, and what came before it in its expansion. */
interface Refusal {
  readonly violation: Violation;
  readonly begun?: Event;
}

const REPORTED: Readonly<Partial<Record<CheckId, VerdictKind>>> = {
  'unknown-type': 'dropped',
  'reducer-warning': 'warned',
  'unknown-property': 'stripped',
  'old-spelling': 'repaired',
};
const WORST: readonly VerdictKind[] = ['dropped', 'warned', 'stripped', 'repaired'];

function verdictOf(warnings: readonly Warning[]): Verdict {
  if (warnings.length === 0) return OK;
  const kinds = new Set(warnings.map(({ check }) => REPORTED[check]));
  return { kind: WORST.find((kind) => kinds.has(kind)) ?? 'ok', warnings };
}

function chunkCheck(text: string): CheckId {
  if (text.startsWith('First ')) return 'chunk-without-opener';
  return text.startsWith('Ambiguous ') ? 'chunk-ambiguous' : 'chunk-disagrees';
}

/** Expands and verifies; what passes is noted in the node. */
function expandAndVerify(node: ClientDraft, event: Event, clients: Clients): Expanded | Refusal {
  const expansion = expand(node.lanes, event, clients.profile.isLenient);
  if ('error' in expansion) {
    return { violation: { check: chunkCheck(expansion.error), text: expansion.error } };
  }
  node.lanes = expansion.lanes;
  for (const single of expansion.events) {
    const violation = verify(node, single as unknown as JsonObject, clients);
    if (violation === undefined) continue;
    const [begun] = expansion.events;
    return { violation, ...(begun !== undefined && begun !== single && { begun }) };
  }
  return expansion;
}

/** What comes to the reducer, with what it needs to know besides the events. */
function toReduced(node: ClientDraft, { type }: LoggedEvent, expanded: Expanded, profile: Profile): Expanded {
  const isThinking = isThinkingType(type);
  if (!profile.isLenient) {
    // THINKING_* of 0.0.x do nothing but pass.
    const events = isThinking ? expanded.events.slice(0, -1) : expanded.events;
    return { ...expanded, events, isOld: true };
  }
  if (!isThinking) return expanded;
  // The model makes such ids too, once the client has stopped: it must know where they are.
  const { thinkingSpan, thinkingMessage } = node;
  return { ...expanded, thinking: { thinkingSpan, thinkingMessage } };
}

// In a file of bare events nothing says what came in one read: each is taken to have come by itself.
function enterRead(node: ClientDraft, { record, seq, stream }: LoggedEvent): void {
  if (node.record === record && stream.transport !== 'file') return;
  node.record = record;
  node.readFrom = seq;
}

/** What a client makes of an event up to its reducer. Changes the client's memory of the stream. */
export function judge(clients: Clients, logged: LoggedEvent): Judged {
  if (clientOf(clients, logged.stream).stop !== undefined) return { verdict: UNREACHED };
  // What is no AG-UI at all is read by a client of its own.
  if (logged.isUnjudged === true && !isEventType(logged.type)) return { verdict: OK };
  const { incompleteFrom: from, leftFrom } = logged.stream;
  if (leftFrom !== undefined && logged.seq >= leftFrom) return { verdict: UNREACHED };
  // The first frame after a hole may be the rest of one that began in it.
  if (from === logged.seq) return { verdict: OK };
  if (clients.profile.stops && isUnread(logged.stream)) return judgeUnread(clients, logged);
  const node = editClient(clients, logged.stream);
  const tooLong = overflow(clients.profile, logged);
  if (tooLong !== undefined) return overflowed(clients, logged, tooLong);
  if (isHeldBack(node, logged)) {
    holdBack(node, logged);
    return { verdict: UNREACHED };
  }
  return judgeSeen(clients, node, logged);
}

/** What we read in a body that the client does not; even there it keeps no more than it can. */
function judgeUnread(clients: Clients, logged: LoggedEvent): Judged {
  const tooLong = logged.binary ? undefined : overflow(clients.profile, logged);
  return tooLong === undefined ? { verdict: UNREACHED } : overflowed(clients, logged, tooLong);
}

function overflowed(clients: Clients, logged: LoggedEvent, violation: Violation): Judged {
  const node = editClient(clients, logged.stream);
  // It stopped in an earlier read than the one that completed this event.
  node.readFrom = logged.seq;
  return stopped(clients, node, logged, { violation });
}

/** An event that the client has cut out of the stream. */
function judgeSeen(clients: Clients, node: ClientDraft, logged: LoggedEvent): Judged {
  const { incompleteFrom: from } = logged.stream;
  enterRead(node, logged);
  // What came before a hole is not known well enough to say that anything contradicts it.
  const isBlind = from !== undefined && logged.seq > from;
  const plain = clients.profile.isLenient && !isBlind ? plainEvent(logged) : undefined;
  if (plain === undefined) return judgeOdd(clients, node, logged, isBlind);
  const result = expandAndVerify(node, plain, clients);
  return 'violation' in result ? stopped(clients, node, logged, result) : { verdict: OK, expanded: result };
}

/** What the client makes of what it held back, at the orderly end of the body; undefined where it held nothing. */
export function judgeHeld(
  clients: Clients,
  stream: Stream,
): { readonly logged: LoggedEvent; readonly judged: Judged } | undefined {
  const { held, stop } = clientOf(clients, stream);
  if (held === undefined || stop !== undefined) return undefined;
  const node = editClient(clients, stream);
  delete node.held;
  const { first: logged } = held;
  enterRead(node, logged);
  const violation = heldViolation(held);
  const judged =
    violation === undefined
      ? judgeSeen(clients, node, logged)
      : stopped(clients, node, logged, { violation });
  return { logged, judged };
}

/** An event that may be changed or refused on its way. */
function judgeOdd(clients: Clients, node: ClientDraft, logged: LoggedEvent, isBlind: boolean): Judged {
  const { profile } = clients;
  const warnings: Warning[] = [];
  const say: Say = (check, text) => void warnings.push({ check, text });
  const understood = profile.isLenient ? understand(node, logged, say) : understandOld(logged);
  if (understood === undefined) return { verdict: verdictOf(warnings) };
  if ('violation' in understood) return stopped(clients, node, logged, understood, warnings);
  if (isBlind) return { verdict: verdictOf(warnings) };
  const result = expandAndVerify(node, understood.event, clients);
  if ('violation' in result) return stopped(clients, node, logged, result, warnings);
  return { verdict: verdictOf(warnings), expanded: toReduced(node, logged, result, profile) };
}

function stopped(
  clients: Clients,
  node: ClientDraft,
  { seq }: LoggedEvent,
  { violation, begun }: Refusal,
  warnings: readonly Warning[] = [],
): Judged {
  const stop: Stop = { ...violation, seq, hiddenFrom: node.readFrom };
  if (clients.profile.stops) node.stop = stop;
  return { verdict: { kind: 'stops', warnings, violation }, ...(begun !== undefined && { begun }) };
}

function complaintsAbout(texts: readonly string[] | undefined): Warning[] {
  return (texts ?? []).map((text) => ({ check: 'reducer-warning', text }));
}

/** The verdict on the event that stops a client, with what its reducer still says about what it had begun with. */
export function stopVerdict(model: Model, logged: LoggedEvent, { verdict, begun }: Judged): Verdict {
  if (begun === undefined) return verdict;
  // What the reducer makes of it is never delivered, only said.
  const complaints = stepExpanded(modelFold.fork(model), logged, { lanes: [], events: [begun] });
  return { ...verdict, warnings: [...verdict.warnings, ...complaintsAbout(complaints)] };
}

/** Reduces what a client would; gives the verdict with what the reducer says about it. */
export function reduceJudged(model: Model, logged: LoggedEvent, { verdict, expanded }: Judged): Verdict {
  if (expanded === undefined) {
    modelFold.step(model, logged);
    return verdict;
  }
  const complaints = stepExpanded(model, logged, expanded);
  if (complaints === undefined) return verdict;
  return verdictOf([...verdict.warnings, ...complaintsAbout(complaints)]);
}
