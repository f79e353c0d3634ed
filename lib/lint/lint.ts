// The fold that runs every rule beside the model.
import {
  type Clients,
  clientOf,
  emptyClients,
  forkClients,
  noteOnce,
  renewClient,
} from '@/lib/client/clients';
import { judge, reduceJudged } from '@/lib/client/judge';
import { CLIENT_1_0, type Profile } from '@/lib/client/profile';
import { type CheckId, OK, type Verdict } from '@/lib/client/verdict';
import { ruleOf } from '@/lib/lint/client-rules';
import { rules } from '@/lib/lint/rules';
import type { Finding, Linted, LintFold, Rule } from '@/lib/lint/types';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { modelFold, streamView } from '@/lib/model/model';

/** More findings than this are not kept: one broken server must not fill the memory. */
export const FINDINGS_MAX = 10_000;

interface State extends Linted {
  findings: readonly Finding[];
  verdict: Verdict;
  readonly clients: Clients;
  /** True while the array may be added to: no other version sees it. */
  isOwn: boolean;
}

const ALL: readonly Rule[] = rules;

/** The rules that a profile asks, by when it asks them. */
interface Asked {
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
  readonly mark: readonly Rule[];
  readonly stop: readonly Rule[];
}

function askedBy({ id }: Profile): Asked {
  const own = ALL.filter(({ profiles }) => profiles === undefined || profiles.includes(id));
  return {
    before: own.filter((rule) => rule.before !== undefined),
    after: own.filter((rule) => rule.after !== undefined),
    mark: own.filter((rule) => rule.mark !== undefined),
    stop: own.filter((rule) => rule.stop !== undefined),
  };
}

interface Place {
  readonly seq: number;
  readonly stream: number;
}

function report(
  state: State,
  { id, severity, stopsClient }: Rule,
  { seq, stream }: Place,
  message: string,
  client: { readonly clientText?: string; readonly clientStops?: true } = {},
): void {
  if (state.findings.length >= FINDINGS_MAX) return;
  const finding: Finding = {
    rule: id,
    severity,
    seq,
    stream,
    message,
    ...(stopsClient && { clientStops: true }),
    ...client,
  };
  if (state.isOwn) (state.findings as Finding[]).push(finding);
  else {
    state.findings = [...state.findings, finding];
    state.isOwn = true;
  }
}

/** An event, or the place of a fact between events. */
interface Judgeable {
  readonly stream: Stream | undefined;
  readonly seq: number;
  readonly isUnjudged?: true | undefined;
}

/** Whether a rule can be fair: what the tool could not see is never held against the app. */
function isFair(rule: Rule, { stream, seq, isUnjudged }: Judgeable): boolean {
  // Another protocol breaks no rule of this one.
  if (isUnjudged) return false;
  const from = stream?.incompleteFrom;
  if (from === undefined || seq < from) return true;
  // The first frame after a hole may be the rest of one that began in it.
  return seq > from && rule.needsHistory !== true;
}

function placeOf(state: State, stream: Stream | undefined): Place {
  if (stream === undefined) return { seq: -1, stream: -1 };
  return { seq: streamView(state.model, stream).lastSeq, stream: stream.index };
}

// These say the same of every event of a producer that does it; once for each stream is enough.
const SAID_ONCE: ReadonlySet<CheckId> = new Set<CheckId>(['unknown-property', 'old-spelling']);
// Has a rule of its own, which says more.
const PATCH_FAILED = 'Failed to apply state patch';

/** Whether the stock client's own transport could have read a stream; else the app has another client. */
function isReadByStock({ framing, dialect, transport }: Stream): boolean {
  if (transport === 'file') return true;
  const isFramed = framing === 'sse' || framing === 'proto' || framing === undefined;
  return isFramed && (dialect === undefined || dialect.startsWith('ag-ui'));
}

function reportVerdict(state: State, logged: LoggedEvent, profile: Profile): void {
  const { warnings, violation } = state.verdict;
  const { seq, stream, problems } = logged;
  const place = { seq, stream: stream.index };
  for (const { check, text } of warnings) {
    if (text.startsWith(PATCH_FAILED)) continue;
    if (SAID_ONCE.has(check) && !noteOnce(state.clients, stream, text)) continue;
    report(state, ruleOf(check), place, text, { clientText: text });
  }
  if (violation === undefined) return;
  const { check, text } = violation;
  const rule = ruleOf(check);
  const isWould = rule.needsHistory === true && !isReadByStock(stream);
  const client = { clientText: text, ...(profile.stops && !isWould && { clientStops: true as const }) };
  // The client prints a page of JSON for a schema that fails; one sentence says the same.
  const message = check === 'malformed-event' ? (problems[0]?.message ?? text) : text;
  report(state, isWould ? { ...rule, severity: 'warning' } : rule, place, message, client);
}

function reportStop(state: State, { seq, stream }: LoggedEvent, asked: Asked): void {
  const stop = clientOf(state.clients, stream).stop;
  if (stop?.seq !== seq || !isReadByStock(stream)) return;
  for (const rule of asked.stop) {
    const message = rule.stop?.(stop, stream, state.model);
    if (message !== undefined) report(state, rule, { seq: stop.hiddenFrom, stream: stream.index }, message);
  }
}

/** The fold of a profile: the model as the server sent it, and what is wrong by that profile. */
export function createLintFold(profile: Profile): LintFold {
  const asked = askedBy(profile);
  return {
    name: `lint ${profile.id}`,
    init: (): State => ({
      model: modelFold.init(),
      findings: [],
      verdict: OK,
      clients: emptyClients(profile),
      isOwn: true,
    }),
    step(linted, event) {
      const state = linted as State;
      const place = { seq: event.seq, stream: event.stream.index };
      for (const rule of asked.before) {
        if (!isFair(rule, event)) continue;
        const message = rule.before?.(event, state.model);
        if (message !== undefined) report(state, rule, place, message);
      }
      const judged = judge(state.clients, event);
      const isJudged = event.isUnjudged !== true;
      if (isJudged && judged.verdict.kind === 'stops') reportStop(state, event, asked);
      state.verdict = reduceJudged(state.model, event, judged);
      if (isJudged && state.verdict.kind !== 'ok') reportVerdict(state, event, profile);
      for (const rule of asked.after) {
        if (!isFair(rule, event)) continue;
        const message = rule.after?.(event, state.model);
        if (message !== undefined) report(state, rule, place, message);
      }
      return state;
    },
    mark(linted, mark) {
      const state = linted as State;
      modelFold.mark?.(state.model, mark);
      if (mark.kind === 'request') renewClient(state.clients, mark.stream);
      const stream = mark.kind === 'navigation' ? undefined : mark.stream;
      for (const rule of asked.mark) {
        if (!isFair(rule, { stream, seq: mark.beforeSeq, isUnjudged: stream?.isUnjudged })) continue;
        const message = rule.mark?.(mark, state.model);
        if (message !== undefined) report(state, rule, placeOf(state, stream), message);
      }
      return state;
    },
    fork(linted): State {
      const state = linted as State;
      state.isOwn = false;
      const { findings, verdict } = state;
      const clients = forkClients(state.clients);
      return { model: modelFold.fork(state.model), findings, verdict, clients, isOwn: false };
    },
  };
}

/** The model and the findings at an event, by the stock client 1.0. */
export const lintFold: LintFold = createLintFold(CLIENT_1_0);
