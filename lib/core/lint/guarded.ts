// A rule that throws loses only its own finding; the event and the findings of other rules stay.
import { reasonOf } from '@/lib/core/json/reason';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';

function unknown(error: unknown): Diagnostic {
  const message = `This check failed, so its result is unknown: ${reasonOf(error)}.`;
  return { message, related: [], severity: 'warning', isUnknown: true };
}

function answering<A extends readonly unknown[]>(check: (...given: A) => Diagnostic) {
  return (...given: A): Diagnostic => {
    try {
      return check(...given);
    } catch (error) {
      return unknown(error);
    }
  };
}

/** Wraps a rule so that an exception becomes a finding. */
export function guarded(rule: Rule): Rule {
  const { before, after, call, timing, boundary, stop } = rule;
  return {
    ...rule,
    ...(before && { before: answering(before.bind(rule)) }),
    ...(after && { after: answering(after.bind(rule)) }),
    ...(call && { call: answering(call.bind(rule)) }),
    ...(timing && { timing: answering(timing.bind(rule)) }),
    ...(boundary && { boundary: answering(boundary.bind(rule)) }),
    ...(stop && { stop: answering(stop.bind(rule)) }),
  };
}
