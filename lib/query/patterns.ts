// Ways to match: names with `*`, numbers with a unit, pointers.

import { linearPattern, literal } from '@/lib/agui/linear-pattern';

/** Matches comma-separated names with `*`; without a `*`, part of the name is enough. Ignores case. */
export function globTest(value: string): (name: string) => boolean {
  const patterns = value
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const source = part.split('*').map(literal).join('[^]*');
      return part.includes('*') ? linearPattern(`^${source}$`, true) : new RegExp(source, 'i');
    });
  return (name) => patterns.some((pattern) => pattern?.test(name));
}

const COMPARISON = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i;

/** Compiles `>2s`, `<=10ms`, `5`: a comparison with a number and a unit; without an operator it means "at least". */
export function comparison(
  value: string,
  units: Readonly<Record<string, number>>,
): ((number: number) => boolean) | undefined {
  const [, operator = '>=', digits = '', unit = ''] = COMPARISON.exec(value) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  if (digits === '' || factor === undefined) return undefined;
  const wanted = Number(digits) * factor;
  switch (operator) {
    case '>':
      return (number) => number > wanted;
    case '<':
      return (number) => number < wanted;
    case '<=':
      return (number) => number <= wanted;
    case '=':
      return (number) => number === wanted;
    default:
      return (number) => number >= wanted;
  }
}

/** Milliseconds per unit. */
export const TIME_UNITS = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const;

/** Characters per unit. */
export const SIZE_UNITS = { '': 1, b: 1, kb: 1_000, mb: 1_000_000 } as const;

/** True if one pointer is equal to, above or below the other. */
export function touches(changed: string, asked: string): boolean {
  if (changed === asked) return true;
  return asked.startsWith(changed === '' ? '/' : `${changed}/`) || changed.startsWith(`${asked}/`);
}
