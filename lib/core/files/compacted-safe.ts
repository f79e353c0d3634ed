// A compacted log whose replay yields the same messages, state and runs.
import { compactSafe } from '@/lib/core/compact/safe';
import { arrayText } from '@/lib/core/files/array-text';
import { factsOf } from '@/lib/core/files/format-facts';
import type { Format } from '@/lib/core/files/types';

export const compactedSafe: Format = {
  ...factsOf('compacted-safe'),
  write(source) {
    const compacted = compactSafe(source.selfContained());
    return 'events' in compacted ? arrayText(compacted.events) : compacted;
  },
};
