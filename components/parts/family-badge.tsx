// The sign of an event's family: a letter on a colour, never the colour alone.
import { type Family, familyOf } from '@/lib/agui/families';

const SIGNS: Readonly<Record<Family, readonly [sign: string, name: string]>> = {
  run: ['R', 'run'],
  text: ['T', 'text message'],
  tool: ['ƒ', 'tool call'],
  state: ['S', 'state'],
  messages: ['M', 'messages'],
  reasoning: ['✻', 'reasoning'],
  activity: ['A', 'activity'],
  subagent: ['Y', 'subagent'],
  step: ['›', 'step'],
  custom: ['C', 'custom'],
  unknown: ['!', 'not AG-UI'],
};

/** A small coloured letter for the family of a type. */
export function FamilyBadge({ type }: { type: string }) {
  const family = familyOf(type);
  const [sign, name] = SIGNS[family];
  return (
    <span class={`badge family-${family}`} title={name} aria-hidden="true">
      {sign}
    </span>
  );
}
