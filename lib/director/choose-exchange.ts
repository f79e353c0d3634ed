// Chooses the recorded answer for a request: pages repeat requests, or send them in another order.
import type { ServedExchange, ServedInput } from '../messages/page-rules';
import { joinsThread } from '../messages/request-facts';

/** A request as recorded ones are compared with it. */
export interface AskedFacts {
  readonly endpoint: string;
  readonly userText: string;
  readonly isResume: boolean;
  readonly input: readonly ServedInput[];
}

/** Points for what a request and a recorded one have in common; negative if the answer is of no use to it. */
function likeness(exchange: ServedExchange, asked: AskedFacts): number {
  const { endpoint = asked.endpoint, userText, input, isResume = false } = exchange;
  if (joinsThread(endpoint) !== joinsThread(asked.endpoint)) return -1;
  const isAlike = input.at(-1)?.role === asked.input.at(-1)?.role && isResume === asked.isResume;
  return 4 * Number(isAlike) + 2 * Number(userText === asked.userText) + Number(endpoint === asked.endpoint);
}

/** The position of the answer that fits best, of equals the first; undefined if none is left. */
export function chooseExchange(
  exchanges: readonly ServedExchange[],
  asked: AskedFacts,
  served: ReadonlySet<number>,
): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const [position, exchange] of exchanges.entries()) {
    // A page that joins its thread again has it again.
    const isLeft = !served.has(position) || joinsThread(asked.endpoint);
    // An answer that was served already is the last choice.
    const points = likeness(exchange, asked) - (served.has(position) ? 0.5 : 0);
    if (!isLeft || points <= most) continue;
    best = position;
    most = points;
  }
  return best;
}
