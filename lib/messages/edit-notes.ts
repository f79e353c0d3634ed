// Notes of the director in the record of a response, with their times. The log reads them: time held by rules is not
// the server's.

export const heldNote = (type: string, rule: number): string => `${type}: held by rule ${rule}`;

export const forwardedNote = (type: string, did: string, ms: number, why: string): string =>
  `${type}: ${did} after ${(ms / 1000).toFixed(1)} s${why}`;

export const editedNote = (type: string, did: string, rule: number): string =>
  `${type}: ${did} by rule ${rule}`;

const SENT = 'page sends ';
export const sentNote = (note: string): string => `${SENT}${note}`;

const NEW_IDS = 'new ids: ';
const PAIRS_MAX = 20;

/** For a served response: its recorded ids, and those that the page got. */
export function newIdsNote(pairs: readonly (readonly [recorded: string, made: string])[]): string {
  const more = pairs.length > PAIRS_MAX ? `, and ${pairs.length - PAIRS_MAX} more` : '';
  return `${NEW_IDS}${pairs
    .slice(0, PAIRS_MAX)
    .map(([recorded, made]) => `${recorded} → ${made}`)
    .join(', ')}${more}`;
}

/** True for a note about a served response as a whole, not about an edit. */
export const isNewIdsNote = (note: string): boolean => note.startsWith(NEW_IDS);

export const delayedBy = (ms: number): string => `delayed ${Math.round(ms)} ms`;

export type NotedWait = 'begins' | 'ends' | { readonly endsAfterMs: number };

/** The wait in a note; undefined for other edits. */
export function waitIn(note: string): NotedWait | undefined {
  // The response continues while a message of the page waits.
  if (note.startsWith(SENT)) return undefined;
  const { begin, end, ms } =
    /: (?:(?<begin>held by rule \d+)|delayed (?<ms>\d+) ms by rule \d+|(?<end>.+ after \d+\.\d s\b.*))$/.exec(
      note,
    )?.groups ?? {};
  if (begin !== undefined) return 'begins';
  if (end !== undefined) return 'ends';
  return ms === undefined ? undefined : { endsAfterMs: Number(ms) };
}
