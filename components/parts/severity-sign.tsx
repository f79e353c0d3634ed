// Icon of a severity: a shape and a name, not only a color.
import type { Severity } from '@/lib/core/lint/types';
import { TEXTS } from '../texts';

const SIGNS: Readonly<Record<Severity, string>> = { error: '✕', warning: '⚠', info: 'ℹ' };
const RANKS: readonly Severity[] = ['info', 'warning', 'error'];

export function worse(a: Severity | undefined, b: Severity): Severity {
  return a !== undefined && RANKS.indexOf(a) >= RANKS.indexOf(b) ? a : b;
}

export function SeveritySign({ severity }: { severity: Severity }) {
  return (
    <span class={`sign sign-${severity}`} role="img" aria-label={TEXTS.severities[severity]}>
      {SIGNS[severity]}
    </span>
  );
}
