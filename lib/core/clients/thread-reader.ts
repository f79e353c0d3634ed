import type { Reader } from '@/lib/core/consumers/consumer';
import type { Readers } from '@/lib/core/consumers/consumers';
import type { Model, Thread } from '@/lib/core/model/types';

/** The reader of the stream with a thread's newest run; undefined without a run. Observers are skipped. */
export function readerOfThread({ runs }: Model, thread: Thread, readers: Readers): Reader | undefined {
  let found: Reader | undefined;
  for (let at = thread.runs.length - 1; at >= 0; at--) {
    const run = runs.at(thread.runs.at(at) ?? -1);
    const stream = run?.streams.at(-1);
    if (run === undefined || stream === undefined || run.kind === 'mcp-proxy') continue;
    const reader = readers(stream);
    if (run.kind === 'conversation' && reader.consumer.id !== 'observer') return reader;
    found ??= reader;
  }
  return found;
}
