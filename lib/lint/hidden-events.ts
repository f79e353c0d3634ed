// Events that the client took and the app never saw: a later violation in the same read came before their turn.
import type { Rule } from '@/lib/lint/types';

/** Events lost to a violation in the same read. */
export const hiddenEvents: Rule = {
  id: 'hidden-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'Events came in the same read as a violation; the stock client drops them with it.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The app is told of the failure only: what came before it in the same read never reaches it.',
  fix: 'Repair the event that breaks the rule; flush after each event, so that a failure takes no others with it.',
  stop({ seq, hiddenFrom }) {
    const count = seq - hiddenFrom;
    if (count === 0) return undefined;
    const which = count === 1 ? `event ${hiddenFrom}` : `events ${hiddenFrom} to ${seq - 1}`;
    const came = count === 1 ? 'it' : 'they';
    const message = `The app got nothing of ${which}: ${came} came in the same read as event ${seq}, where the client stopped before it had delivered them.`;
    return { message, related: [seq] };
  },
};
