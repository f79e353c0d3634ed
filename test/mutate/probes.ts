// In the first run, calls in the modules record the sites that each test reaches; a mutant is then run with the
// tests that reach it and no others.
import type { ProbePoint } from './sites';

/** The name of the function that the probes call. */
export const HIT = '__lensHit';

/** A probe and the number of the mutant that it stands for. */
export interface Probe {
  readonly id: number;
  readonly point: ProbePoint;
}

export function withProbes(source: string, probes: readonly Probe[]): string {
  const inserts = new Map<number, string>();
  const insert = (at: number, text: string): void => void inserts.set(at, (inserts.get(at) ?? '') + text);
  for (const { id, point } of probes) {
    if (point.end === undefined) insert(point.start, `${HIT}(${id});`);
    else {
      insert(point.start, `(${HIT}(${id}), `);
      insert(point.end, ')');
    }
  }
  let text = '';
  let from = 0;
  for (const [at, inserted] of [...inserts].sort(([a], [b]) => a - b)) {
    text += source.slice(from, at) + inserted;
    from = at;
  }
  return text + source.slice(from);
}
