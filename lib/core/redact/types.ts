// Types of placeholders.

/** The tokens of one file. */
export interface Tokens {
  /** Token of a text, of at least `least` letters. JSON stays JSON. */
  text(value: string, least?: number): string;
  /** Maximum and minimum length of the tokens of texts of this length. */
  most(length: number): number;
  least(length: number): number;
  /** For a key of a map, and the segment of a pointer that leads to it. */
  key(value: string): string;
  /** For a number as written; the same kind of number, of about as many digits. */
  number(raw: string): string;
  set(value: string, token: string): void;
  has(value: string): boolean;
  /** Number of different values with a token. */
  readonly count: number;
}
