// What of a file could not be read, in sentences, as far as it is read.
import { contentOf, sayNoEvents } from '@/lib/files/no-events';
import type { Shown } from './shown';

/** Sentences about what a file lacks, and how many gaps are not among them. */
interface Lacking {
  readonly sentences: readonly string[];
  readonly others: number;
}

/** So many are told one by one. */
const SENTENCES_MAX = 8;

/** What a file lacks. That it holds no event is known once all of it was read. */
export function lackingIn({ name = '', session }: Shown): Lacking {
  const { log, reading } = session;
  const details = new Set<string>();
  for (const boundary of log.boundaries)
    if (boundary.kind === 'gap' && boundary.reason === 'refused') details.add(boundary.detail);
  const isRead = reading.progress.value === undefined;
  const empty = isRead ? sayNoEvents(name, contentOf(log)) : undefined;
  const all = empty === undefined ? [...details] : [empty, ...details];
  const sentences = all.slice(0, SENTENCES_MAX);
  return { sentences, others: all.length - sentences.length };
}
