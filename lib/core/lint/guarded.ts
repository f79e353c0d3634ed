// A rule that fails costs its own answer, and neither the event nor what the others say of it.
import { reasonOf } from '@/lib/core/json/reason';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';

/** What is said instead of an answer. */
function unknown(error: unknown): Diagnostic {
  const message = `Whether this applies is not known, for the check itself failed: ${reasonOf(error)}.`;
  return { message, related: [], severity: 'warning', isUnknown: true };
}

/** A check that answers, whatever happens in it. */
function answering<A extends readonly unknown[]>(check: (...given: A) => Diagnostic) {
  return (...given: A): Diagnostic => {
    try {
      return check(...given);
    } catch (error) {
      return unknown(error);
    }
  };
}

/** A rule that says so where one of its checks throws: at whatever a stranger's data holds that nobody thought of. */
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
