// Placeholders (tokens) for values: "text 3, 36 characters" for several words, "bakodu" for one. Words are random, texts
// are numbered, and the table of tokens is not stored. Equal values have equal tokens, different values different ones.
// The length of a token shows the class of the value's length.
import { inexactNumber } from '@/lib/core/json/exact-number';
import { halfOf } from '@/lib/core/json/repeated';
import { parseTree } from '@/lib/core/redact/json-tree';
import { redactLoosely } from '@/lib/core/redact/loose';
import type { Random } from '@/lib/core/redact/random';
import type { Tokens } from '@/lib/core/redact/types';
import { isKeptWord } from '@/lib/core/redact/words';

const FIRST = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = `${FIRST}0123456789`;
/** Alternating sounds: such words can be read aloud. */
const SOUNDS = ['bdfgklmnprstvz', 'aeiou'] as const;
/** In shorter words, every letter counts for their difference. */
const SPOKEN_MIN = 5;
/** Number of attempts before a longer token is drawn. */
const ATTEMPTS = 64;
/** Keys with a special meaning for patches and parsers, and array indexes. */
const KEY_KEPT = /^(__proto__|constructor|prototype|-|0|[1-9]\d{0,2})$/;

/** Values up to this length are in one class; larger classes have at least this width. */
const CLASS = 8;
/** Integers up to this number of digits are in one class; those with more than `DIGITS_MAX` are rounded by parsers. */
const DIGITS = 3;
const DIGITS_MAX = 15;
/** Attempts to draw a number that parsers round; of those with 16 digits it is every eighteenth. */
const ATTEMPTS_ROUNDED = 500;
/** From here on, other or more digits might exceed the largest number. */
const LARGE = 1e280;
const LARGE_EXPONENT = 'e+280';
/** Exponent of a number that parses as Infinity. */
const ENDLESS = 'e+999';

/** The middle of the class of a length, so that many tokens add up to it. Never decreases for longer values. */
export function lengthClass(length: number): number {
  if (length === 0) return 0;
  if (length < CLASS) return CLASS - 2;
  const step = Math.max(CLASS, 2 ** (Math.floor(Math.log2(length)) - 2));
  return Math.floor(length / step) * step + step / 2;
}

function digitClass(digits: number): number {
  return digits > DIGITS_MAX ? digits : Math.ceil(digits / DIGITS) * DIGITS - 1;
}

/** An integer with as many digits as the middle of its class. */
function classified(written: string): string {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(written) ?? [];
  return digits === undefined ? written : sign + '1'.repeat(digitClass(digits.length));
}

/** As parsers round it, if the number of digits stays. */
function rounded(written: string): string {
  const read = String(Number(written));
  return read.length === written.length ? read : written;
}

/** Length as in schemas: a surrogate pair counts as one character. */
function characters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

class TokenTable implements Tokens {
  readonly #random: Random;
  readonly #texts = new Map<string, string>();
  readonly #numbers = new Map<string, string>();
  readonly #used: Set<string>;
  /** Extra length of tokens by shape, when most shorter ones are used. */
  readonly #longer = new Map<string, number>();
  /** Array indexes are up to this number, and are not keys. */
  readonly #longest: number;
  readonly #isExact: boolean;
  readonly #keys: ReadonlySet<string>;
  /** Number of texts of several words. */
  #phrases = 0;
  /** Maximum ratios of growth and shrinking of JSON in texts. */
  #growth = 1;
  #shrinkage = 1;

  constructor(random: Random, options: TokenOptions) {
    const { longest = 0, isExact = false, taken = [], keys = [] } = options;
    this.#random = random;
    this.#keys = new Set(keys);
    this.#used = new Set(taken);
    this.#longest = longest;
    this.#isExact = isExact;
  }

  get count(): number {
    return this.#texts.size + this.#numbers.size;
  }

