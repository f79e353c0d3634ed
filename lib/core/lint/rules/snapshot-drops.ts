import { quotedIds } from '@/lib/core/lint/continuing-request';
import { effectOf } from '@/lib/core/lint/snapshot';
import type { Rule } from '@/lib/core/lint/types';
import { threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry } from '@/lib/core/model/types';

/** True if only the oldest messages are removed: the agent limits its history on purpose. */
function isTrimmed(messages: Iterable<MessageEntry>, dropped: readonly MessageEntry[]): boolean {
  const gone = new Set(dropped.map(({ message }) => message.id));
  let hasKept = false;
  for (const { message } of messages) {
    if (!gone.has(message.id)) hasKept = true;
    else if (hasKept) return false;
  }
  return hasKept;
}

/** True if the user's newest message is removed. */
function losesQuestion(messages: Iterable<MessageEntry>, dropped: readonly MessageEntry[]): boolean {
  let newest: MessageEntry | undefined;
  for (const entry of messages) if (entry.message.role === 'user') newest = entry;
  return newest !== undefined && dropped.some(({ message }) => message.id === newest?.message.id);
}

export const snapshotDrops: Rule = {
  id: 'snapshot-drops',
  severity: 'warning',
  needsHistory: true,
  summary: 'A snapshot drops existing messages.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The messages disappear from the conversation.',
  fix: 'Include every message that should stay in the snapshot, even those of the user and of the current run.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const { dropped = [], isRewritten } = effectOf(logged, model) ?? {};
    const messages = threadIn(model, logged.stream)?.messages;
    if (dropped.length === 0 || messages === undefined) return undefined;
    const isMeant = isTrimmed(messages, dropped) || (isRewritten && !losesQuestion(messages, dropped));
    const ids = dropped.map(({ message }) => message.id);
    const what = ids.length === 1 ? 'message' : `${ids.length} messages:`;
    return {
      message: `The snapshot drops ${what} ${quotedIds(ids)}.`,
      ...(isMeant && { severity: 'info' }),
      related: dropped.map(({ via, firstSeq }) => (via === 'request' ? undefined : firstSeq)),
    };
  },
};
