// What events are about, as somebody asks for them: fewer kinds than the protocol has types.
import { type Family, familyOf } from '@/lib/agui/families';

/** The kinds, in the order in which they are offered. */
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

/** Name of a kind. */
export type Kind = (typeof KINDS)[number];

const OF_FAMILY: Readonly<Record<Family, Kind>> = {
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

const known = new Map<string, Kind>();
/** Types that are remembered: a hostile server makes up as many as it likes. */
const KNOWN_MAX = 500;

/** The kind of an event of a type. */
export function kindOf(type: string): Kind {
  const kind = known.get(type) ?? OF_FAMILY[familyOf(type)];
  if (known.size < KNOWN_MAX) known.set(type, kind);
  return kind;
}
