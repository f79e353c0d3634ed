// What stands in for a value that is not on the list of safe things. A token is drawn by chance when a value is first
// seen, so that nothing leads from it to the value; the table that knows both is thrown away with the file. The same
// value has the same token, different values have different ones, and a token is as long as its value.
import { halfOf } from '@/lib/agui/repeated';
import { parseTree } from '@/lib/redact/json-tree';
import { redactLoosely } from '@/lib/redact/loose';
import type { Random } from '@/lib/redact/random';
import type { Tokens } from '@/lib/redact/types';
import { isKeptWord } from '@/lib/redact/words';

const FIRST = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = `${FIRST}0123456789`;
/** So often another token is drawn before a longer one is taken. */
const ATTEMPTS = 64;
/** Keys that patches and parsers treat in their own way, and positions in arrays. */
const KEY_KEPT = /^(__proto__|constructor|prototype|-|0|[1-9]\d{0,2})$/;

class TokenTable implements Tokens {
  readonly #random: Random;
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly #used = new Set<string>();
  /** Positions in arrays of this length or less are no keys, whatever their digits. */
  readonly #longest: number;

  constructor(random: Random, longest: number) {
    this.#random = random;
    this.#longest = longest;
  }

  get count(): number {
    return this.#texts.size + this.#numbers.size;
  }

  text(value: string): string {
    if (value.trim() === '') return value;
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const token = this.#made(value);
    this.#texts.set(value, token);
    return token;
  }

  key(value: string): string {
    if (KEY_KEPT.test(value)) return value;
    if (/^[1-9]\d{3,7}$/.test(value) && Number(value) <= this.#longest) return value;
    return this.text(value);
  }

  number(raw: string): string {
    const known = this.#numbers.get(raw);
    if (known !== undefined) return known;
    const token = this.#drawn((longer) => this.#digits(raw, longer), raw);
    this.#numbers.set(raw, token);
    return token;
  }

  set(value: string, token: string): void {
    this.#texts.set(value, token);
  }

  #made(value: string): string {
    if (/^\s*[[{]/.test(value) && parseTree(value) !== undefined) return redactLoosely(value, this).text;
    const half = halfOf(value);
    if (half !== undefined) return this.text(half).repeat(2);
    return this.#drawn((longer) => this.#letters(value.length + longer), value);
  }

  /** A token that nothing else has, and that is not its value by chance. */
  #drawn(draw: (longer: number) => string, value: string): string {
    for (let attempt = 0; ; attempt++) {
      const token = draw(Math.floor(attempt / ATTEMPTS));
      if (token === value || this.#used.has(token) || isKeptWord(token)) continue;
      this.#used.add(token);
      return token;
    }
  }

  #letters(length: number): string {
    let text = FIRST[this.#random(FIRST.length)] ?? '';
    while (text.length < length) text += LETTERS[this.#random(LETTERS.length)] ?? '';
    return text;
  }

  #digits(raw: string, longer: number): string {
    // A whole number stays one, whether it is written with a fraction or not; an exponent that long is none.
    const [, mantissa = '', rest = ''] = /^(.*?)((?:\.0+)?(?:[eE][+-]?\d{1,3})?)$/.exec(raw) ?? [];
    const isLeading = (at: number): boolean => /^-?$/.test(mantissa.slice(0, at)) && /\d\d/.test(mantissa);
    const digits = [...mantissa].map((unit, at) => {
      if (!/\d/.test(unit)) return unit;
      const isZero = unit === '0' && /^-?0\./.test(mantissa) && at < mantissa.indexOf('.');
      if (isZero) return unit;
      return String(isLeading(at) ? 1 + this.#random(9) : this.#random(10));
    });
    return digits.join('') + this.#someDigits(longer) + rest;
  }

  #someDigits(count: number): string {
    let text = '';
    while (text.length < count) text += String(this.#random(10));
    return text;
  }
}

/** The tokens of one file; `longest` is the length of the longest array in it. */
export function createTokens(random: Random, longest = 0): Tokens {
  return new TokenTable(random, longest);
}
