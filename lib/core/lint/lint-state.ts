// The state of the lint fold, and functions that add findings.
import { harmless } from '@/lib/core/agui/harmless';
import type { Clients, ProfileOf } from '@/lib/core/clients/clients';
import type { Verdict } from '@/lib/core/clients/verdict';
import type { Profile } from '@/lib/core/consumers/profile';
import { assigned, type IdMap, lookup } from '@/lib/core/json/id-map';
import type { StreamTimings } from '@/lib/core/lint/stream-timing';
import type { Diagnostic, Finding, Linted, Rule, Severity } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';

/** Maximum number of findings: one broken server must not exhaust memory. */
export const FINDINGS_MAX = 10_000;
/** Findings reserved for errors. */
export const ERRORS_KEPT = 1000;
const RELATED_MAX = 100;

export interface LintState extends Linted {
  findings: readonly Finding[];
  verdict: Verdict;
  leftOut: number;
  /** Findings that later reports replace; undefined for withdrawn ones. */
  byKey: IdMap<Finding | undefined>;
  /** Texts reported once per scope. */
  reported: IdMap<true>;
  /** Scope by stream index; by default the index itself. */
  scopes: IdMap<string>;
  /** Number of scopes started by requests on an open socket. */
  renewals: number;
  readonly clients: Clients;
  readonly timings: StreamTimings;
}

export interface Judge {
  readonly profileOf: ProfileOf;
  readonly off: ReadonlySet<string>;
}

export interface FindingLocation {
  readonly seq: number;
  /** For a finding without an event: the event before which it was found. */
  readonly beforeSeq?: number;
  readonly stream: Stream | undefined;
}

interface ClientPart {
  readonly clientText?: string;
  readonly clientStops?: true;
  /** True if the app's own client is affected, although another client is checked. */
  readonly isSuffered?: true;
}

// Prefix of a verdict about another client than the app's.
const AGAINST = 'Against AG-UI 1.0';

const MILDER: Readonly<Record<Severity, Severity>> = { error: 'warning', warning: 'info', info: 'info' };

const NONE: readonly number[] = Object.freeze([]);

function relatedOf(diagnostic: Exclude<Diagnostic, undefined>, seq: number): readonly number[] {
  if (typeof diagnostic === 'string') return NONE;
  const seqs = diagnostic.related.filter(
    (each): each is number => each !== undefined && each >= 0 && each !== seq,
  );
  if (seqs.length === 0) return NONE;
  return [...new Set(seqs)].sort((a, b) => a - b).slice(0, RELATED_MAX);
}

function ownSeverity(rule: Rule, profile: Profile | undefined, diagnostic: Diagnostic): Severity {
  const own = typeof diagnostic === 'object' ? diagnostic.severity : undefined;
  return own ?? (profile && rule.severityIn?.[profile.id]) ?? rule.severity;
}

function scopeOf({ scopes }: LintState, stream: number): string {
  return lookup(scopes, String(stream)) ?? String(stream);
}

/** True the first time a text is reported for a stream. */
export function isFirstReport(state: LintState, stream: number, text: string): boolean {
  const key = `${scopeOf(state, stream)} ${text}`;
  if (lookup(state.reported, key)) return false;
  state.reported = assigned(state.reported, key, true);
  return true;
}

/** Allows repeated reports for a stream, which has a new client. */
export function renewReports(state: LintState, stream: number): void {
  state.scopes = assigned(state.scopes, String(stream), `request ${++state.renewals}`);
}

/** Continues the reports of a broken stream in another one. */
export function continueReports(state: LintState, from: number, to: number): void {
  state.scopes = assigned(state.scopes, String(to), scopeOf(state, from));
}

export function report(
  state: LintState,
  { profileOf, off }: Judge,
  rule: Rule,
  { seq, stream, beforeSeq }: FindingLocation,
  diagnostic: Exclude<Diagnostic, undefined>,
  { isSuffered, ...client }: ClientPart = {},
): void {
  if (off.has(rule.id)) return;
  const index = stream?.index ?? -1;
  const profile = stream && profileOf(stream, seq < 0 ? beforeSeq : seq);
  const isUnknown = typeof diagnostic === 'object' && diagnostic.isUnknown === true;
  const isOtherClient = rule.isOfClient && isSuffered !== true && !isUnknown;
  const effectOnOtherClients = isOtherClient ? profile?.effectOnOtherClients : undefined;
  // For a client known to behave differently, only unreadable events are reported.
  if (effectOnOtherClients === 'harmless' && rule.isOfClient === 'effect') return;
  // A failure without a stream counts for the first stream.
  if (isUnknown && !isFirstReport(state, Math.max(index, 0), `unknown ${rule.id}`)) return;
  if (!isUnknown && rule.isReportedOnce && !isFirstReport(state, index, `rule ${rule.id}`)) return;
  const message = typeof diagnostic === 'string' ? diagnostic : diagnostic.message;
  const own = ownSeverity(rule, profile, diagnostic);
  const severity =
    effectOnOtherClients === undefined ? own : effectOnOtherClients === 'harmless' ? 'info' : MILDER[own];
  if (state.findings.length >= (severity === 'error' ? FINDINGS_MAX : FINDINGS_MAX - ERRORS_KEPT)) {
    state.leftOut++;
    return;
  }
  const finding: Finding = {
    rule: rule.id,
    severity,
    seq,
    ...(beforeSeq !== undefined && { beforeSeq }),
    stream: index,
    message: harmless(effectOnOtherClients === undefined ? message : `${AGAINST}: ${message}`),
    related: relatedOf(diagnostic, seq),
    ...(rule.stopsClient && effectOnOtherClients === undefined && { clientStops: true }),
    ...client,
    ...(client.clientText !== undefined && { clientText: harmless(client.clientText) }),
  };
  const key = typeof diagnostic === 'string' ? undefined : diagnostic.key;
  const name = `${rule.id} ${key}`;
  const known = key === undefined ? undefined : lookup(state.byKey, name);
  const listed = known === undefined ? finding : inPlaceOf(known, finding);
  if (key !== undefined) state.byKey = assigned(state.byKey, name, listed);
  state.findings =
    known === undefined
      ? [...state.findings, listed]
      : state.findings.with(state.findings.indexOf(known), listed);
}

/** A newer report of a finding, which keeps its place in the log. */
function inPlaceOf({ seq, stream, beforeSeq }: Finding, finding: Finding): Finding {
  return { ...finding, seq, stream, ...(beforeSeq !== undefined && { beforeSeq }) };
}

/** Withdraws the finding of a rule and a key, which later events disprove. */
export function withdraw(state: LintState, rule: string, key: string): void {
  const name = `${rule} ${key}`;
  const known = lookup(state.byKey, name);
  if (known === undefined) return;
  state.byKey = assigned(state.byKey, name, undefined);
  state.findings = state.findings.filter((finding) => finding !== known);
}
