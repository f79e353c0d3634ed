/** One sentence about frames that a list of events skips. */
export function skippedText(count: number): string {
  return count === 1
    ? 'Skipped one frame without an event; a recording keeps it.'
    : `Skipped ${count.toLocaleString('en')} frames without an event; a recording keeps them.`;
}
