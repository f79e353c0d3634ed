// Order of findings by severity and by time. Needs no rule.
import type { Finding, Severity } from '@/lib/core/lint/types';

/** The worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export function worse(a: Severity | undefined, b: Severity): Severity {
  return SEVERITIES.find((severity) => severity === a || severity === b) ?? b;
}

/** True if a finding exists at an event. One without an event exists from the next event on. */
export function isFoundBy({ seq, beforeSeq }: Finding, cursor: number): boolean {
  return (seq < 0 ? (beforeSeq ?? 0) : seq) <= cursor;
}

/** Sorts findings by time; one without an event precedes the event after it. */
export function bySeq(a: Finding, b: Finding): number {
  const orderOf = ({ seq, beforeSeq }: Finding): number => (seq < 0 ? (beforeSeq ?? 0) - 0.5 : seq);
  return orderOf(a) - orderOf(b);
}
