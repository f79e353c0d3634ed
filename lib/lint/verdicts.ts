// Turns the client's verdict on an event into findings.
import { isJsonObject } from '@/lib/agui/json';
import { clientOf, noteOnce } from '@/lib/client/clients';
import type { CheckId } from '@/lib/client/verdict';
import { ruleOf } from '@/lib/lint/client-rules';
import { plainWords, wordsOf } from '@/lib/lint/client-words';
import { draftSpelling, isDraft } from '@/lib/lint/draft-spelling';
import { type Judge, report, type State } from '@/lib/lint/state';
import type { Rule } from '@/lib/lint/types';
import type { LoggedEvent, Stream } from '@/lib/log/types';

// A producer that does this does it in every event; one report per stream is enough.
const SAID_ONCE: ReadonlySet<CheckId> = new Set<CheckId>(['unknown-property', 'old-spelling']);
// Has a rule of its own, which says more.
const PATCH_FAILED = 'Failed to apply state patch';

// Requests of TanStack's client repeat forwardedProps as `data` and have messages with `parts`; the stock client does
// neither.
function isOfOtherClient({ input }: Stream): boolean {
  if (input === undefined) return false;
  const { data, messages } = input;
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  return data !== undefined || (isJsonObject(last) && last['parts'] !== undefined);
}

/** Whether the stock client's own transport could have read a stream; otherwise the app has another client. */
function isReadByStock(stream: Stream): boolean {
  const { framing, dialect, transport } = stream;
  if (transport === 'file') return true;
  if (isOfOtherClient(stream)) return false;
  const isFramed = framing === 'sse' || framing === 'proto' || framing === undefined;
  return isFramed && (dialect === undefined || dialect.startsWith('ag-ui'));
}

/** Reports what the client prints about an event, and where it stops. */
export function reportVerdict(state: State, logged: LoggedEvent, judge: Judge): void {
  const { warnings, violation } = state.verdict;
  const { seq, stream, problems } = logged;
  const location = { seq, stream: stream.index };
  const scene = { logged, model: state.model };
  if (isDraft(logged)) {
    reportDraft(state, logged, judge);
    return;
  }
  for (const { check, text } of warnings) {
    if (text.startsWith(PATCH_FAILED)) continue;
    if (SAID_ONCE.has(check) && !noteOnce(state.clients, stream, text)) continue;
    report(state, judge, ruleOf(check), location, wordsOf(check, scene, text), { clientText: text });
  }
  if (violation === undefined) return;
  const { check, text } = violation;
  const rule = ruleOf(check);
  const isOrder = rule.needsHistory === true || check === 'unknown-type';
  const isWould = isOrder && !isReadByStock(stream);
  const client = {
    clientText: text,
    ...(judge.profile.stops && !isWould && { clientStops: true as const }),
  };
  // For a schema error the client prints a page of JSON; one sentence says the same.
  const message =
    (check === 'malformed-event' ? problems[0]?.message : undefined) ?? plainWords(logged, text);
  const diagnostic = wordsOf(check, scene, message);
  report(
    state,
    judge,
    isWould ? { ...rule, severity: 'warning', severityIn: {} } : rule,
    location,
    diagnostic,
    client,
  );
}

/** Drafts and earlier spellings are readable and not a broken 1.0: what the client makes of them is a warning. */
function reportDraft(state: State, logged: LoggedEvent, judge: Judge): void {
  const { warnings, violation } = state.verdict;
  const { seq, stream } = logged;
  const text = violation?.text ?? warnings[0]?.text;
  const diagnostic = draftSpelling.words(logged);
  // Reported once per stream.
  if (violation === undefined && !noteOnce(state.clients, stream, diagnostic)) return;
  report(state, judge, draftSpelling, { seq, stream: stream.index }, diagnostic, {
    ...(text !== undefined && { clientText: text }),
    ...(violation !== undefined && judge.profile.stops && { clientStops: true as const }),
  });
}

/** Runs the rules about the client stopping at this event. */
export function reportStop(state: State, logged: LoggedEvent, judge: Judge, rules: readonly Rule[]): void {
  const { seq, stream } = logged;
  const stop = clientOf(state.clients, stream).stop;
  if (stop?.seq !== seq || !isReadByStock(stream)) return;
  const location = { seq: stop.hiddenFrom, stream: stream.index };
  for (const rule of rules) {
    const diagnostic = rule.stop?.(stop, stream, state.model);
    if (diagnostic !== undefined) report(state, judge, rule, location, diagnostic);
  }
}
