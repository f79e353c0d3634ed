// Delays before a failed store is tried again.
const RETRY_MS = [250, 1000, 3000, 10_000] as const;

/** The wait in ms after this many failures in a row before the last one: longer each time, up to ten seconds. */
export function retryMs(failures: number): number {
  return RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
}
