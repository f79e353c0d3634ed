import { counted, formatNumber } from '@/lib/core/json/format';

export const tools = {
  calls: 'Tool calls',
  tool: 'Tool',
  status: 'Status',
  arguments: 'Arguments',
  waiting: 'Waiting',
  result: 'Result',
  run: 'Run',
  noName: '(no name)',
  states: {
    streaming: 'streaming',
    answered: 'answered',
    unanswered: 'unanswered',
    waiting: 'awaiting result',
  },
  neverRuns: 'never runs',
  waitsFor: {
    agent: (time: string) => `Waiting for the agent’s result, ${time} so far.`,
    app: (time: string) => `Waiting for the app’s result, ${time} so far.`,
  },
  waitingSince: (time: string) => `${time}…`,
  notYetThere: 'after this event',
  filter: 'Show calls of',
  all: (count: number) => `All tools (${counted(count, 'call')})`,
  ofTool: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  callOf: (name: string) => `Call of ${name}`,
  earlier: 'earlier',
  earlierTitle: 'Made by an earlier run that was not captured.',
  broughtBefore: (seq: number) => `made earlier, first seen at #${seq}`,
  startedBy: (seq: number) => `started by #${seq}`,
  calledAt: (seq: number) => `called at #${seq}`,
  answeredAt: (seq: number) => `answered by #${seq}`,
  argumentsTook: (time: string) => `${time} for arguments`,
  waitedFor: (time: string) => `${time} waiting`,
  size: (length: number, deltas: number) =>
    `${formatNumber(length)} characters in ${counted(deltas, 'delta')}`,
  verdicts: { open: 'incomplete', valid: 'valid JSON', broken: 'invalid JSON' },
  turns: {
    valid: (seq: number) => `valid JSON from #${seq}`,
    open: (seq: number) => `incomplete from #${seq}`,
    broken: (seq: number) => `invalid JSON from #${seq}`,
    'two-documents': (seq: number) => `invalid JSON from #${seq}: two documents`,
  },
  slider: 'Arguments up to a delta',
  deltaAt: (at: number, count: number, time: string) =>
    `${formatNumber(at)} of ${formatNumber(count)} deltas, ${time} after the start`,
  deltas: (count: number) => counted(count, 'delta'),
  tooDeep: 'Nested too deeply: shown as text.',
  overwritten: 'A snapshot or request replaced the streamed arguments.',
  schema: 'Declared schema',
  notDeclared: (isAnsweredByApp: boolean) =>
    isAnsweredByApp
      ? 'Not in the request’s tools, but answered by the app.'
      : 'Server-side tool (not in the request’s tools).',
  declared: (isAnsweredByServer: boolean) =>
    isAnsweredByServer
      ? 'In the request’s tools, but answered by the server.'
      : 'Client tool (in the request’s tools): the app runs it.',
  results: (count: number) => `${formatNumber(count)} results`,
  duplicates: (count: number) => `${formatNumber(count)} results for one call; the app receives all of them.`,
  via: {
    stream: (seq: number) => `streamed, #${seq}`,
    snapshot: (seq: number) => `in a snapshot, #${seq}`,
    request: (seq: number) => `in a request, before #${seq}`,
  },
  after: (time: string) => `${time} after the call`,
  answeredBy: {
    agent: 'Answered by the server.',
    frontend: 'Answered by the app, in the request of',
    unknown: 'Already answered.',
  },
  notAnswered: (isDeclared: boolean) =>
    isDeclared
      ? 'No result: the app runs this tool, but the next request contains none.'
      : 'No result: neither the run nor the next request contains one.',
  notYet: 'No result yet.',
  orphans: 'Results without a tool call',
  compare: 'Compare with another call',
  compareWith: 'Compare with',
  thisCall: 'this call',
  time: 'Time',
  noTools: 'No tool calls up to this event',
  schemaFits: 'The arguments match the declared schema.',
  schemaBroken: (reason: string) => `The declared schema is invalid. ${reason}`,
  schemaProblem: (pointer: string, keyword: string) => `${pointer || '(root)'} (${keyword})`,
} as const;
