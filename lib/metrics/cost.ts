// What a run has cost, by prices that the user has set. Nobody else knows what somebody pays.
import type { Run } from '@/lib/model/types';

/** The price of a model, per million tokens, in whatever currency the user thinks of. */
export interface Price {
  /** Name of the model; `*` stands for any letters. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

const MILLION = 1_000_000;

/** The first price whose pattern is the name of a model; case does not matter. */
function priceOf(model: string, prices: readonly Price[]): Price | undefined {
  return prices.find(({ model: pattern }) => isNamed(pattern.trim().toLowerCase(), model.toLowerCase()));
}

/** Compares part by part, from the left: no pattern takes longer than the name is. */
function isNamed(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last))
    return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** What a run has cost; undefined where it tells nothing of its tokens, or one of its models has no price. */
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
