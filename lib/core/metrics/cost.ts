// Cost of a run by the user's prices.
import { starTest } from '@/lib/core/json/star-pattern';
import type { Run } from '@/lib/core/model/types';

/** Price of a model per million tokens, in any currency. */
export interface Price {
  /** Name of the model; `*` is a wildcard. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

const MILLION = 1_000_000;

function priceOf(model: string, prices: readonly Price[]): Price | undefined {
  return prices.find(({ model: pattern }) => starTest(pattern.trim().toLowerCase())(model.toLowerCase()));
}

/** Undefined if the run reports no tokens, or if the price of a model is missing. */
export function costOf({ usage }: Pick<Run, 'usage'>, prices: readonly Price[]): number | undefined {
  if (usage === undefined || usage.length === 0 || prices.length === 0) return undefined;
  let cost = 0;
  for (const { model = '', inputTokens = 0, outputTokens = 0 } of usage) {
    const price = priceOf(model, prices);
    if (price === undefined) return undefined;
    cost += (inputTokens * price.input + outputTokens * price.output) / MILLION;
  }
  return cost;
}
