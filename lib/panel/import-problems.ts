// Problems of an opened file, as sentences.
import { logContent, noEventsText } from '@/lib/core/files/no-events';
import type { OpenSession } from './open-session';

interface ImportProblems {
  /** Reason why nothing is shown. */
  readonly empty: string | undefined;
  /** Unreadable parts, in order, each once. */
  readonly refused: readonly string[];
}

/** The problems found so far; `empty` is known once the whole file is read. */
export function importProblems({
  name = '',
  session,
}: Pick<OpenSession, 'name' | 'session'>): ImportProblems {
  const { log, reading } = session;
  const refused = new Set<string>();
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason === 'refused') refused.add(boundary.detail);
  const isRead = reading.progress.value === undefined;
  return { empty: isRead ? noEventsText(name, logContent(log)) : undefined, refused: [...refused] };
}
