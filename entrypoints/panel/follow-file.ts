// Follows a recording that grows, as the live session of a panel. The server answers once there is more.
import { recording } from '@/lib/core/files/recording';
import type { StoredBatch } from '@/lib/messages/messages';
import type { ChannelEvents } from '@/lib/panel/channel';

/** Pause after a failure, milliseconds. */
const AGAIN_MS = 1000;

/** The batches of whole lines after the header. */
function* parsedBatches(header: string, lines: string, from: number): Iterable<StoredBatch> {
  const read = recording.read?.({ name: 'followed.agui.jsonl', text: `${header}\n${lines}` });
  if (read === undefined || 'error' in read) return;
  let id = from;
  for (const { records, ...batch } of read.batches)
    yield { ...batch, id: id++, session: 'followed', tab: 0, body: JSON.stringify(records) };
}

/** Starts to follow; the result ends it. */
export function followFile(url: string, events: ChannelEvents): () => void {
  const abort = new AbortController();
  let header: string | undefined;
  let rest = '';
  let position = 0;
  let count = 0;

  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    header ??= lines.shift();
    if (header === undefined || lines.length === 0) return;
    const batches = [...parsedBatches(header, lines.join('\n'), count)];
    if (count === 0 && batches.length > 0) {
      const now = Date.now();
      const facts = { session: 'followed', tab: 0, startedMs: now, lastMs: now, url: '', private: false };
      events.session({ ...facts, length: 0, batches: 1, streams: 1 }, true);
    }
    count += batches.length;
    if (batches.length > 0) events.batches('followed', batches, false);
  };

  const run = async (): Promise<void> => {
    const decoder = new TextDecoder();
    while (!abort.signal.aborted) {
      try {
        const response = await fetch(`${url}?from=${position}`, { signal: abort.signal });
        if (!response.ok) throw new Error(response.statusText);
        events.connection('connected');
        const bytes = new Uint8Array(await response.arrayBuffer());
        position += bytes.length;
        take(decoder.decode(bytes, { stream: true }));
      } catch {
        if (abort.signal.aborted) return;
        events.connection('lost');
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  };
  void run();
  return () => abort.abort();
}
