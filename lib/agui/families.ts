// Event types grouped by what they are about: the colour, icon and lane of a row.

/** What an event is about. */
export type Family =
  | 'run'
  | 'text'
  | 'tool'
  | 'state'
  | 'messages'
  | 'reasoning'
  | 'activity'
  | 'subagent'
  | 'step'
  | 'custom'
  | 'unknown';

const PREFIXES: readonly (readonly [prefix: string, family: Family])[] = [
  ['RUN_', 'run'],
  ['TEXT_MESSAGE_', 'text'],
  ['TOOL_CALL_', 'tool'],
  ['STATE_', 'state'],
  ['MESSAGES_', 'messages'],
  ['REASONING_', 'reasoning'],
  ['THINKING_', 'reasoning'],
  ['ACTIVITY_', 'activity'],
  ['SUBAGENT_', 'subagent'],
  ['STEP_', 'step'],
  ['CUSTOM', 'custom'],
  ['RAW', 'custom'],
  ['META', 'custom'],
];

/** The family of an event type; `unknown` for anything that is no AG-UI type. */
export function familyOf(type: string): Family {
  return PREFIXES.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'unknown';
}
