// What of a file could not be read, in sentences, as far as it is read.
import { contentOf, sayNoEvents } from '@/lib/core/files/no-events';
import type { OpenSession } from './open-session';

/** What a file lacks, in sentences. */
interface ImportProblems {
  /** Why it shows nothing, if it does. */
  readonly empty: string | undefined;
  /** What of it could not be read, in its order, each once. */
  readonly refused: readonly string[];
}

/** What a file lacks. That it holds no event is known once all of it was read. */
export function importProblems({
  name = '',
  session,
}: Pick<OpenSession, 'name' | 'session'>): ImportProblems {
  const { log, reading } = session;
  const refused = new Set<string>();
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason === 'refused') refused.add(boundary.detail);
  const isRead = reading.progress.value === undefined;
  return { empty: isRead ? sayNoEvents(name, contentOf(log)) : undefined, refused: [...refused] };
}
