// Runs and findings of a session for the popup. The decoder is loaded on demand.
import { factsOf, readAside } from '@/components/library/facts';
import type { SavedFacts } from '@/lib/messages/library';
import { createOpenSession } from '@/lib/panel/open-session';
import { NO_SOURCE } from '@/lib/panel/source';
import { scheduler } from '../panel/scheduler';
import { background } from './site';

export type CapturedFacts = Pick<SavedFacts, 'runs' | 'errors' | 'warnings'> & {
  /** True if only the beginning of the session was read. */
  readonly isCut: boolean;
};

export async function capturedFacts(id: string): Promise<CapturedFacts> {
  const { batches, more } = await background.begin(id);
  const { session } = createOpenSession(scheduler, { source: NO_SOURCE, consumers: {} });
  const aside = await readAside(session, batches);
  return { ...factsOf(aside.session), isCut: more };
}
