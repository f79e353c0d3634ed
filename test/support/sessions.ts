// A session with a clock and turns that the test itself moves.

import type { IncomingBatch } from '@/lib/messages/incoming';
import type { CapturedRecord } from '@/lib/messages/records';
import type { Scheduler } from '@/lib/panel/scheduler';
import { createSession } from '@/lib/panel/session';
import { sseRecords } from './logs';

/** The request of a run. */
export const runInput = {
  threadId: 't1',
  runId: 'r1',
  state: {},
  messages: [{ id: 'u1', role: 'user' as const, content: 'Hello?' }],
  tools: [],
  context: [],
  forwardedProps: {},
};

/** A scheduler whose turns run when `run` is called; time passes only by `pass`. */
export function createTurns(): Scheduler & { run(): void; once(): void; hide(hidden: boolean): void } {
  let isHidden = false;
  let clock = 0;
  let waiting: Array<() => void> = [];
  const unseen: Array<() => void> = [];
  const later = (work: () => void) => void waiting.push(work);
  const once = () => {
    const now = waiting;
    waiting = [];
    clock += 100;
    for (const work of now) work();
  };
  return {
    // Looking at the clock takes time, so that long work is seen to be long.
    now: () => clock++,
    isHidden: () => isHidden,
    hide: (hidden) => void (isHidden = hidden),
    soon: later,
    nextPaint(work) {
      if (isHidden) unseen.push(work);
      else later(work);
    },
    once,
    run() {
      while (waiting.length > 0) once();
    },
  };
}

/** Waits for work while turns go on running, as they do in a panel. */
export async function whileRunning<T>(turns: { run(): void }, work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = () => void (isDone = true);
  work.then(end, end);
  while (!isDone) {
    turns.run();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}

/** A request that is certainly the stock client's. */
export const STOCK_REQUEST = { threadId: 't1', runId: 'r1', protocolVersion: '1.0', messages: [] };

/** Events as one batch of one document. */
export function batchOf(events: readonly object[], n = 0, request?: object, stream = 1): IncomingBatch {
  return { doc: `d${n}`, frameId: 0, n, body: JSON.stringify(sseRecords(events, request, stream)) };
}

/** The chunks of a body, text or bytes, as one batch. */
export function bodyBatchOf(body: readonly (string | Uint8Array)[], request?: object): IncomingBatch {
  const records = sseRecords([], request);
  const close = records.pop();
  const chunks = body.map((chunk): CapturedRecord => {
    const base = { kind: 'chunk', t: 2, stream: 1 } as const;
    return typeof chunk === 'string'
      ? { ...base, text: chunk }
      : { ...base, b64: Buffer.from(chunk).toString('base64') };
  });
  return { doc: 'd', frameId: 0, n: 0, records: [...records, ...chunks, ...(close ? [close] : [])] };
}

/** A short run: text, a tool call with its result, state. */
export function sampleRun(run = 'r1'): object[] {
  return [
    { type: 'RUN_STARTED', threadId: 't1', runId: run },
    { type: 'STATE_SNAPSHOT', snapshot: { cart: { total: 1 }, items: [] } },
    { type: 'TEXT_MESSAGE_START', messageId: `${run}-m`, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: `${run}-m`, delta: 'Hel' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: `${run}-m`, delta: 'lo' },
    { type: 'TEXT_MESSAGE_END', messageId: `${run}-m` },
    { type: 'TOOL_CALL_START', toolCallId: `${run}-c`, toolCallName: 'search', parentMessageId: `${run}-m` },
    { type: 'TOOL_CALL_ARGS', toolCallId: `${run}-c`, delta: '{"q":' },
    { type: 'TOOL_CALL_ARGS', toolCallId: `${run}-c`, delta: '"tea"}' },
    { type: 'TOOL_CALL_END', toolCallId: `${run}-c` },
    { type: 'TOOL_CALL_RESULT', messageId: `${run}-a`, toolCallId: `${run}-c`, content: '3 found' },
    { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/cart/total', value: 2 }] },
    { type: 'RUN_FINISHED', threadId: 't1', runId: run },
  ];
}

/** A session that has read some batches, and the turns that it reads in. */
export function startSession(...batches: readonly IncomingBatch[]) {
  const turns = createTurns();
  const session = createSession(turns);
  if (batches.length > 0) session.reading.append(batches);
  turns.run();
  return { turns, session };
}
