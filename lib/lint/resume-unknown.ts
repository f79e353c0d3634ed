// An answer to an interrupt that nobody waits for.
import { answersOf, askedBy, named } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';

/** `resume` that names an interrupt that is not open. */
export const resumeUnknown: Rule = {
  id: 'resume-unknown',
  severity: 'warning',
  severityIn: { spec: 'error' },
  needsHistory: true,
  summary: 'A request answers an interrupt that its thread does not wait for.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The agent does not know what is answered, and most refuse the run.',
  fix: 'Answer the interrupts of the newest RUN_FINISHED of the thread, each by its id, and once.',
  boundary(boundary, model) {
    const asked = askedBy(boundary, model);
    if (asked === undefined) return undefined;
    const { thread, previous, input } = asked;
    // Where no run was seen to end, its interrupts were not seen either.
    const ended = ['success', 'interrupted', 'cancelled'];
    if (previous === undefined || !ended.includes(previous.status)) return undefined;
    const open = new Set(thread.interrupts.map(({ id }) => id));
    const strange = answersOf(input).flatMap(({ interruptId: id }) =>
      typeof id === 'string' && !open.has(id) ? [id] : [],
    );
    if (strange.length === 0) return undefined;
    const waits = open.size === 0 ? 'it waits for none' : `it waits for ${named([...open])}`;
    return {
      message: `The request answers ${named(strange)}, which the thread does not wait for: ${waits}.`,
      related: [previous.endSeq],
    };
  },
};
