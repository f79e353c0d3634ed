// Types of placeholders.
import type { Edit } from '@/lib/core/redact/edits';

export interface Tokens {
  /** Token of a text, of at least `least` letters. JSON stays JSON. */
  text(value: string, least?: number): string;
  /** Maximum and minimum length of the tokens of texts of this length. */
  most(length: number): number;
  least(length: number): number;
  /** For a key of a map, and for the pointer segment of the same name. */
  key(value: string): string;
  /** For a number as written: the same kind of number, with about as many digits. */
  number(raw: string): string;
  set(value: string, token: string): void;
  has(value: string): boolean;
  readonly count: number;
}

/** Placeholders for secrets, each as long as its secret. */
export interface SecretMask {
  edits(text: string): readonly Edit[];
  text(value: string): string;
  /** Parts of one text: a secret may span several. */
  pieces(parts: readonly string[]): readonly string[];
  readonly count: number;
}
