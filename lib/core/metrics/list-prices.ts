// Published prices of common models, US dollars per million tokens. Their date is shown, as prices change.
import type { Price } from './cost';

/** Month in which the prices were read. */
export const LIST_PRICES_OF = '2025-11';

export const listPrices: readonly Price[] = [
  { model: 'gpt-5-nano*', input: 0.05, output: 0.4 },
  { model: 'gpt-5-mini*', input: 0.25, output: 2 },
  { model: 'gpt-5*', input: 1.25, output: 10 },
  { model: 'gpt-4.1-nano*', input: 0.1, output: 0.4 },
  { model: 'gpt-4.1-mini*', input: 0.4, output: 1.6 },
  { model: 'gpt-4.1*', input: 2, output: 8 },
  { model: 'gpt-4o-mini*', input: 0.15, output: 0.6 },
  { model: 'gpt-4o*', input: 2.5, output: 10 },
  { model: 'o4-mini*', input: 1.1, output: 4.4 },
  { model: 'claude-haiku-4-5*', input: 1, output: 5 },
  { model: 'claude-sonnet-4*', input: 3, output: 15 },
  { model: 'claude-opus-4-5*', input: 5, output: 25 },
  { model: 'claude-opus-4*', input: 15, output: 75 },
  { model: 'gemini-2.5-flash-lite*', input: 0.1, output: 0.4 },
  { model: 'gemini-2.5-flash*', input: 0.3, output: 2.5 },
  { model: 'gemini-2.5-pro*', input: 1.25, output: 10 },
];
