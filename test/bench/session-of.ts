// A session to measure: one stream in one document.
import { createLog } from '@/lib/core/log/log';

/** A session as it is kept: its batches, and the log that they make. */
export function sessionOf(pieces: readonly string[]) {
  const open = { url: 'http://x/', stream: 1, transport: 'fetch', method: 'POST', status: 200 } as const;
  const headers = { 'content-type': 'text/event-stream' };
  const records = [
    { kind: 'navigation', t: 0, url: 'http://x/', timeOrigin: 0, top: true },
    { kind: 'open', t: 0, ...open, headers },
    ...pieces.map((text, t) => ({ kind: 'chunk', t, stream: 1, text }) as const),
    { kind: 'close', t: pieces.length, stream: 1, how: 'complete' },
  ] as const;
  const batches = records.map((record, n) => ({ doc: 'd', frameId: 0, n, records: [record] }));
  const log = createLog();
  for (const batch of batches) log.append(batch);
  return { batches, log };
}
