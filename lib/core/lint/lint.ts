// The fold that runs every rule beside the model.

import { untyped } from '@/lib/core/agui/encrypted-types';
import { callIdsOf } from '@/lib/core/agui/request';
import {
  clientOf,
  continueClient,
  emptyClients,
  forkClients,
  renewClient,
  toProfileOf,
  toReaders,
} from '@/lib/core/clients/clients';
import { endingOf } from '@/lib/core/clients/ending';
import { judgeBefore, judge as judgeByClient, reduceJudged } from '@/lib/core/clients/judge';
import { OK } from '@/lib/core/clients/verdict';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import { type Profile, type ProfileId, UNKNOWN } from '@/lib/core/consumers/profile';
import { objectsIn } from '@/lib/core/json/json';
import { guarded } from '@/lib/core/lint/guarded';
import {
  continueReports,
  type FindingLocation,
  type Judge,
  type LintState,
  renewReports,
  report,
  withdraw,
} from '@/lib/core/lint/lint-state';
import { rules } from '@/lib/core/lint/rules';
import { isDraft } from '@/lib/core/lint/rules/draft-spelling';
import { truncatedRun } from '@/lib/core/lint/rules/truncated-run';
import { isUnchanged } from '@/lib/core/lint/rules/unchanged-snapshots';
import {
  emptyTimings,
  forkTimings,
  noteEvent,
  noteUnchanged,
  type OnTiming,
  timingOf,
} from '@/lib/core/lint/stream-timing';
import type { Diagnostic, Linted, LintFold, Rule, StreamContext } from '@/lib/core/lint/types';
import { reportStop, reportVerdict } from '@/lib/core/lint/verdicts';
import { isReadable } from '@/lib/core/log/readable-event';
import type { Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { Lanes } from '@/lib/core/model/chunk-lanes';
import { modelFold, modelFoldFor, streamView } from '@/lib/core/model/model';
import { callIn, isOutsideConversation, lanesOf } from '@/lib/core/model/queries/lookup';
import { isUndecided, joinedStream } from '@/lib/core/model/rejoin';
import type { Model } from '@/lib/core/model/types';

const SNAPSHOTS: ReadonlySet<string> = new Set(['STATE_SNAPSHOT', 'MESSAGES_SNAPSHOT', 'ACTIVITY_SNAPSHOT']);
const NO_RULES: ReadonlySet<string> = new Set();

interface ActiveRules {
  readonly ofType: (type: string) => EventRules;
  readonly call: readonly Rule[];
  readonly timing: readonly Rule[];
  readonly boundary: readonly Rule[];
  readonly stop: readonly Rule[];
}

/** Rules that check an event, before and after it reaches the model. */
interface EventRules {
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

function splitByPhase(rules: readonly Rule[]): EventRules {
  return {
    before: rules.filter((rule) => rule.before !== undefined),
    after: rules.filter((rule) => rule.after !== undefined),
  };
}

/** An index: most rules check one type of event, and most events are of other types. */
function byType(own: readonly Rule[]): (type: string) => EventRules {
  const always = splitByPhase(own.filter(({ types }) => types === undefined));
  const types = new Set(own.flatMap((rule) => rule.types ?? []));
  const known = new Map(
    [...types].map((type) => [type, splitByPhase(own.filter((rule) => rule.types?.includes(type) ?? true))]),
  );
  return (type) => known.get(type) ?? always;
}

function activeRules(profile: ProfileId, off: ReadonlySet<string>): ActiveRules {
  const own = rules
    .filter(({ id, profiles }) => !off.has(id) && (profiles?.includes(profile) ?? true))
    .map(guarded);
  return {
    ofType: byType(own),
    call: own.filter((rule) => rule.call !== undefined),
    timing: own.filter((rule) => rule.timing !== undefined),
    boundary: own.filter((rule) => rule.boundary !== undefined),
    stop: own.filter((rule) => rule.stop !== undefined),
  };
}

/** An event, or the position of a boundary. */
interface RuleTarget {
  readonly stream: Stream | undefined;
  readonly seq: number;
  readonly isUnjudged?: true | undefined;
}

/** True if all data that a rule needs was captured. */
function isFair(rule: Rule, { stream, seq, isUnjudged }: RuleTarget): boolean {
  // AG-UI rules do not apply to other protocols.
  if (isUnjudged) return false;
  const from = stream?.incompleteFrom;
  if (from === undefined || seq < from) return true;
  // The first frame after a gap may be the rest of one that began in it.
  return seq > from && rule.needsHistory !== true;
}

function locationOfBoundary(
  state: LintState,
  stream: Stream | undefined,
  { beforeSeq }: Boundary,
): FindingLocation {
  const seq = stream === undefined ? -1 : streamView(state.model, stream).lastSeq;
  return { seq, stream, ...(seq < 0 && { beforeSeq }) };
}

/** Rules for an event or a boundary, and the location of their findings. */
interface RuleRun {
  readonly rules: readonly Rule[];
  readonly about: RuleTarget;
  readonly location?: FindingLocation;
}

const NONE: readonly string[] = [];

/** New calls in a snapshot; they are complete. */
function newCalls({ event, stream }: LoggedEvent, model: Model): readonly string[] {
  const ids = objectsIn(event?.['messages']).flatMap(callIdsOf);
  return ids.filter((id) => callIn(model, stream, id) === undefined);
}

/** Calls that an event may end besides those of chunks: the named one, or new ones in a snapshot. */
function mayEnd(logged: LoggedEvent, model: Model): readonly string[] {
  if (logged.type === 'TOOL_CALL_END') {
    const id = logged.event?.['toolCallId'];
    return typeof id === 'string' ? [id] : NONE;
  }
  return logged.type === 'MESSAGES_SNAPSHOT' ? newCalls(logged, model) : NONE;
}

/** Calls of chunks that ended between two versions of a stream's lanes, and others. */
function withEnded(others: readonly string[], before: Lanes, after: Lanes): readonly string[] {
  if (before === after || after.ended.length === 0) return others;
  const ended = after.ended.filter(({ kind }) => kind === 'tool').map(({ id }) => id);
  return [...new Set([...ended, ...others])];
}

/** The calls with these ids that ended with an event. */
function endedCalls(model: Model, { stream, seq }: LoggedEvent, ids: readonly string[]) {
  return ids.flatMap((id) => {
    const call = callIn(model, stream, id);
    // A call from a snapshot has no end event: it was complete on arrival.
    return call === undefined || (call.endSeq ?? call.startSeq) !== seq ? [] : [call];
  });
}

function stateOf(linted: Linted): LintState {
  // Only this fold creates linted states.
  return linted as LintState;
}

function rulesByStream({ profileOf, off }: Judge): (stream: Stream | undefined, seq?: number) => ActiveRules {
  const byProfile = new Map<ProfileId, ActiveRules>();
  return (stream, seq) => {
    const id = stream === undefined ? 'unknown' : profileOf(stream, seq).id;
    const known = byProfile.get(id);
    if (known !== undefined) return known;
    const made = activeRules(id, off);
    byProfile.set(id, made);
    return made;
  };
}

/** The model as sent by the server, and the findings, by each stream's own client or by one profile. */
export function createLintFold(readers: Profile | Readers = readerOf, off = NO_RULES): LintFold {
  const profileOf = toProfileOf(readers);
  const judge: Judge = { profileOf, off };
  const rulesOf = rulesByStream(judge);
  const ask = (
    state: LintState,
    { rules, about, location = about }: RuleRun,
    check: (rule: Rule) => Diagnostic,
  ): void => {
    for (const rule of rules) {
      const diagnostic = isFair(rule, about) ? check(rule) : undefined;
      if (diagnostic !== undefined) report(state, judge, rule, location, diagnostic);
    }
  };
  const look: OnTiming<LintState> = (state, logged, signal, timing) => {
    const moment = { logged, timing, model: state.model };
    const rules = rulesOf(logged.stream, logged.seq).timing;
    ask(state, { rules, about: logged }, (rule) => rule.timing?.(signal, moment));
  };
  return {
    name: 'lint',
    init: (): LintState => ({
      model: modelFoldFor(toReaders(readers)).init(),
      findings: [],
      leftOut: 0,
      verdict: OK,
      byKey: undefined,
      reported: undefined,
      scopes: undefined,
      renewals: 0,
      clients: emptyClients(profileOf),
      timings: emptyTimings(),
    }),
    step(linted, logged) {
      const state = stateOf(linted);
      // Events beside the conversation would be checked twice, and a feed of several runs as one.
      const isRepeated = logged.about !== undefined || isOutsideConversation(state.model, logged.stream);
      const event: LoggedEvent = isRepeated ? { ...logged, isUnjudged: true } : logged;
      const joined = joinedStream(state.model, event);
      if (joined !== undefined) {
        continueClient(state.clients, joined, event.stream);
        continueReports(state, joined.index, event.stream.index);
        withdraw(state, truncatedRun.id, String(joined.index));
      }
      if (event.isUnjudged !== true) {
        if (SNAPSHOTS.has(event.type) && isUnchanged(event, state.model)) noteUnchanged(state.timings, event);
        noteEvent(state.timings, event, look, state);
      }
      const asked = rulesOf(event.stream, event.seq);
      // An event that clients reject has no effect to check; the text of an error is worth reading.
      const hasEffect = isReadable(event.problems) || event.type === 'RUN_ERROR';
      const { before, after } = asked.ofType(hasEffect ? event.type : '');
      const { held } = clientOf(state.clients, event.stream);
      ask(state, { rules: before, about: event }, (rule) =>
        rule.before?.(event, state.model, profileOf, held),
      );
      const lanes = lanesOf(state.model, event.stream);
      const named = mayEnd(event, state.model);
      // The model has processed the event already, as sent.
      const released = judgeBefore(state.clients, event);
      if (released?.judged.verdict.kind === 'stops') {
        state.verdict = released.judged.verdict;
        reportVerdict(state, released.logged, judge);
      }
      // An event of the server itself before the rest of a run begins nothing.
      const judged = isUndecided(state.model, event) ? { verdict: OK } : judgeByClient(state.clients, event);
      const isJudged = event.isUnjudged !== true;
      if (isJudged && judged.verdict.kind === 'stops') reportStop(state, event, judge, asked.stop);
      // A draft counts as sent, even if the client removes it.
      const isKept = isDraft(event) || untyped(event.event, event.type) !== undefined;
      const reduced = isKept ? { verdict: judged.verdict } : judged;
      state.verdict = reduceJudged(state.model, event, reduced);
      if (isJudged && state.verdict.kind !== 'ok') reportVerdict(state, event, judge);
      const ending = withEnded(named, lanes, lanesOf(state.model, event.stream));
      for (const call of endedCalls(state.model, event, ending))
        ask(state, { rules: asked.call, about: event }, (rule) => rule.call?.(call, event, state.model));
      ask(state, { rules: after, about: event }, (rule) => rule.after?.(event, state.model));
      return state;
    },
    boundary(linted, boundary) {
      const state = stateOf(linted);
      modelFold.boundary?.(state.model, boundary);
      if (boundary.kind === 'request') {
        renewClient(state.clients, boundary.stream);
        renewReports(state, boundary.stream.index);
      }
      const stream = boundary.kind === 'navigation' ? undefined : boundary.stream;
      const seen: StreamContext = {
        profile: stream === undefined ? UNKNOWN : profileOf(stream, boundary.beforeSeq),
        ending: boundary.kind === 'close' ? endingOf(state.clients, boundary.stream) : undefined,
        timing: stream === undefined ? undefined : timingOf(state.timings, stream),
      };
      const question = {
        rules: rulesOf(stream, boundary.beforeSeq).boundary,
        about: { stream, seq: boundary.beforeSeq, isUnjudged: stream?.isUnjudged },
        location: locationOfBoundary(state, stream, boundary),
      };
      ask(state, question, (rule) => rule.boundary?.(boundary, state.model, seen));
      return state;
    },
    fork(linted): LintState {
      const state = stateOf(linted);
      return {
        ...state,
        model: modelFold.fork(state.model),
        clients: forkClients(state.clients),
        timings: forkTimings(state.timings),
      };
    },
  };
}

export const lintFold: LintFold = createLintFold();
