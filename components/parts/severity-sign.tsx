// The sign of a severity: a shape and a name, never the colour alone.
import type { Severity } from '@/lib/core/lint/types';
import { TEXTS } from '../texts';

const SIGNS: Readonly<Record<Severity, string>> = { error: '✕', warning: '⚠', info: 'ℹ' };
const RANKS: readonly Severity[] = ['info', 'warning', 'error'];

/** The worse of two severities. */
export function worse(a: Severity | undefined, b: Severity): Severity {
  return a !== undefined && RANKS.indexOf(a) >= RANKS.indexOf(b) ? a : b;
}

/** A sign that screen readers name. */
export function SeveritySign({ severity }: { severity: Severity }) {
  return (
    <span class={`sign sign-${severity}`} role="img" aria-label={TEXTS.severities[severity]}>
      {SIGNS[severity]}
    </span>
  );
}
