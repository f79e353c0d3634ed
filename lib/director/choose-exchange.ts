// Chooses the recorded response for a request: pages repeat requests, or send them in another order.
import { joinsThread, type RunRequestFacts } from '../core/agui/request-facts';
import type { ServedExchange } from '../messages/page-rules';

/** Score of a recorded exchange for a request; negative if it cannot be used. */
function likeness(exchange: ServedExchange, asked: RunRequestFacts): number {
  const { endpoint = asked.endpoint, userText, input, isResume = false } = exchange;
  if (joinsThread(endpoint) !== joinsThread(asked.endpoint)) return -1;
  const isAlike = input.at(-1)?.role === asked.input.at(-1)?.role && isResume === asked.isResume;
  return 4 * Number(isAlike) + 2 * Number(userText === asked.userText) + Number(endpoint === asked.endpoint);
}

/** Position of the best response; the first of equals, undefined if none is left. */
export function chooseExchange(
  exchanges: readonly ServedExchange[],
  asked: RunRequestFacts,
  served: ReadonlySet<number>,
): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const [position, exchange] of exchanges.entries()) {
    // A page that joins its thread again gets the response again.
    const isLeft = !served.has(position) || joinsThread(asked.endpoint);
    // Responses that were served before come last.
    const points = likeness(exchange, asked) - (served.has(position) ? 0.5 : 0);
    if (!isLeft || points <= most) continue;
    best = position;
    most = points;
  }
  return best;
}
