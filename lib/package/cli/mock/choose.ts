// Chooses the recorded exchange that responds to a request.
import { likeness, SAME_QUESTION } from '@/lib/core/agui/request-facts';
import type { JsonObject } from '@/lib/core/json/json';
import { urlPath } from '@/lib/core/json/url';
import type { ComparedFacts, RecordedExchange } from './recorded-exchanges';

export interface AskedRequest {
  readonly method: string;
  readonly path: string;
  /** The run request; undefined for any other. */
  readonly input: JsonObject | undefined;
  /** Facts of the run request. */
  readonly facts: ComparedFacts | undefined;
}

/** Rates an exchange as the response to a run request; negative if it is none. */
function fit(recorded: ComparedFacts | undefined, asked: ComparedFacts): number {
  // A result may differ, as times do; the number of results may not.
  if (recorded?.answers.length !== asked.answers.length) return -1;
  const isSame = recorded.answers.every((answer, index) => answer === asked.answers[index]);
  return likeness(recorded, asked) + 2 * Number(isSame);
}

interface ChosenExchange {
  readonly exchange: RecordedExchange;
  /** False for a run that was taken only because it is the next in the recording. */
  readonly isMatch: boolean;
}

/** Chooses exchanges; equal ones take turns, and the last of them repeats. */
export function createChooser(exchanges: readonly RecordedExchange[], isStrict: boolean) {
  const runs = exchanges.filter(({ stream }) => stream.input !== undefined || stream.events > 0);
  const taken = new Set<RecordedExchange>();
  const take = (candidates: readonly RecordedExchange[], isMatch = true): ChosenExchange | undefined => {
    const exchange = candidates.find((each) => !taken.has(each)) ?? candidates.at(-1);
    if (exchange === undefined) return undefined;
    taken.add(exchange);
    return { exchange, isMatch };
  };
  return ({ method, path, facts }: AskedRequest): ChosenExchange | undefined => {
    if (facts === undefined)
      return take(exchanges.filter(({ stream }) => stream.method === method && urlPath(stream.url) === path));
    const scores = runs.map((exchange) => fit(exchange.facts, facts));
    const best = Math.max(...scores);
    if (best >= SAME_QUESTION) return take(runs.filter((_each, at) => scores[at] === best));
    // Of bare events there is no request to compare.
    const hasRequests = runs.some(({ stream }) => stream.input !== undefined);
    return isStrict && hasRequests ? undefined : take(runs, !hasRequests);
  };
}
