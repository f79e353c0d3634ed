import { continuingRequest, quotedIds } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';

export const resumeUnknown: Rule = {
  id: 'resume-unknown',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'A request answers an interrupt that is not open in its thread.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The agent does not know what the answer is for, and most agents reject the run.',
  fix: "Answer the interrupts of the thread's newest RUN_FINISHED, each once and by its id.",
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    if (asked === undefined) return undefined;
    const { thread, previous, input } = asked;
    // If no run's end was captured, neither were its interrupts.
    const ended = ['success', 'interrupted', 'cancelled'];
    if (previous === undefined || !ended.includes(previous.status)) return undefined;
    const open = new Set(thread.interrupts.map(({ id }) => id));
    const strange = answersIn(input).flatMap(({ interruptId: id }) =>
      id !== undefined && !open.has(id) ? [id] : [],
    );
    if (strange.length === 0) return undefined;
    const has =
      open.size === 0 ? 'has no open interrupts' : `has other open interrupts: ${quotedIds([...open])}`;
    return {
      message: `The request answers ${quotedIds(strange)}, but the thread ${has}.`,
      related: [previous.endSeq],
    };
  },
};
