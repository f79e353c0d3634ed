// Signs of severities and of families of event types: a shape or letter, not only a color.

import { type Family, familyOf } from '@/lib/core/agui/families';
import type { Severity } from '@/lib/core/lint/types';
import { TEXTS } from '../texts';

const SEVERITY_SIGNS: Readonly<Record<Severity, string>> = { error: '✕', warning: '⚠', info: 'ℹ' };

export function SeveritySign({ severity }: { severity: Severity }) {
  return (
    <span class={`sign sign-${severity}`} role="img" aria-label={TEXTS.severities[severity]}>
      {SEVERITY_SIGNS[severity]}
    </span>
  );
}

const FAMILY_SIGNS: Readonly<Record<Family, string>> = {
  run: 'R',
  text: 'T',
  tool: 'ƒ',
  state: 'S',
  messages: 'M',
  reasoning: '✻',
  activity: 'A',
  subagent: 'Y',
  step: '›',
  custom: 'C',
  unknown: '!',
};

export function FamilyBadge({ type }: { type: string }) {
  const family = familyOf(type);
  return (
    <span class={`badge family-${family}`} title={TEXTS.families[family]} aria-hidden="true">
      {FAMILY_SIGNS[family]}
    </span>
  );
}
