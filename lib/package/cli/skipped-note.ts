import { skippedText } from '@/lib/core/files/skipped-events';
import type { Arguments } from '@/lib/package/cli/command';

/** Adds a note about skipped frames after the output. */
export function* noted(
  output: Iterable<string>,
  skipped: (() => number) | undefined,
  args: Arguments,
): Iterable<string> {
  yield* output;
  const count = skipped?.() ?? 0;
  if (count > 0) args.notes.add(skippedText(count));
}
