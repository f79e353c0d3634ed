import type { Interrupt } from '@ag-ui/core';
import { formatNumber } from '@/lib/core/json/format';
import { continuingRequest } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';

export const resumeExpired: Rule = {
  id: 'resume-expired',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'A request resolves an interrupt that has expired.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#the-interrupt-type',
  impact: 'The stock client refuses to send such a request; agents respond with RUN_ERROR.',
  fix: 'Cancel expired interrupts, and ask the agent again.',
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    if (asked === undefined) return undefined;
    const open = new Map<unknown, Interrupt>(asked.thread.interrupts.map((each) => [each.id, each]));
    for (const { interruptId, status } of answersIn(asked.input)) {
      const interrupt = open.get(interruptId);
      const end = interrupt?.expiresAt === undefined ? Number.NaN : Date.parse(interrupt.expiresAt);
      if (status === 'cancelled' || !(end < boundary.timeMs)) continue;
      const late = formatNumber((boundary.timeMs - end) / 1000, 1);
      return {
        message: `Interrupt '${String(interruptId)}' is resolved ${late} s after it expired (${interrupt?.expiresAt}).`,
        related: [asked.previous?.endSeq],
      };
    }
    return undefined;
  },
};
