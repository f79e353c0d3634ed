/** The latest time that a date can have. */
const LATEST = 8.64e15;

/** A Unix time in milliseconds as ISO 8601; a time that no date can have is the first or the last that one can. */
export function isoTime(ms: number): string {
  return new Date(Math.max(-LATEST, Math.min(LATEST, ms))).toISOString();
}
