// What stands in for a value that is not on the list of safe things. A token is drawn by chance when a value is first
// seen, so that nothing leads from it to the value; the table that knows both is thrown away with the file. The same
// value has the same token, different values have different ones, and of how long a value is, a token tells the class.
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

/** Values of this length or less are of one class, and so are as many lengths above it, or more. */
const CLASS = 8;
/** Whole numbers of so many digits are of one class; those with more than `DIGITS_MAX` are rounded by who reads them. */
const DIGITS = 3;
const DIGITS_MAX = 15;

/**
 * How long the token of a value is: the middle of the class of its length, so that a text of many tokens is about as
 * long as it was. Longer values never have shorter tokens.
 */
export function lengthClass(length: number): number {
  if (length === 0) return 0;
  if (length < CLASS) return CLASS - 2;
  const step = Math.max(CLASS, 2 ** (Math.floor(Math.log2(length)) - 2));
  return Math.floor(length / step) * step + step / 2;
}

function digitClass(digits: number): number {
  return digits > DIGITS_MAX ? digits : Math.ceil(digits / DIGITS) * DIGITS - 1;
}

/** A whole number with as many digits as the middle of its class has. */
function classified(written: string): string {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(written) ?? [];
  return digits === undefined ? written : sign + '1'.repeat(digitClass(digits.length));
}

class TokenTable implements Tokens {
  readonly #random: Random;
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly #used = new Set<string>();
  /** How much longer the tokens of a shape have become, where so many are used that hardly any is left. */
  readonly #longer = new Map<string, number>();
  /** Positions in arrays of this length or less are no keys, whatever their digits. */
  readonly #longest: number;
  readonly #isExact: boolean;

  constructor(random: Random, { longest = 0, isExact = false }: TokenOptions) {
    this.#random = random;
    this.#longest = longest;
    this.#isExact = isExact;
  }

  get count(): number {
    return this.#texts.size + this.#numbers.size;
  }

  length(length: number): number {
    return this.#isExact ? length : lengthClass(length);
  }

  text(value: string, least = 0): string {
    if (value.trim() === '') return value;
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const token = this.#made(value, least);
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
    // A whole number stays one, whether it is written with a fraction or not; an exponent that long is none.
    const [, written = '', rest = ''] = /^(.*?)((?:\.0+)?(?:[eE][+-]?\d{1,3})?)$/.exec(raw) ?? [];
    const mantissa = /e/i.test(rest) || this.#isExact ? written : classified(written);
    const shape = mantissa.replace(/\d/g, '0') + rest;
    const token = this.#drawn(
      shape,
      (longer) => this.#digits(mantissa) + this.#someDigits(longer) + rest,
      raw,
    );
    this.#numbers.set(raw, token);
    return token;
  }

  set(value: string, token: string): void {
    this.#texts.set(value, token);
  }

  #made(value: string, least: number): string {
    if (/^\s*[[{]/.test(value) && parseTree(value) !== undefined) return redactLoosely(value, this).text;
    const half = halfOf(value);
    if (half !== undefined) return this.text(half, Math.ceil(least / 2)).repeat(2);
    const length = Math.max(this.length(value.length), least);
    return this.#drawn(`${length}`, (longer) => this.#letters(length + longer), value);
  }

  /** A token that nothing else has, and that is not its value by chance. */
  #drawn(shape: string, draw: (longer: number) => string, value: string): string {
    const least = this.#longer.get(shape) ?? 0;
    for (let attempt = 0; ; attempt++) {
      const longer = least + Math.floor(attempt / ATTEMPTS);
      const token = draw(longer);
      if (token === value || this.#used.has(token) || isKeptWord(token)) continue;
      this.#used.add(token);
      if (longer > least) this.#longer.set(shape, longer);
      return token;
    }
  }

  #letters(length: number): string {
    let text = FIRST[this.#random(FIRST.length)] ?? '';
    while (text.length < length) text += LETTERS[this.#random(LETTERS.length)] ?? '';
    return text;
  }

  #digits(mantissa: string): string {
    const isLeading = (at: number): boolean => /^-?$/.test(mantissa.slice(0, at)) && /\d\d/.test(mantissa);
    const digits = [...mantissa].map((unit, at) => {
      if (!/\d/.test(unit)) return unit;
      const isZero = unit === '0' && /^-?0\./.test(mantissa) && at < mantissa.indexOf('.');
      if (isZero) return unit;
      return String(isLeading(at) ? 1 + this.#random(9) : this.#random(10));
    });
    return digits.join('');
  }

  #someDigits(count: number): string {
    let text = '';
    while (text.length < count) text += String(this.#random(10));
    return text;
  }
}

/** What is known of a file before its tokens are drawn. */
interface TokenOptions {
  /** Length of the longest array in it. */
  readonly longest?: number;
  /** Whether a token is as long as its value, for what is kept counts its letters. */
  readonly isExact?: boolean;
}

/** The tokens of one file. */
export function createTokens(random: Random, options: TokenOptions = {}): Tokens {
  return new TokenTable(random, options);
}
