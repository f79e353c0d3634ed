// Aligns two sequences: the shortest edit script of Myers (An O(ND) Difference Algorithm, 1986), with a limit.
import type { Steps } from '@/lib/compare/steps';

/** A place in one or both sequences; -1 where it is in one only. */
export interface Step {
  readonly a: number;
  readonly b: number;
}

/** An alignment; rough if the sequences differ in more than is looked at. */
export interface Alignment {
  readonly steps: readonly Step[];
  readonly isRough: boolean;
}

/** The most edits that are looked for: memory grows with their square. */
const EDITS_MAX = 1500;

type IsSame = (a: number, b: number) => boolean;

function commonStart(a: number, b: number, isSame: IsSame): number {
  let at = 0;
  while (at < a && at < b && isSame(at, at)) at++;
  return at;
}

function commonEnd([a, b]: readonly [number, number], start: number, isSame: IsSame): number {
  let at = 0;
  while (at < Math.min(a, b) - start && isSame(a - 1 - at, b - 1 - at)) at++;
  return at;
}

/** How far each diagonal reaches with each number of edits; undefined beyond the limit. */
function* traces(a: number, b: number, isSame: IsSame): Steps<readonly Int32Array[] | undefined> {
  const most = Math.min(a + b, EDITS_MAX);
  const kept: Int32Array[] = [];
  let reach = new Int32Array(3);
  for (let edits = 0; edits <= most; edits++) {
    // Diagonal k is at index k + edits + 1, so that each row is as wide as it needs to be.
    const next = new Int32Array(2 * edits + 3);
    for (let k = -edits; k <= edits; k += 2) {
      const left = reach[k - 1 + edits] ?? 0;
      const right = reach[k + 1 + edits] ?? 0;
      const isDown = k === -edits || (k !== edits && left < right);
      let x = edits === 0 ? 0 : isDown ? right : left + 1;
      while (x < a && x - k < b && isSame(x, x - k)) x++;
      next[k + edits + 1] = x;
      if (x >= a && x - k >= b) return [...kept, next];
    }
    kept.push(next);
    reach = next;
    yield edits / most;
  }
  return undefined;
}

function pathBack(kept: readonly Int32Array[], a: number, b: number): Step[] {
  const steps: Step[] = [];
  let x = a;
  let y = b;
  for (let edits = kept.length - 1; edits > 0; edits--) {
    const before = kept[edits - 1] ?? new Int32Array(0);
    const k = x - y;
    const left = before[k - 1 + edits] ?? 0;
    const right = before[k + 1 + edits] ?? 0;
    const isDown = k === -edits || (k !== edits && left < right);
    const fromX = isDown ? right : left;
    const fromY = fromX - (isDown ? k + 1 : k - 1);
    const [startX, startY] = isDown ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) steps.push({ a: --x, b: --y });
    steps.push(isDown ? { a: -1, b: fromY } : { a: fromX, b: -1 });
    [x, y] = [fromX, fromY];
  }
  while (x > 0 && y > 0) steps.push({ a: --x, b: --y });
  return steps.reverse();
}

function everything(a: number, b: number): Step[] {
  const removed = Array.from({ length: a }, (_none, at) => ({ a: at, b: -1 }));
  const added = Array.from({ length: b }, (_none, at) => ({ a: -1, b: at }));
  return [...removed, ...added];
}

/** Aligns sequences of two lengths. */
export function* align(a: number, b: number, isSame: IsSame): Steps<Alignment> {
  const start = commonStart(a, b, isSame);
  const end = commonEnd([a, b], start, isSame);
  const [restA, restB] = [a - start - end, b - start - end];
  const kept = yield* traces(restA, restB, (x, y) => isSame(x + start, y + start));
  const middle = kept === undefined ? everything(restA, restB) : pathBack(kept, restA, restB);
  const moved = ({ a: x, b: y }: Step): Step => ({ a: x < 0 ? x : x + start, b: y < 0 ? y : y + start });
  const pairs = (count: number, fromA: number, fromB: number): Step[] =>
    Array.from({ length: count }, (_none, at) => ({ a: fromA + at, b: fromB + at }));
  const steps = [...pairs(start, 0, 0), ...middle.map(moved), ...pairs(end, a - end, b - end)];
  return { steps, isRough: kept === undefined };
}
