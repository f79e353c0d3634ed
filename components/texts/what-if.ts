// The table of faults; loaded with it.
import { counted } from '@/lib/core/json/format';

export const whatIf = {
  title: 'What if this response breaks?',
  howTo: 'Shows what the app of each client would have after each fault.',
  noRun: 'No run with events is here yet. Record one, or open a file.',
  run: 'Run',
  fault: 'Fault',
  own: 'this app',
  table: 'Faults and clients',
  reading: (done: number, all: number) => `${done} of ${all} read…`,
  none: 'This fault does not apply to this response.',
  same: 'same',
  cell: (fault: string, client: string, parts: string) => `${fault}, ${client}: ${parts}`,
  parts: { messages: 'messages differ', state: 'state differs', both: 'messages and state differ' },
  found: (count: number) => counted(count, 'finding'),
  chosen: (fault: string, client: string) => `${fault} · ${client}`,
  choose: 'Select a cell for details.',
  messages: (isSame: boolean, count: number) =>
    isSame ? 'the same' : `differ: ${counted(count, 'message')} at the end`,
  state: (isSame: boolean) => (isSame ? 'the same' : 'differs'),
  labels: { messages: 'Messages', state: 'State', end: 'End', findings: 'New findings' },
  noFindings: 'none: no rule detects this',
  open: 'Open the broken response',
  serve: 'Serve it to the page…',
  rule: 'Apply this fault to live responses…',
  fileName: (fault: string, run: number) => `${fault} of run ${run}`,
} as const;
