// One event through a client: understood, expanded, verified, reduced. The only place where these meet.
import type { Event } from '@ag-ui/core';
import { isEventType, isThinkingType } from '@/lib/agui/events';
import type { JsonObject } from '@/lib/agui/json';
import type { ClientDraft, Stop } from '@/lib/client/client-node';
import { type Clients, clientOf, editClient } from '@/lib/client/clients';
import type { Profile } from '@/lib/client/profile';
import { type Say, understand } from '@/lib/client/understand';
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
import type { LoggedEvent } from '@/lib/log/types';
import { expand } from '@/lib/model/expand';
import { type Expanded, modelFold, stepExpanded } from '@/lib/model/model';
import type { Model } from '@/lib/model/types';

/** What a client makes of an event, and what of it comes to the reducer. */
export interface Judged {
  readonly verdict: Verdict;
  /** Absent where the client has nothing to reduce. */
  readonly expanded?: Expanded;
}

const REPORTED: Readonly<Partial<Record<CheckId, VerdictKind>>> = {
  'unknown-type': 'dropped',
  'reducer-warning': 'warned',
  'unknown-property': 'stripped',
  'old-spelling': 'repaired',
};
const WORST: readonly VerdictKind[] = ['dropped', 'warned', 'stripped', 'repaired'];

function verdictOf(warnings: readonly Warning[] | undefined, violation?: Violation): Verdict {
  if (violation !== undefined) return { kind: 'stops', warnings: warnings ?? [], violation };
  if (warnings === undefined) return OK;
  const kinds = new Set(warnings.map(({ check }) => REPORTED[check]));
  return { kind: WORST.find((kind) => kinds.has(kind)) ?? 'ok', warnings };
}

function chunkCheck(text: string): CheckId {
  if (text.startsWith('First ')) return 'chunk-without-opener';
  return text.startsWith('Ambiguous ') ? 'chunk-ambiguous' : 'chunk-disagrees';
}

/** Expands and verifies; what passes is noted in the node. */
function expandAndVerify(
  node: ClientDraft,
  event: Event,
  context: { readonly owner: Clients['owner']; readonly profile: Profile },
): Expanded | Violation {
  const expansion = expand(node.lanes, event, context.profile.isLenient);
  if ('error' in expansion) return { check: chunkCheck(expansion.error), text: expansion.error };
  node.lanes = expansion.lanes;
  for (const single of expansion.events) {
    const violation = verify(node, single as unknown as JsonObject, context);
    if (violation !== undefined) return violation;
  }
  // THINKING_* of 0.0.x do nothing but pass.
  if (isThinkingType(event.type)) return { ...expansion, events: expansion.events.slice(0, -1) };
  return expansion;
}

function enterRead(node: ClientDraft, { record, seq }: LoggedEvent): void {
  if (node.record === record) return;
  node.record = record;
  node.readFrom = seq;
}

function stopAt(node: ClientDraft, violation: Violation, seq: number): void {
  const stop: Stop = { ...violation, seq, hiddenFrom: node.readFrom };
  node.stop = stop;
}

/** What a client makes of an event up to its reducer. Changes the client's memory of the stream. */
export function judge(clients: Clients, logged: LoggedEvent, profile: Profile): Judged {
  if (clientOf(clients, logged.stream).stop !== undefined) return { verdict: UNREACHED };
  // What is no AG-UI at all is read by a client of its own.
  if (logged.isUnjudged === true && !isEventType(logged.type)) return { verdict: OK };
  const { incompleteFrom: from } = logged.stream;
  // The first frame after a hole may be the rest of one that began in it.
  if (from === logged.seq) return { verdict: OK };
  const node = editClient(clients, logged.stream);
  enterRead(node, logged);
  let warnings: Warning[] | undefined;
  const say: Say = (check, text) => {
    warnings ??= [];
    warnings.push({ check, text });
  };
  const understood = profile.isLenient ? understand(node, logged, say) : understandOld(logged);
  if (understood === undefined) return { verdict: verdictOf(warnings) };
  // What came before a hole is not known well enough to say that anything contradicts it.
  const isBlind = from !== undefined && logged.seq > from;
  if (isBlind && 'event' in understood) return { verdict: verdictOf(warnings) };
  const result =
    'violation' in understood
      ? understood.violation
      : expandAndVerify(node, understood.event, { owner: clients.owner, profile });
  if (!('check' in result)) {
    const { thinkingSpan, thinkingMessage } = node;
    // The model makes such ids too, once the client has stopped: it must know where they are.
    const thinking = isThinkingType(logged.type)
      ? { thinking: { thinkingSpan, thinkingMessage } }
      : undefined;
    return { verdict: verdictOf(warnings), expanded: thinking ? { ...result, ...thinking } : result };
  }
  if (profile.stops) stopAt(node, result, logged.seq);
  return { verdict: verdictOf(warnings, result) };
}

/** Reduces what a client would; gives the verdict with what the reducer says about it. */
export function reduceJudged(model: Model, logged: LoggedEvent, { verdict, expanded }: Judged): Verdict {
  if (expanded === undefined) {
    modelFold.step(model, logged);
    return verdict;
  }
  let warnings: Warning[] | undefined;
  const warn = (text: string): void => {
    warnings ??= [...verdict.warnings];
    warnings.push({ check: 'reducer-warning', text });
  };
  stepExpanded(model, logged, expanded, warn);
  return warnings === undefined ? verdict : verdictOf(warnings);
}
