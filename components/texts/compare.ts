// Words: two runs beside each other.
import { formatNumber } from '@/lib/core/json/format';

/** Two runs beside each other. */
export const compare = {
  start: 'Compare messages, state and events',
  comparing: (percent: number) => `Comparing… ${percent} %`,
  ignore: 'Ignore',
  ignorable: { ids: 'ids', times: 'times', wording: 'wording' },
  same: 'Event by event, nothing differs.',
  different: (count: number, all: number) =>
    `${formatNumber(count)} of ${formatNumber(all)} events differ. The first:`,
  rough: 'These runs differ too much to match events reliably.',
  messages: 'Messages of the run',
  noText: '(no text)',
  state: 'State at the end',
  events: 'Events',
  calls: 'Tool calls',
  findings: 'Findings',
  timing: 'Both on one axis',
  timingOf: (name: string) => `Events of ${name}`,
  more: (count: number) => `… and ${formatNumber(count)} more`,
  kinds: { same: 'same', changed: 'changed', removed: 'only in the first', added: 'only in the second' },
  counts: (rule: string, a: number, b: number) => `${rule}: ${a} in the first, ${b} in the second`,
} as const;
