// A thread that goes on although it waits for answers.
import { askedBy, isAnswer, named } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';

/** A request without `resume` on a thread that has open interrupts. */
export const interruptUnanswered: Rule = {
  id: 'interrupt-unanswered',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'A thread goes on with a new request although its interrupts are not answered.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The stock client does not even send such a request; the agent never learns what the user decided.',
  fix: 'Send resume with an entry for each open interrupt, with status cancelled where the user went on.',
  boundary(boundary, model) {
    const asked = askedBy(boundary, model);
    if (asked === undefined || asked.thread.interrupts.length === 0 || isAnswer(asked.input))
      return undefined;
    const ids = asked.thread.interrupts.map(({ id }) => id);
    return {
      message: `The thread waits for an answer to ${named(ids)}, and this request brings none.`,
      related: [asked.previous?.endSeq],
    };
  },
};
