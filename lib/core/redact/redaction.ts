// State of the redaction of a file.
import type { Deltas } from '@/lib/core/redact/deltas';
import type { Policy } from '@/lib/core/redact/policy';
import type { SecretMask, Tokens } from '@/lib/core/redact/types';

export interface Redaction {
  readonly tokens: Tokens;
  readonly policy: Policy;
  readonly deltas: Deltas;
  /** Replaces secrets and nothing else. */
  readonly hides?: SecretMask;
  /** First pass: nothing is written, parts of texts and what tools declare are noted. */
  readonly isNoting: boolean;
  /** Words of the schemas that are kept. */
  readonly toolWords: Set<string>;
  /** Length of the longest array of the file, as it is written. */
  longest: number;
  /** Number of items that patches added to arrays, by pointer. */
  readonly grown: Map<string, number>;
  readonly declared: Set<string>;
  readonly called: Set<string>;
  /** Keys and ids that stay at a place that was chosen, and so everywhere: what refers to them still does. */
  readonly keptKeys: Set<string>;
  readonly keptIds: Set<string>;
  keepsArguments: boolean;
}
