// Time in which rules of the user held events back, which must not count as the server's.
import { type NotedWait, waitIn } from '@/lib/messages/edit-notes';
import type { HeldSpan, Stream } from './types';

export class HeldSpans {
  readonly spans: HeldSpan[] = [];
  #sinceMs: number | undefined;

  note(detail: string, timeMs: number): void {
    const wait: NotedWait | undefined = waitIn(detail);
    if (wait === 'begins') this.#sinceMs = timeMs;
    else if (wait === 'ends') this.end(timeMs);
    else if (wait !== undefined) this.spans.push({ fromMs: timeMs - wait.endsAfterMs, toMs: timeMs });
  }

  /** Ends a hold; the end of the stream does so, too. */
  end(timeMs: number): void {
    if (this.#sinceMs !== undefined) this.spans.push({ fromMs: this.#sinceMs, toMs: timeMs });
    this.#sinceMs = undefined;
  }
}

export function heldMs({ held }: Pick<Stream, 'held'>, fromMs: number, toMs: number): number {
  if (held === undefined) return 0;
  let sum = 0;
  for (const span of held) sum += Math.max(0, Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs));
  return sum;
}
