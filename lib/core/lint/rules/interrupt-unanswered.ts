import { continuingRequest, quotedIds } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';

export const interruptUnanswered: Rule = {
  id: 'interrupt-unanswered',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'A new request continues a thread whose interrupts have not been answered.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The stock client refuses to send such a request; the agent never learns what the user decided.',
  fix: 'Send resume with an entry for each open interrupt; use status cancelled if the user moved on.',
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    if (asked === undefined || asked.thread.interrupts.length === 0 || answersIn(asked.input).length > 0)
      return undefined;
    const ids = asked.thread.interrupts.map(({ id }) => id);
    return {
      message: `The thread waits for an answer to ${quotedIds(ids)}, and this request contains none.`,
      related: [asked.previous?.endSeq],
    };
  },
};
