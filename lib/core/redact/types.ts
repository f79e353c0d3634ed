// What stands in for values. Types only.

/** The tokens of one file. */
export interface Tokens {
  /** For any text: of a message, a name, an id. JSON inside it stays JSON. It has so many letters at least. */
  text(value: string, least?: number): string;
  /** How long the tokens of texts are that have this length at most, and at least. */
  most(length: number): number;
  least(length: number): number;
  /** For a key of a map, and the segment of a pointer that leads to it. */
  key(value: string): string;
  /** For a number as written; the same kind of number, of about as many digits. */
  number(raw: string): string;
  /** Says what stands in for a text, before it is first asked for. */
  set(value: string, token: string): void;
  /** Whether something stands in for a text already. */
  has(value: string): boolean;
  /** How many different values have a token. */
  readonly count: number;
}
