// Order of findings by severity and by time. Needs no rule.

import type { Finding, Severity } from '@/lib/core/lint/types';
import { boundaryPosition } from '@/lib/core/log/rows';

/** The worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** Infos are neither counted nor compared. */
export function isAboveInfo({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity !== 'info';
}

export function worse(a: Severity | undefined, b: Severity): Severity {
  return SEVERITIES.find((severity) => severity === a || severity === b) ?? b;
}

/** Position among the events; a finding without an event is halfway to the event after it. */
export function positionOf(finding: Finding): number {
  return finding.seq < 0 ? boundaryPosition(finding) : finding.seq;
}

export function isFoundBy(finding: Finding, position: number): boolean {
  return positionOf(finding) <= position;
}

/** Sorts findings by time. */
export function bySeq(a: Finding, b: Finding): number {
  return positionOf(a) - positionOf(b);
}
