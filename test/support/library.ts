// Recordings of a library that tests do not look into.
import type { SavedFacts, SavedRecording, SavedWords } from '@/lib/wire/library';

/** What is shown of a recording. */
export const FACTS: SavedFacts = {
  startedMs: 1_700_000_000_000,
  durationMs: 1_500,
  sites: ['http://localhost:3000'],
  events: 12,
  runs: 2,
  errors: 1,
  warnings: 0,
  picture: ['0123', '9000'],
};

/** A name and nothing else. */
export function words(name: string): SavedWords {
  return { name, tags: [], note: '' };
}

/** A saved recording with what a test does not care about filled in. */
export function saved(over: Partial<SavedRecording> & { readonly id: number }): SavedRecording {
  return { ...FACTS, ...words(`recording ${over.id}`), savedMs: over.id * 1000, size: over.id, ...over };
}
