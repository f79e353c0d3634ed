import { formatNumber } from '@/lib/core/json/format';

const STATUSES = {
  running: 'is running',
  success: 'finished successfully',
  interrupted: 'was interrupted',
  cancelled: 'was cancelled',
  aborted: 'was stopped',
  truncated: 'was cut off',
  error: 'failed',
  failed: 'failed to start',
} as const;

export const event = {
  frame: 'Frame',
  unreadableFrame: 'Unreadable frame',
  fromStart: (time: string) => `${time} since start`,
  afterBefore: (time: string) => `${time} since previous event`,
  noDialect: 'unknown dialect',
  stamped: (clock: string) => `server timestamp ${clock}`,
  binary: 'binary, base64',
  started: 'started',
  runIs: (name: string, status: keyof typeof STATUSES | 'started') =>
    `Run ${name} ${status === 'started' ? 'started' : STATUSES[status]}`,
  messageOf: (role: string) => `${role} message`,
  callOf: 'Call of',
  hasArguments: (length: number) => `has ${formatNumber(length)} characters of arguments`,
  transport: 'Transport',
  none: 'none',
  status: 'Status',
  note: 'Note',
  noteHint: 'Add a note (saved with the recording)',
  unread: 'Text ignored by clients',
  unreadSize: (units: number, shown: number) =>
    `${formatNumber(units)} characters outside of any event${shown < units ? `; first ${formatNumber(shown)} shown` : ''}`,
  noEvent: 'Select an event in the list.',
  noChange: 'No changes to messages or state',
  decoded: 'Decoded',
  raw: 'Raw',
  changed: 'Effect',
  findings: 'Findings',
  dialect: 'Dialect',
  dialectTitle: 'How the frames of this stream are decoded',
  dialectFound: (name: string | undefined) => `Auto-detect (${name ?? 'not detected yet'})`,
  dialectFind: 'Auto-detect',
  noBody: 'The page did not read the response body.',
  bodyCut: (kept: number, whole: number) =>
    `Request body truncated: ${formatNumber(kept)} of ${formatNumber(whole)} characters kept.`,
} as const;
