// Recordings made of events with times, as the extension would have written them.

/** One request and what it brought: events, each with when it came, milliseconds. */
export interface Exchange {
  readonly request: { readonly threadId: string; readonly runId: string } & Readonly<Record<string, unknown>>;
  readonly events: readonly (readonly [t: number, event: object])[];
  readonly url?: string;
  /** End of the stream; absent if it goes on. */
  readonly how?: 'complete' | 'aborted' | 'network-error';
}

/** A record as it stands in a file. */
type RecordAt = { readonly t: number } & Readonly<Record<string, unknown>>;

const HEADER = { format: 'ag-ui-lens', version: 1 };

/** The text of a recording of one page. */
export function recordingOf(exchanges: readonly Exchange[]): string {
  const records: RecordAt[] = [];
  for (const [at, { request, events, how, url = 'http://localhost/agent' }] of exchanges.entries()) {
    const stream = at + 1;
    const first = events[0]?.[0] ?? 0;
    const last = events.at(-1)?.[0] ?? first;
    const requestBody = JSON.stringify({ messages: [], tools: [], context: [], ...request });
    const headers = { 'content-type': 'text/event-stream' };
    const open = { transport: 'fetch', url, method: 'POST', requestBody, status: 200, headers };
    records.push({ kind: 'open', t: first - 1, stream, ...open });
    for (const [t, event] of events)
      records.push({ kind: 'chunk', t, stream, text: `data: ${JSON.stringify(event)}\n\n` });
    if (how !== undefined) records.push({ kind: 'close', t: last + 1, stream, how });
  }
  const page = {
    kind: 'navigation',
    t: 0,
    url: 'http://localhost/',
    timeOrigin: 1_700_000_000_000,
    top: true,
  };
  const batch = { doc: 'd', frame: 0, n: 0, records: [page, ...records.sort((a, b) => a.t - b.t)] };
  return `${JSON.stringify(HEADER)}\n${JSON.stringify(batch)}\n`;
}

/** A message that is streamed in one delta. */
export function* textMessage(messageId: string, ...deltas: readonly string[]): Iterable<object> {
  yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' };
  for (const delta of deltas) yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta };
  yield { type: 'TEXT_MESSAGE_END', messageId };
}

/** Events one after the other, so many milliseconds apart. */
export function paced(events: Iterable<object>, from = 10, apart = 10): (readonly [number, object])[] {
  return [...events].map((event, at) => [from + at * apart, event] as const);
}
