// True if a patch may change the value at a pointer; true if in doubt, so that callers compare the values.
import { isJsonObject } from '@/lib/core/json/json';
import { tokensOf } from '@/lib/core/json/pointer';

/** The stock library truncates longer indexes to 32 bits. */
const INDEX = /^\d{1,9}$/;

const SHIFTING: ReadonlySet<unknown> = new Set(['add', 'remove', 'move', 'copy']);

/** Names inherited by arrays; the stock library treats patches to them oddly. */
const INHERITED = Object.freeze<unknown[]>([]);

function isOdd(token: string): boolean {
  return token in INHERITED || (/^\d/.test(token) && !INDEX.test(token));
}

function isSame(a: string, b: string): boolean {
  return a === b || (INDEX.test(a) && INDEX.test(b) && Number(a) === Number(b));
}

/** True if adding or removing an item at one index may move the item at another. */
function mayShift(changed: string, asked: string): boolean {
  if (changed === '-') return true;
  return INDEX.test(changed) && INDEX.test(asked) && Number(changed) <= Number(asked);
}

function pathTouches(path: string, asked: readonly string[], isShifting: boolean): boolean {
  const tokens = tokensOf(path);
  if (tokens.some(isOdd)) return true;
  for (const [at, token] of tokens.entries()) {
    const other = asked[at];
    if (other === undefined || isSame(token, other)) continue;
    const isLast = at === tokens.length - 1;
    return isLast && isShifting && mayShift(token, other);
  }
  return true;
}

export function mayTouch(patch: unknown, pointer: string): boolean {
  if (!Array.isArray(patch)) return true;
  const asked = tokensOf(pointer);
  return patch.some((operation: unknown) => {
    if (!isJsonObject(operation)) return true;
    const { op, path, from } = operation;
    if (op === 'test') return false;
    if (typeof path !== 'string') return true;
    if (pathTouches(path, asked, SHIFTING.has(op))) return true;
    return op === 'move' && (typeof from !== 'string' || pathTouches(from, asked, true));
  });
}
