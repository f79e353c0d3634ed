// Patterns: names with `*`, numbers with a unit, pointers.
import { literal } from '@/lib/core/json/literal';

/** Matches the outer parts at the ends and the others in between, in order. */
function starTest(parts: readonly string[]): (name: string) => boolean {
  const [start = '', ...others] = parts.map((part) => part.toLowerCase());
  const end = others.pop() ?? '';
  return (name) => {
    const text = name.toLowerCase();
    if (!text.startsWith(start)) return false;
    let at = start.length;
    // The first match is enough: a later one leaves less text for the remaining parts.
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - end.length >= at && text.endsWith(end);
  };
}

/** Matches comma-separated names, ignoring case; `*` matches any text, names without it match parts. */
export function globTest(value: string): (name: string) => boolean {
  const tests = value
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      if (part.includes('*')) return starTest(part.split('*'));
      const pattern = new RegExp(literal(part), 'i');
      return (name: string) => pattern.test(name);
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

/** Milliseconds per unit. */
export const TIME_UNITS = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const;

/** Characters per unit. */
export const SIZE_UNITS = { '': 1, b: 1, kb: 1_000, mb: 1_000_000 } as const;

/** True if one pointer is equal to, above or below the other. */
export function touches(changed: string, asked: string): boolean {
  if (changed === asked) return true;
  return asked.startsWith(changed === '' ? '/' : `${changed}/`) || changed.startsWith(`${asked}/`);
}
