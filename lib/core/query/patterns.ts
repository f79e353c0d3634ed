// Patterns: names with `*`, numbers with a unit, pointers.
import { literal } from '@/lib/core/json/literal';
import { starTest } from '@/lib/core/json/star-pattern';

/**
 * Matches comma-separated names, ignoring case; `*` matches any text, names without it match parts. A quoted value is
 * one whole name.
 */
export function globTest(value: string, isQuoted = false): (name: string) => boolean {
  const tests = (isQuoted ? [value] : value.split(','))
    .filter((part) => part !== '')
    .map((part) => {
      if (!isQuoted && !part.includes('*')) {
        const pattern = new RegExp(literal(part), 'i');
        return (name: string) => pattern.test(name);
      }
      const fits = starTest(part.toLowerCase());
      return (name: string) => fits(name.toLowerCase());
    });
  return (name) => tests.some((test) => test(name));
}

const COMPARISON = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i;

/** Compiles `>2s`, `<=10ms`, `5`: operator, number and unit; without an operator it means "at least". */
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

export const TIME_UNITS = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const;

/** Characters per unit. */
export const SIZE_UNITS = { '': 1, b: 1, kb: 1_000, mb: 1_000_000 } as const;

/** True if one pointer is equal to, above or below the other. */
export function touches(changed: string, asked: string): boolean {
  if (changed === asked) return true;
  return asked.startsWith(changed === '' ? '/' : `${changed}/`) || changed.startsWith(`${asked}/`);
}
