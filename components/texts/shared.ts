// Texts used in several views, and names of clients.

import { skippedText } from '@/lib/core/files/skipped-events';
import { counted, formatNumber } from '@/lib/core/json/format';

const ACCEPTED =
  'Supported: recordings, JSON, NDJSON, SSE, protobuf, HAR and HTML reports, also as gzip or ZIP.';

const exportFailed = (reason: string): string => `Export failed. ${reason}`;

export const shared = {
  /** Names of dividers. */
  panes: {
    main: 'List and views',
    run: 'Runs and details',
    tools: 'Tool calls and details',
    history: 'State and history',
  },
  closePane: 'Close details',
  viewNames: {
    event: 'Event',
    messages: 'Messages',
    state: 'State',
    tools: 'Tools',
    run: 'Run',
    findings: 'Findings',
  },
  families: {
    run: 'run',
    text: 'text message',
    tool: 'tool call',
    state: 'state',
    messages: 'messages',
    reasoning: 'reasoning',
    activity: 'activity',
    subagent: 'subagent',
    step: 'step',
    custom: 'custom',
    unknown: 'not AG-UI',
  },
  severities: { error: 'error', warning: 'warning', info: 'info' },
  differences: {
    added: 'added',
    removed: 'removed',
    changed: 'changed',
    moved: 'moved',
    invalid: 'invalid',
  },
  removedKey: (key: string) => `${key} removed`,
  removedKeys: (count: number) => `${formatNumber(count)} removed`,
  movedFrom: (pointer: string) => `from ${pointer}`,
  itemCount: (count: number) => counted(count, 'item'),
  keyCount: (count: number) => counted(count, 'key'),
  allCharacters: (count: number) => `all ${formatNumber(count)} characters`,
  moreCharacters: (count: number) => `${formatNumber(count)} more characters`,
  threadPicker: 'Thread',
  threadAtCursor: (name: string) => `${name} (at the cursor)`,
  addBookmark: 'Add bookmark',
  removeBookmark: 'Remove bookmark',
  close: 'Close',
  copying: { running: 'Copying…', failed: (reason: string) => `Could not copy. ${reason}` },
  copied: (size: string) => `Copied (${size}).`,
  copyBlocked: 'Could not copy: the browser blocked access to the clipboard.',
  cancel: 'Cancel',
  undo: 'Undo',
  bookmark: 'Bookmark',
  eventCount: (count: number) => counted(count, 'event'),
  waitsFor: 'Waits for tools',
  unanswered: 'Without a result',
  after: (time: string) => `after ${time}`,
  sortBy: (label: string) => `Sort by ${label.toLowerCase()}`,
  more: (count: number) => `${formatNumber(count)} more.`,
  notInRange: (min: number, max: number | undefined, isWhole: boolean) =>
    `Ignored: enter a ${isWhole ? 'whole ' : ''}number ${max === undefined ? `of ${min} or more` : `from ${min} to ${max}`}.`,
  earlierItems: (count: number) => `${formatNumber(count)} earlier.`,
  problems: 'Problems',
  addedBy: (runtime: string) => `added by the ${runtime}`,
  request: 'Request',
  answer: 'Response',
  viewAs: 'View as',
  asServer: 'Server',
  asApp: (reader: string | undefined) => (reader === undefined ? 'App' : `App (${reader})`),
  asUnknown: 'App (unknown client)',
  find: {
    label: (view: string) => `Find in ${view}`,
    count: ({ at, count, isMore }: { at: number; count: number; isMore: boolean }) =>
      count === 0 && !isMore
        ? 'No matches'
        : `${formatNumber(at)} of ${formatNumber(count)}${isMore ? '+' : ''}`,
    step: (direction: 1 | -1) => (direction === 1 ? 'Next match' : 'Previous match'),
    searching: 'Searching…',
    close: 'Close search',
  },
  same: 'No differences',
  viewingPast: (seq: number, newer: number) =>
    `Viewing event #${seq}, ${newer > 0 ? `${formatNumber(newer)} newer` : 'the last one'}`,
  toLatest: 'Back to latest',
  toLatestOf: (newer: number) => `Back to latest (${formatNumber(newer)} newer)`,
  toLatestTitle: 'Go to the newest event (L)',
  whole: '(root)',
  severalFiles: (first: string, more: number) =>
    more === 1 ? `${first} and 1 more file` : `${first} and ${formatNumber(more)} more files`,
  notReachable: (url: string) =>
    `${url} could not be loaded: there is no response, or its server does not allow other sites to read it (CORS). Download the file and drop it here.`,
  notFound: (url: string, status: number) => `${url} could not be loaded: the server answered ${status}.`,
  importFailed: (name: string, reason: string) =>
    `${reason.includes(name) ? `Could not open: ${reason}` : `Could not open ${name}. ${reason}`} ${ACCEPTED}`,
  importedInPart: (name: string, reason: string) =>
    `Only a part of ${name} could be read: ${reason.replace(/\.$/, '')}.`,
  exporting: (name: string) => ({ running: `Writing ${name}…`, failed: exportFailed }),
  exported: (name: string, size: string, skipped = 0, hidesSecrets = false) =>
    [
      `Saved ${name} (${size}).`,
      ...(hidesSecrets ? ['Secrets of the session are replaced.'] : []),
      ...(skipped === 0 ? [] : [skippedText(skipped)]),
    ].join(' '),
  agents: 'Agents',
  onlyAgent: (name: string) => `Show only events of ${name}`,
  inFrame: (frame: string) => `in frame ${frame}`,
  saveTest: 'Save run as a test',
  partDiscarded: 'The oldest events were discarded meanwhile. Use the whole session, or reopen the panel.',
  exportFailed,
} as const;

export const reader = {
  label: 'Client',
  title: (name: string, evidence: string) => `Client: ${name}. ${evidence}`,
  found: (name: string) => `Auto-detect (${name})`,
  notPredicted: 'Client unknown: events are shown as sent.',
} as const;
