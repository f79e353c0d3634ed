// A compacted log whose replay yields the same messages, state and runs.
import { compactSafe } from '@/lib/compact/safe';
import { arrayText } from '@/lib/files/json-array';
import type { Format } from '@/lib/files/types';

/** Compacted, safe to replay; refused if a replay would differ. */
export const compactedSafe: Format = {
  id: 'compacted-safe',
  label: 'Compacted log (replays the same)',
  extension: '.compacted.json',
  mime: 'application/json',
  confidence: () => 0,
  write(source) {
    const compacted = compactSafe(source.selfContained());
    return 'events' in compacted ? arrayText(compacted.events) : compacted;
  },
};
