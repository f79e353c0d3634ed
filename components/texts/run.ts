import { counted, formatNumber } from '@/lib/core/json/format';
import type { RunEnding } from '@/lib/panel/run-ending';

function endingText(ending: RunEnding): string {
  switch (ending.kind) {
    case 'running':
      return 'running';
    case 'finished':
      return 'finished';
    case 'waiting':
      return 'waiting for input';
    case 'paused':
      return `paused, continued in #${ending.continuedIn + 1}`;
    case 'cancelled':
      return 'cancelled';
    case 'stopped':
      return {
        app: 'stopped by the app',
        page: 'stopped: page closed',
        runtime: 'stopped by the user',
        you: 'stopped by you',
      }[ending.by];
    case 'limited':
      return `stopped early (${ending.reason})`;
    case 'cut':
      return ending.by === 'network' ? 'cut off: network error' : 'cut off: no RUN_FINISHED';
    case 'error':
      return ending.reason === '' ? 'failed' : `failed: ${ending.reason}`;
    case 'refused':
      return ending.reason === '' ? 'request failed' : `request failed: ${ending.reason}`;
  }
}

export const run = {
  endings: endingText,
  time: 'Time',
  protocol: 'Protocol',
  steps: 'Steps',
  subagents: 'Subagents',
  ofSubagent: (name: string) => `subagent ${name}`,
  underAgent: (name: string) => `under ${name}`,
  startedByCall: 'started by call',
  subagentResult: 'result:',
  startedBy: (seq: number | undefined) => `started by #${seq}`,
  endedBy: (seq: number | undefined) => `ended by #${seq}`,
  capabilities: (agent: string | undefined) =>
    agent === undefined ? 'Declared capabilities' : `Declared capabilities of ${agent}`,
  usage: 'Usage',
  outcome: 'Outcome',
  result: 'Result',
  tokensOut: (count: number) => `${formatNumber(count)} tokens`,
  numbers: {
    title: 'Run metrics',
    copy: 'Copy',
    duration: 'Duration',
    held: 'Held by rules',
    heldFor: (time: string) => `${time} held by rules, not counted`,
    firstEvent: 'Time to first event',
    firstToken: 'Time to first token',
    events: 'Events',
    bytes: 'Received',
    each: 'each',
    gaps: 'Gaps p50 · p95 · max',
    stalls: 'Stalls',
    characters: 'Characters',
    tokens: 'Output tokens',
    state: 'State',
    stateOf: (snapshots: number, deltas: number, operations: number, bytes: string, largest: string) =>
      `${counted(snapshots, 'snapshot')}, ${counted(deltas, 'delta')} with ${counted(operations, 'operation')}; ${bytes}, the largest ${largest}`,
    tools: 'Tools',
    toolsOf: (calls: number, argumentsTime: string, waiting: string) =>
      `${counted(calls, 'call')}; ${argumentsTime} for arguments, ${waiting} waiting for results`,
    people: 'Waiting for the user',
    charactersOverTime: 'Characters per second',
    stallsShaded: 'stalls are shaded',
    stallBefore: (time: string) => `${time} stall before`,
  },
  noRuns: 'No runs up to this event',
  runTree: 'Threads and runs',
  figures: {
    start: 'Start',
    duration: 'Duration',
    firstToken: 'First token',
    perSecond: 'Tokens/s',
    tokensIn: 'Tokens in',
    tokensOut: 'Tokens out',
    cost: 'Cost',
    tools: 'Tools',
    findings: 'Findings',
  },
  name: 'Run',
  group: 'Group runs by thread',
  ungroup: 'List runs by time',
  runsNotListed: (count: number) => `${formatNumber(count)} earlier runs are not in the table.`,
  compare: 'Compare',
  allRuns: 'All runs',
  status: 'Status',
  statuses: {
    running: 'running',
    finished: 'success',
    waiting: 'waiting',
    paused: 'paused',
    cancelled: 'cancelled',
    stopped: 'stopped',
    limited: 'stopped early',
    cut: 'cut off',
    error: 'error',
    refused: 'failed',
  },
  median: 'Median',
  medianOf: (count: number) => `Median of ${counted(count, 'run')}`,
  p95: '95th percentile',
  later: 'after this event',
  choose: (run: string) => `Compare ${run}`,
  compareTitle: (a: string, b: string) => `${a} and ${b}`,
  compareMore: 'Select another run to compare.',
  compareTwo: (count: number) =>
    `${counted(count, 'run')} selected: the statistics below the table are for them. Select two to compare.`,
  compareWith: (run: string) => `Compare with ${run}`,
  compareEnd: 'End comparison',
  compareFigure: 'Figure',
  compareDifference: 'Difference',
  thread: 'thread',
  noId: '(no id)',
  runCount: (runs: number) => counted(runs, 'run'),
  kinds: { 'mcp-proxy': 'MCP server call', mirror: 'duplicate' },
  replay: 'replay',
  links: {
    parent: (run: string) => `child of ${run}`,
    resume: (run: string) => `answers ${run}`,
    again: (run: string) => `repeats ${run}`,
    branch: (run: string) => `branches off ${run}`,
    reconnect: (run: string) => `reconnects to ${run}`,
  },
  plainLinks: { root: 'none', unknown: 'not recorded', next: 'previous run' },
  branchFromStart: 'restarts the thread',
  comesFrom: 'Parent',
  overlaps: 'Overlaps',
  showRun: 'show',
  running: 'running',
  firstToken: (time: string) => `first token after ${time}`,
  startedAt: (clock: string) => `started ${clock}`,
  streamNumber: (index: number) => `Stream ${index}`,
  interrupts: 'Interrupts',
  answersTo: 'Answers to interrupts',
  interruptStates: { open: 'open', answered: 'answered', expired: 'expired', unanswered: 'ignored' },
  aboutCall: (id: string) => `about call ${id}`,
  expiresAt: (time: string) => `expires ${time}`,
  askedBy: (seq: number) => `asked by #${seq}`,
  answers: { resolved: 'Resolved by', cancelled: 'Cancelled by' },
  payload: 'Answer',
  question: 'Question',
  responseSchema: 'Response schema',
  messageCounts: (repeated: number, fresh: number) =>
    [`${fresh} new ${fresh === 1 ? 'message' : 'messages'}`, repeated === 0 ? '' : `${repeated} repeated`]
      .filter((part) => part !== '')
      .join(', '),
  changedCount: (count: number) => `${count} changed`,
  droppedCount: (count: number) => `${count} dropped`,
  movedCount: (count: number) => `${count} moved`,
  newDocument: 'after a page reload',
  stateChanged: 'state changed',
  toolsWord: 'tools',
  contextWord: 'context',
  forwardedChanged: 'forwardedProps changed',
  onlyNew: 'Only new',
  copyRequest: 'Copy as JSON',
} as const;

export const compare = {
  start: 'Compare messages, state and events',
  comparing: 'Comparing…',
  ignore: 'Ignore',
  ignorable: { ids: 'IDs', times: 'times', wording: 'wording' },
  same: 'No events differ.',
  different: (count: number, all: number) =>
    `${formatNumber(count)} of ${formatNumber(all)} events differ, first`,
  versus: 'vs',
  rough: 'These runs differ too much to match events reliably.',
  messages: 'Messages',
  noText: '(no text)',
  state: 'Final state',
  events: 'Events',
  calls: 'Tool calls',
  findings: 'Findings',
  timing: 'Timing',
  timingOf: (name: string) => `Events of ${name}`,
  more: (count: number) => `… and ${formatNumber(count)} more`,
  kinds: { same: 'same', changed: 'changed', removed: 'only in the first', added: 'only in the second' },
  counts: (a: number, b: number) => `${a} vs ${b}`,
} as const;
