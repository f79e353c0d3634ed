// Turns the client's verdict on an event into findings.

import { clientOf } from '@/lib/core/clients/clients';
import { isHidden } from '@/lib/core/clients/ending';
import { failureAt } from '@/lib/core/clients/tanstack/reading';
import type { CheckId } from '@/lib/core/clients/verdict';
import { endsStoppedRun } from '@/lib/core/consumers/kinds/copilotkit';
import type { Profile } from '@/lib/core/consumers/profile';
import { explainViolation, plainMessage } from '@/lib/core/lint/client-messages';
import { clientRules } from '@/lib/core/lint/client-rules';
import { isFirstReport, type Judge, type LintState, report } from '@/lib/core/lint/lint-state';
import { draftSpelling, isDraft, spellingOf } from '@/lib/core/lint/rules/draft-spelling';
import type { Diagnostic, Rule, RuleReport } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';

// Reported once per stream: a producer with this error makes it in every event.
const REPORTED_ONCE: ReadonlySet<CheckId> = new Set<CheckId>(['unknown-property', 'old-spelling']);
// Another rule reports this in detail.
const PATCH_FAILED = 'Failed to apply state patch';
/** Checks that a spelling other than that of 1.0 may fail. */
const SPELLING_CHECK = /^(malformed-event|unknown-type|chunk-)/;
const LIST_EMPTIED = /Removed unrecognised material at '\/content\/\d+' on TOOL_CALL_RESULT/;

export function reportVerdict(state: LintState, logged: LoggedEvent, judge: Judge): void {
  const { warnings, violation } = state.verdict;
  const { seq, stream, problems } = logged;
  const profile = judge.profileOf(stream, seq);
  const location = { seq, stream };
  /** For a client that does not make a check, one info is enough; for an unknown client, each type may matter. */
  const isRepeated = (check: CheckId): boolean => {
    const effect = profile.effectOnOtherClients;
    if (effect === undefined) return false;
    return !isFirstReport(state, stream.index, effect === 'harmless' ? check : `${check} ${logged.type}`);
  };
  const scene = { logged, model: state.model };
  const ofDraft = isDraft(logged);
  const isRejectedDraft = ofDraft && violation !== undefined && SPELLING_CHECK.test(violation.check);
  if (ofDraft) reportDraft(state, logged, judge, isRejectedDraft);
  for (const { check, text } of ofDraft ? [] : warnings) {
    if (text.startsWith(PATCH_FAILED) || LIST_EMPTIED.test(text)) continue;
    const explained = explainViolation(check, scene, text);
    if (REPORTED_ONCE.has(check) && !isFirstReport(state, stream.index, explained.message)) continue;
    if (isRepeated(check)) continue;
    report(state, judge, clientRules[check], location, explained, { clientText: text });
  }
  if (violation === undefined || isRejectedDraft) return;
  const { check, text } = violation;
  // A client that continues meets the same error again and again.
  if (isRepeated(check)) return;
  const rule = clientRules[check];
  if (profile.id === 'tanstack' && check === 'unreadable-frame' && failureAt(logged.raw) !== undefined) {
    const words = `TanStack AI's client cannot parse this frame and stops here: ${text}`;
    report(state, judge, rule, location, words, { clientText: text, clientStops: true, isSuffered: true });
    return;
  }
  // For a schema error the client prints a page of JSON: one sentence is enough.
  const message =
    (check === 'malformed-event' ? problems[0]?.message : undefined) ?? plainMessage(logged, text);
  const explained = explainViolation(check, scene, message);
  const words = isHidden(violation, profile)
    ? { ...explained, message: `${explained.message} ${HIDDEN}` }
    : explained;
  const diagnostic = endsStoppedRun(logged) ? mild(words, AFTER_STOP) : words;
  report(state, judge, rule, location, diagnostic, {
    clientText: text,
    ...(profile.stops && { clientStops: true }),
  });
}

const HIDDEN = 'CopilotKit hides this error: for the app, the run just ends.';
const AFTER_STOP = "CopilotKit's runtime ends stopped runs like this, and its client ignores it.";

/** A finding that needs no fix. */
function mild(diagnostic: Exclude<Diagnostic, undefined>, why = ''): RuleReport {
  const { message, related } =
    typeof diagnostic === 'string' ? { message: diagnostic, related: [] } : diagnostic;
  return { message: why === '' ? message : `${message} ${why}`, related, severity: 'info' };
}

/** Drafts and earlier spellings are readable: a warning, unless the client rejects them. */
function reportDraft(state: LintState, logged: LoggedEvent, judge: Judge, isRejected: boolean): void {
  const { warnings, violation, kind } = state.verdict;
  const { seq, stream } = logged;
  // A client that has stopped gets no further event.
  if (kind === 'unreached' && clientOf(state.clients, stream).stop !== undefined) return;
  const profile = judge.profileOf(stream, seq);
  const text = violation?.text ?? warnings[0]?.text;
  const found = isRejected && profile.mayReadDrafts !== true ? rejection(logged, profile) : undefined;
  const message = found ?? draftSpelling.describe(logged);
  // Reported once per stream, whatever the names of the keys.
  if (
    !isFirstReport(state, stream.index, found === undefined ? message : message.replace(/^\S+| \(.*?\)/g, ''))
  )
    return;
  const diagnostic = found === undefined ? message : { message, related: [], severity: 'error' as const };
  report(state, judge, draftSpelling, { seq, stream }, diagnostic, {
    ...(text !== undefined && { clientText: text }),
    ...(isRejected && profile.stops && { clientStops: true }),
    // A stock client may read the stream of an unknown one.
    ...(found !== undefined && profile.effectOnOtherClients === 'unknown' && { isSuffered: true }),
  });
}

function rejection(logged: LoggedEvent, profile: Profile): string {
  const stop = profile.stops ? ' and stops here' : '';
  const hidden = profile.hidesSchemaErrors ? ` ${HIDDEN}` : '';
  if (logged.type === 'META')
    return `META is an event of a draft. The stock client 0.0.x does not know it${stop}: send CUSTOM instead.${hidden}`;
  return `${logged.type} has ${spellingOf(logged)}: the stock client rejects it${stop}.${hidden}`;
}

export function reportStop(
  state: LintState,
  logged: LoggedEvent,
  judge: Judge,
  rules: readonly Rule[],
): void {
  const { seq, stream } = logged;
  const stop = clientOf(state.clients, stream).stop;
  if (stop?.seq !== seq) return;
  const location = { seq: stop.hiddenFrom, stream };
  for (const rule of rules) {
    const diagnostic = rule.stop?.(stop, stream, state.model);
    if (diagnostic !== undefined)
      report(state, judge, rule, location, stop.isAfterStop ? mild(diagnostic) : diagnostic);
  }
}
