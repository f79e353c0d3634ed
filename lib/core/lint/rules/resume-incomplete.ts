import { continuingRequest, quotedIds } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';

export const resumeIncomplete: Rule = {
  id: 'resume-incomplete',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: "A request answers only some of the thread's open interrupts.",
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The stock client refuses to send such a request; agents reject it or lose the other interrupts.',
  fix: 'Answer every open interrupt in one request; use status cancelled for those the user declines.',
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    const answered = answersIn(asked?.input).map(({ interruptId }) => interruptId);
    if (asked === undefined || answered.length === 0) return undefined;
    const open = asked.thread.interrupts.map(({ id }) => id);
    const known = new Set(answered);
    const left = open.filter((id) => !known.has(id));
    if (left.length === 0 || left.length === open.length) return undefined;
    return {
      message: `The request answers ${open.length - left.length} of ${open.length} interrupts, but not ${quotedIds(left)}.`,
      related: [asked.previous?.endSeq],
    };
  },
};
