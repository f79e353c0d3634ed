// Events in the spelling of a draft or of older documents: read as what they mean, and refused by the stock client.
import type { Rule } from '@/lib/lint/types';
import type { LoggedEvent } from '@/lib/log/types';

/** Whether an event was read in a spelling that is not that of 1.0. */
export function isDraft({ original, type, problems }: LoggedEvent): boolean {
  if (type === 'META') return true;
  return original !== undefined && problems.some(({ code, isReadable }) => code === 'dialect' && isReadable);
}

/** What the client's verdict on a draft becomes. Reported with the verdict, not asked. */
export const draftSpelling: Rule & { words(logged: LoggedEvent): string } = {
  id: 'draft-spelling',
  severity: 'warning',
  summary: 'An event is spelled as in a draft or an older document of the protocol.',
  spec: 'https://docs.ag-ui.com/drafts/overview#current-drafts',
  impact:
    'The stock client 1.0 refuses or drops the event; an app with a client of its own may understand it.',
  fix: 'Spell it as 1.0 does: camelCase names, outcome as an object, interrupts as a list, CUSTOM for META.',
  words({ type, problems, stream }) {
    const how = `in the dialect ${stream.dialect ?? 'of a draft'}`;
    if (type === 'META')
      return `META is an event of a draft (${how}); the stock client 1.0 drops it with a warning.`;
    const found =
      problems.find(({ code }) => code === 'dialect')?.message ?? 'This event is spelled otherwise.';
    return `${type} is spelled as in a draft (${how}). ${found}`;
  },
};
