// Groups event types into families: a family gives a row its color, icon and lane.

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

export function familyOf(type: string): Family {
  return PREFIXES.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'unknown';
}
