// A client that sends run requests to a server and judges the responses.

import type { JsonObject } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { dataOf } from '@/lib/messages/raw-batch';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';
import { causeOf } from '@/lib/package/cli/errors';
import { atOpened } from '@/lib/package/library/at';
import { checkOpened } from '@/lib/package/library/check';
import { LensError } from '@/lib/package/library/lens-error';
import { openBatches } from '@/lib/package/library/open';
import type { ThreadView } from '@/lib/package/library/types';
import { headerPart } from '@/lib/page/candidates';

export interface ProbeTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Limit of one request, milliseconds. */
  readonly timeoutMs: number;
}

export interface ProbeResponse {
  /** Absent without a response. */
  readonly status?: number;
  /** Messages, state, runs and calls at the end. */
  readonly view: ThreadView;
  readonly types: readonly string[];
  /** Reasons for a failure: no response, an HTTP error, no event, or findings of severity error. */
  readonly problems: readonly string[];
  /** Findings of severity warning. */
  readonly warnings: readonly string[];
  /** Since the request, milliseconds. */
  readonly firstTokenMs?: number;
  readonly totalMs: number;
}

const NOTHING: ThreadView = { messages: [], state: undefined, runs: [], toolCalls: [], interrupts: [] };

/** Reads the body as records; ends early if it is to be aborted. */
async function readBody(
  { body }: Response,
  now: () => number,
  isAborted: boolean,
): Promise<readonly CapturedRecord[]> {
  const records: CapturedRecord[] = [];
  const closed = (how: CloseHow, detail?: string): readonly CapturedRecord[] => {
    const why = detail === undefined ? {} : { detail };
    return [...records, { kind: 'close', t: now(), stream: 1, how, ...why }];
  };
  if (body === null) return closed('complete');
  try {
    for await (const bytes of body) {
      records.push({ kind: 'chunk', t: now(), stream: 1, ...dataOf(bytes) });
      // Leaving the loop cancels the body.
      if (isAborted) return closed('aborted');
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return closed('network-error', reasonOf(causeOf(error)));
  }
  return closed('complete');
}

function judged(records: readonly CapturedRecord[], isAborted: boolean): Omit<ProbeResponse, 'totalMs'> {
  const opened = openBatches({
    name: 'The response',
    batches: [{ doc: 'probe', frameId: 0, n: 0, records }],
  });
  const { log } = opened;
  const types = Array.from({ length: log.length }, (_none, seq) => log.typeOf(seq));
  const [stream] = log.streams;
  const status = stream?.status;
  const facts = { types, ...(status !== undefined && { status }) };
  try {
    const { findings } = checkOpened(opened, { off: new Set(), isStockDefault: true });
    const view = atOpened(opened, {});
    const firstTokenMs = view.runs[0]?.['firstTokenMs'];
    const named = (wanted: string) =>
      findings
        .filter(({ severity }) => severity === wanted)
        .map(({ rule, message }) => `${rule}: ${message}`);
    return {
      ...facts,
      view,
      problems: isAborted ? [] : named('error'),
      warnings: named('warning'),
      ...(typeof firstTokenMs === 'number' && { firstTokenMs: firstTokenMs - (stream?.startMs ?? 0) }),
    };
  } catch (error) {
    if (!(error instanceof LensError)) throw error;
    return { ...facts, view: NOTHING, problems: [error.message], warnings: [] };
  }
}

/** Sends a run request; `isAborted` ends it behind the first part of the body. Never rejects: failures are problems. */
export async function askTarget(
  { url, headers, timeoutMs }: ProbeTarget,
  input: JsonObject,
  isAborted: boolean,
): Promise<ProbeResponse> {
  const start = performance.now();
  const now = (): number => performance.now() - start;
  const accept = 'text/event-stream';
  const requestBody = JSON.stringify(input);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: requestBody,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const open: CapturedRecord = {
      kind: 'open',
      t: 0,
      stream: 1,
      transport: 'fetch',
      url,
      method: 'POST',
      requestBody,
      accept,
      headT: now(),
      status: response.status,
      headers: headerPart((name) => response.headers.get(name)),
    };
    const body = await readBody(response, now, isAborted);
    return { ...judged([open, ...body], isAborted), totalMs: now() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const why = isLate ? `no end within ${timeoutMs / 1000} s` : reasonOf(causeOf(error));
    return { view: NOTHING, types: [], problems: [`no response: ${why}`], warnings: [], totalMs: now() };
  }
}