  most(length: number): number {
    return Math.max(this.#length(length), Math.ceil(length * this.#growth));
  }

  least(length: number): number {
    return Math.min(this.#length(length), Math.floor(length * this.#shrinkage));
  }

  #length(length: number): number {
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
    if (KEY_KEPT.test(value) || this.#keys.has(value)) return value;
    if (/^[1-9]\d{3,7}$/.test(value) && Number(value) <= this.#longest) return value;
    return this.text(value);
  }

  number(raw: string): string {
    const value = Number(raw);
    // Parsers read two spellings of a number as equal.
    const written = String(value === 0 ? 0 : value);
    const isExact = inexactNumber(raw) === undefined;
    const made = this.#numbers.get(written) ?? this.#madeNumber(isExact, value, written);
    this.#numbers.set(written, made);
    // The token of a number that is also sent in its rounded form.
    const token = isExact && inexactNumber(made) !== undefined ? String(Number(made)) : made;
    const [fraction = ''] = /\.0+$/.exec(raw) ?? [];
    return /^-?\d+$/.test(token) ? token + fraction : token;
  }

  #madeNumber(isExact: boolean, value: number, written: string): string {
    const [, whole = '', exponent = ''] = /^(.*?)(e[+-]\d+)?$/.exec(written) ?? [];
    // Infinite numbers stay infinite, finite ones finite.
    const [digits, rest] = Number.isFinite(value)
      ? [whole, Math.abs(value) < LARGE ? exponent : LARGE_EXPONENT]
      : [value < 0 ? '-1' : '1', ENDLESS];
    const mantissa = rest !== '' || this.#isExact ? digits : classified(digits);
    const shape = mantissa.replace(/\d/g, '0') + rest;
    // A number that parsers round is an error of the server, which stays visible; other numbers get no such error.
    const draw = (longer: number): string => {
      for (let attempt = 1; ; attempt++) {
        const token = this.#digits(mantissa, longer) + rest;
        if (isExact) return rounded(token);
        if (inexactNumber(token) !== undefined || attempt === ATTEMPTS_ROUNDED) return token;
      }
    };
    return this.#drawn(shape, draw, written);
  }

  set(value: string, token: string): void {
    this.#texts.set(value, token);
  }

  has(value: string): boolean {
    return this.#texts.has(value);
  }

  #made(value: string, least: number): string {
    if (/^\s*[[{]/.test(value) && parseTree(value) !== undefined) return this.#opened(value);
    const half = halfOf(value);
    if (half !== undefined) return this.text(half, Math.ceil(least / 2)).repeat(2);
    const length = Math.max(this.#length(characters(value)), least);
    const phrase = /\s/.test(value.trim()) ? this.#phrase(length) : undefined;
    return phrase ?? this.#drawn(`${length}`, (longer) => this.#letters(length + longer), value);
  }

  /** JSON stays JSON; its length is the sum of its parts. */
  #opened(value: string): string {
    const { text } = redactLoosely(value, this);
    const share = characters(text) / characters(value);
    this.#growth = Math.max(this.#growth, share);
    this.#shrinkage = Math.min(this.#shrinkage, share);
    return text;
  }

  /** An unused token that differs from its value. */
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

  /** Undefined if there is no room for it. */
  #phrase(length: number): string | undefined {
    const name = `text ${++this.#phrases}`;
    if (name.length > length) return undefined;
    const label = `${name}, ${length} characters`;
    const token = (label.length > length ? name : label).padEnd(length, ' .').replace(/ $/, '.');
    if (this.#used.has(token)) return this.#phrase(length);
    this.#used.add(token);
    return token;
  }

  #letters(length: number): string {
    if (length >= SPOKEN_MIN) return this.#sounds(length);
    let text = FIRST[this.#random(FIRST.length)] ?? '';
    while (text.length < length) text += LETTERS[this.#random(LETTERS.length)] ?? '';
    return text;
  }

  #sounds(length: number): string {
    let text = '';
    while (text.length < length) {
      const sounds = SOUNDS[text.length % 2 === 0 ? 0 : 1];
      text += sounds[this.#random(sounds.length)] ?? '';
    }
    return text;
  }

  /** No zero at the beginning, or at the end of a fraction: that would be another kind of number. */
  #digits(mantissa: string, longer: number): string {
    const first = mantissa.search(/\d/);
    const isFraction = mantissa.includes('.');
    const isOnlyZero = mantissa === '0' && longer === 0;
    const digits = [...mantissa].map((unit, at) => {
      if (!/\d/.test(unit) || (unit === '0' && isFraction && /^-?0?\.?0*$/.test(mantissa.slice(0, at))))
        return unit;
      const isLast = isFraction && at === mantissa.length - 1 && longer === 0;
      return String(isLast || (at === first && !isOnlyZero) ? 1 + this.#random(9) : this.#random(10));
    });
    const more = this.#someDigits(longer);
    return digits.join('') + (isFraction && longer > 0 ? `${more.slice(1)}${1 + this.#random(9)}` : more);
  }

  #someDigits(count: number): string {
    let text = '';
    while (text.length < count) text += String(this.#random(10));
    return text;
  }
}

interface TokenOptions {
  /** Length of the longest array in it. */
  readonly longest?: number;
  /** True if tokens are as long as their values, because kept counts refer to their length. */
  readonly isExact?: boolean;
  /** Words kept somewhere: none of them becomes a token. */
  readonly taken?: Iterable<string>;
  /** Keys kept everywhere. */
  readonly keys?: Iterable<string>;
}

export function createTokens(random: Random, options: TokenOptions = {}): Tokens {
  return new TokenTable(random, options);
}
