// The compacted log.
import { compactOpened, MODES } from './compact-opened';
import { openedOf } from './kept';
import { oneOf } from './lens-error';
import type { AguiEvent, CompactOptions, Source } from './types';

/**
 * The same events in fewer: deltas of one message are put together. Throws a LensError where a replay of the result
 * would not be the same.
 */
export function compact(source: Source, options: CompactOptions = {}): readonly AguiEvent[] {
  const mode = oneOf('mode', MODES, options.mode ?? 'safe');
  // Events have a type.
  return [...compactOpened(openedOf(source, options), mode)] as unknown as readonly AguiEvent[];
}
