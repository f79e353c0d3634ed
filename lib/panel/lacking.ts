// What of a file could not be read, in sentences, as far as it is read.
import { logContent, noEventsText } from '@/lib/core/files/no-events';
import type { Shown } from './shown';

/** What a file lacks, in sentences. */
interface Lacking {
  /** Why it shows nothing, if it does. */
  readonly empty: string | undefined;
  /** What of it could not be read, in its order, each once. */
  readonly refused: readonly string[];
}

/** What a file lacks. That it holds no event is known once all of it was read. */
export function lackingIn({ name = '', session }: Pick<Shown, 'name' | 'session'>): Lacking {
  const { log, reading } = session;
  const refused = new Set<string>();
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason === 'refused') refused.add(boundary.detail);
  const isRead = reading.progress.value === undefined;
  return { empty: isRead ? noEventsText(name, logContent(log)) : undefined, refused: [...refused] };
}
