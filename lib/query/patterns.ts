// Ways to compare: names with `*`, numbers with a unit, pointers.

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/** A text as the source of a regular expression that finds it. */
export function literal(text: string): string {
  return text.replace(ESCAPED, '\\$&');
}

/** Comma-separated names with `*`; without one, a part of the name is enough. Case is ignored. */
export function globTest(value: string): (name: string) => boolean {
  const patterns = value
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const source = part.split('*').map(literal).join('.*');
      return new RegExp(part.includes('*') ? `^${source}$` : source, 'i');
    });
  return (name) => patterns.some((pattern) => pattern.test(name));
}

const COMPARISON = /^(>=|<=|>|<|=)?(\d+(?:\.\d+)?)([a-z]*)$/i;

/** `>2s`, `<=10ms`, `5`: a comparison with a number in one of the units; without an operator, "at least". */
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

/** Milliseconds by unit. */
export const TIME_UNITS = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 } as const;

/** Characters by unit. */
export const SIZE_UNITS = { '': 1, b: 1, kb: 1_000, mb: 1_000_000 } as const;

/** True where a change at one pointer touches what is at another: the same place, above it or below it. */
export function touches(changed: string, asked: string): boolean {
  if (changed === asked) return true;
  return asked.startsWith(changed === '' ? '/' : `${changed}/`) || changed.startsWith(`${asked}/`);
}
