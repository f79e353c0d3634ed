import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';

/** True for an event with a spelling other than that of 1.0. */
export function isDraft({ original, type, problems }: LoggedEvent): boolean {
  if (type === 'META') return true;
  return original !== undefined && problems.some(({ code, isReadable }) => code === 'dialect' && isReadable);
}

/** The differences from 1.0, such as "snake_case keys (run_id)". */
export function spellingOf({ problems }: LoggedEvent): string {
  const text = problems.find(({ code }) => code === 'dialect')?.message ?? '';
  return /^This event has (.*); the stock client /.exec(text)?.[1] ?? 'a different spelling';
}

/** Has no check of its own: it is reported instead of the client's verdict. */
export const draftSpelling: Rule & { describe(logged: LoggedEvent): string } = {
  id: 'draft-spelling',
  severity: 'warning',
  isOfClient: 'check',
  summary: 'An event uses the spelling of a draft or an earlier version of the protocol.',
  spec: 'https://docs.ag-ui.com/drafts/overview#current-drafts',
  impact: 'The stock client rejects or drops the event; an app with its own client may understand it.',
  fix: 'Use the spelling of 1.0: camelCase names (in Python: model_dump with by_alias=True), outcome as an object, interrupts as an array, CUSTOM for META.',
  describe({ type, problems, stream }) {
    if (type === 'META')
      return 'META is an event of the draft on meta events, which never became part of AG-UI; the stock client 1.0 drops it with a warning.';
    const how = `dialect ${stream.dialect ?? 'of a draft'}`;
    const found =
      problems.find(({ code }) => code === 'dialect')?.message ?? 'This event has a different spelling.';
    return `${type} uses the spelling of a draft (${how}). ${found}`;
  },
};
