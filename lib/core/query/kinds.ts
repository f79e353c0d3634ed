// Kinds of events for filters: groups of event types.
import { type Family, familyOf } from '@/lib/core/agui/families';

/** In the order of suggestions. */
export const KINDS = [
  'messages',
  'tools',
  'state',
  'reasoning',
  'runs',
  'requests',
  'raw',
  'findings',
] as const;

export type EventKind = (typeof KINDS)[number];

const OF_FAMILY: Readonly<Record<Family, EventKind>> = {
  text: 'messages',
  messages: 'messages',
  activity: 'messages',
  tool: 'tools',
  state: 'state',
  reasoning: 'reasoning',
  run: 'runs',
  step: 'runs',
  subagent: 'runs',
  custom: 'raw',
  unknown: 'raw',
};

export function kindOf(type: string): EventKind {
  return OF_FAMILY[familyOf(type)];
}
