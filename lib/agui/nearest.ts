// The nearest of a few names to one that is not among them: what somebody may have meant.

/** Names longer than this are not compared. */
const LENGTH_MAX = 64;

/** How many letters have to be changed to make one name of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The name that is nearest, letters and signs aside; undefined where none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LENGTH_MAX) return undefined;
  const wanted = plain(name);
  // A third of the letters may be wrong, no more.
  let best = Math.floor(wanted.length / 3) + 1;
  let found: string | undefined;
  for (const candidate of names) {
    if (candidate.length > LENGTH_MAX) continue;
    const apart = distance(wanted, plain(candidate));
    if (apart >= best) continue;
    best = apart;
    found = candidate;
  }
  return found;
}
