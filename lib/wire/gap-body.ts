// A batch that says what is missing.
import type { GapRecord } from './records';

/** A batch that stands in for another, so that numbering stays dense and the loss is visible. */
export function gapBody(gap: Omit<GapRecord, 'kind'>): string {
  const record: GapRecord = { kind: 'gap', ...gap };
  return JSON.stringify([record]);
}
