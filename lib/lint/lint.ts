// The fold that runs every rule beside the model.
import { rules } from '@/lib/lint/rules';
import type { Finding, Linted, LintFold, Rule } from '@/lib/lint/types';
import type { Stream } from '@/lib/log/types';
import { modelFold, streamView } from '@/lib/model/model';

/** More findings than this are not kept: one broken server must not fill the memory. */
export const FINDINGS_MAX = 10_000;

/** The model and the findings at an event, as `lintFold` gives them. */
export type LintState = Linted;

interface State extends Linted {
  findings: readonly Finding[];
  /** True while the array may be added to: no other version sees it. */
  isOwn: boolean;
}

const ALL: readonly Rule[] = rules;
const BEFORE = ALL.filter((rule) => rule.before !== undefined);
const AFTER = ALL.filter((rule) => rule.after !== undefined);
const MARK = ALL.filter((rule) => rule.mark !== undefined);

interface Place {
  readonly seq: number;
  readonly stream: number;
}

function report(
  state: State,
  { id, severity, stopsClient }: Rule,
  { seq, stream }: Place,
  message: string,
): void {
  if (state.findings.length >= FINDINGS_MAX) return;
  const finding: Finding = {
    rule: id,
    severity,
    seq,
    stream,
    message,
    ...(stopsClient && { clientStops: true }),
  };
  if (state.isOwn) (state.findings as Finding[]).push(finding);
  else {
    state.findings = [...state.findings, finding];
    state.isOwn = true;
  }
}

/** Whether a rule can be fair: what the tool could not see is never held against the app. */
function isFair(rule: Rule, stream: Stream | undefined, seq: number): boolean {
  const from = stream?.incompleteFrom;
  if (from === undefined || seq < from) return true;
  // The first frame after a hole may be the rest of one that began in it.
  return seq > from && rule.needsHistory !== true;
}

function placeOf(state: State, stream: Stream | undefined): Place {
  if (stream === undefined) return { seq: -1, stream: -1 };
  return { seq: streamView(state.model, stream).lastSeq, stream: stream.index };
}

/** The model and the findings at an event. */
export const lintFold: LintFold = {
  name: 'lint',
  init: (): State => ({ model: modelFold.init(), findings: [], isOwn: true }),
  step(linted, event) {
    const state = linted as State;
    const place = { seq: event.seq, stream: event.stream.index };
    for (const rule of BEFORE) {
      if (!isFair(rule, event.stream, event.seq)) continue;
      const message = rule.before?.(event, state.model);
      if (message !== undefined) report(state, rule, place, message);
    }
    modelFold.step(state.model, event);
    for (const rule of AFTER) {
      if (!isFair(rule, event.stream, event.seq)) continue;
      const message = rule.after?.(event, state.model);
      if (message !== undefined) report(state, rule, place, message);
    }
    return state;
  },
  mark(linted, mark) {
    const state = linted as State;
    modelFold.mark?.(state.model, mark);
    const stream = mark.kind === 'navigation' ? undefined : mark.stream;
    for (const rule of MARK) {
      if (!isFair(rule, stream, mark.beforeSeq)) continue;
      const message = rule.mark?.(mark, state.model);
      if (message !== undefined) report(state, rule, placeOf(state, stream), message);
    }
    return state;
  },
  fork(linted): State {
    const state = linted as State;
    state.isOwn = false;
    return { model: modelFold.fork(state.model), findings: state.findings, isOwn: false };
  },
};
