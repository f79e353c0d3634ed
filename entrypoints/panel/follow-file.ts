// Follows a growing recording as the live session of a panel.
import { recording } from '@/lib/core/files/recording';
import type { StoredBatch } from '@/lib/messages/messages';
import type { ChannelEvents } from '@/lib/panel/channel';
import { unstoredSession } from './web-host';

/** Pause after a failure, milliseconds. */
const AGAIN_MS = 1000;

/** Batches of the complete lines after the header. */
function* parsedBatches(header: string, lines: string): Iterable<Omit<StoredBatch, 'id' | 'session'>> {
  const read = recording.read?.({ name: 'followed.agui.jsonl', text: `${header}\n${lines}` });
  if (read === undefined || 'error' in read) return;
  for (const { records, ...batch } of read.batches) yield { ...batch, tab: 0, body: JSON.stringify(records) };
}

export interface Follower {
  /** Reads the next part of the recording, cut at any byte. */
  take(bytes: Uint8Array): void;
  /** Starts another session with the next part. */
  clear(): void;
}

export function createFollower(events: ChannelEvents): Follower {
  const decoder = new TextDecoder();
  let header: string | undefined;
  let rest = '';
  let count = 0;
  let cleared = 0;
  let isBegun = false;
  return {
    take(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      header ??= lines.shift();
      if (header === undefined || lines.length === 0) return;
      const session = `followed-${cleared}`;
      const batches = Array.from(parsedBatches(header, lines.join('\n')), (batch) => ({
        ...batch,
        id: count++,
        session,
      }));
      if (batches.length === 0) return;
      if (!isBegun) events.session(unstoredSession(session), true);
      isBegun = true;
      events.batches(session, batches, false);
    },
    clear() {
      cleared++;
      isBegun = false;
      events.session(undefined, true);
    },
  };
}

/** Follows a file of a server that answers when more is available; the returned function stops it. */
export function followFile(url: string, { take }: Follower, events: ChannelEvents): () => void {
  const abort = new AbortController();
  let position = 0;
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      try {
        const response = await fetch(`${url}?from=${position}`, { signal: abort.signal });
        if (!response.ok) throw new Error(response.statusText);
        events.connection('connected');
        const bytes = new Uint8Array(await response.arrayBuffer());
        position += bytes.length;
        take(bytes);
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
