import type { Rule } from '@/lib/core/lint/types';

export const hiddenEvents: Rule = {
  id: 'hidden-events',
  severity: 'warning',
  needsHistory: true,
  summary: 'Events arrived in the same read as a violation; the stock client drops them too.',
  spec: 'https://docs.ag-ui.com/concepts/architecture#standard-http-client',
  impact: 'The app gets the error only: earlier events of the same read never reach it.',
  fix: 'Fix the event that causes the violation, and flush after each event so that a failure affects no others.',
  stop({ seq, hiddenFrom }) {
    const count = seq - hiddenFrom;
    if (count === 0) return undefined;
    const which = count === 1 ? `event ${hiddenFrom}` : `events ${hiddenFrom} to ${seq - 1}`;
    const came = count === 1 ? 'it' : 'they';
    const message = `The app never got ${which}: ${came} arrived in the same read as event ${seq}, where the client stopped.`;
    return { message, related: [seq] };
  },
};
