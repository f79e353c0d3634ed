// Numbers that JavaScript cannot represent exactly: integers beyond 2^53, long decimals, too large numbers.
import { afterString } from '@/lib/core/json/depth';

/** Fast test: a text without a match contains no such number. */
const UNLIKELY = /\d{16}|\d[\d.]{15}|\d[eE]|-0(?![\d.]*[1-9])/;
/** The start of a string, which is skipped, or a number. */
const TOKEN = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The significant digits and the exponent of a number: equal for different spellings. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return `${sign}0`;
  return `${sign}${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`;
}

export interface InexactNumber {
  readonly written: string;
  /** As JSON shows it; `Infinity` if it is too large. */
  readonly read: string;
}

/** The numbers of a JSON text that change when it is parsed and written again, in order. */
export function* inexactNumbers(json: string): Iterable<InexactNumber> {
  if (!UNLIKELY.test(json)) return;
  const tokens = new RegExp(TOKEN);
  for (let match = tokens.exec(json); match !== null; match = tokens.exec(json)) {
    const [token] = match;
    if (token === '"') tokens.lastIndex = afterString(json, match.index);
    if (token === '"' || (token.length < 16 && !/[eE]|^-0/.test(token))) continue;
    const value = Number(token);
    const read = Number.isFinite(value) ? JSON.stringify(value) : String(value);
    if (!Number.isFinite(value) || canonical(read) !== canonical(token)) yield { written: token, read };
  }
}

export function inexactNumber(json: string): InexactNumber | undefined {
  const [first] = inexactNumbers(json);
  return first;
}
