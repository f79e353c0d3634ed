// When findings were made: needs no rule.
import type { Finding } from '@/lib/core/lint/types';

/** True if a finding exists as of an event. One without an event exists from the next event on. */
export function isFoundBy({ seq, beforeSeq }: Finding, cursor: number): boolean {
  return (seq < 0 ? (beforeSeq ?? 0) : seq) <= cursor;
}

/** Sorts findings by when they happened; one without an event comes before the event that followed it. */
export function bySeq(a: Finding, b: Finding): number {
  const orderOf = ({ seq, beforeSeq }: Finding): number => (seq < 0 ? (beforeSeq ?? 0) - 0.5 : seq);
  return orderOf(a) - orderOf(b);
}
