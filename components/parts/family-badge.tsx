// Badge of the family of an event type: a letter and a color.
import { type Family, familyOf } from '@/lib/core/agui/families';
import { TEXTS } from '../texts';

const SIGNS: Readonly<Record<Family, string>> = {
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
      {SIGNS[family]}
    </span>
  );
}
