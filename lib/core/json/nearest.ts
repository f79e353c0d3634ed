// Finds the closest match for an unknown name, for "did you mean …?".

const LENGTH_MAX = 64;

/** Edit distance between two names, or `most` if it is that or more. */
function distance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
    if (Math.min(...row) >= most) return most;
  }
  return row[b.length] ?? 0;
}

/** The letters and digits of a name, in lower case. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The closest name, ignoring case and punctuation; undefined if none is close. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LENGTH_MAX) return undefined;
  const wanted = plain(name);
  if (wanted === '') return undefined;
  // At most a third of the letters may differ.
  let best = Math.floor(wanted.length / 3) + 1;
  let found: string | undefined;
  for (const candidate of names) {
    if (candidate.length > LENGTH_MAX) continue;
    const other = plain(candidate);
    // Lower bound of the number of edits.
    if (Math.abs(other.length - wanted.length) >= best) continue;
    const apart = distance(wanted, other, best);
    if (apart >= best) continue;
    best = apart;
    found = candidate;
  }
  return found;
}
