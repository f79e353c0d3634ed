// The Messages view: the conversation at the cursor.
import { useMemo } from 'preact/hooks';
import { type MessageDifferences, messageDifferences } from '@/lib/core/model/queries/message-differences';
import type { Thread } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { conversationEntries } from '../menus/message-menu';
import { Conversation } from '../messages/conversation';
import { HistoryNote, SentNote, useSnapshotEffect } from '../messages/conversation-notes';
import { PerspectivePicker, ThreadPicker, threadOf, useThread } from '../shared/pickers';
import { SeqLink } from '../shared/seq-link';
import { TEXTS } from '../texts';
import { itemsOf, MenuButton } from '../ui/menu';

function useViewDifference(thread: Thread | undefined): MessageDifferences | undefined {
  const { cursor, models } = useSession();
  const seq = cursor.seq.value;
  const mine = models.perspective.value;
  const stop = useStop();
  // Computes the app's perspective only if its client stopped: the perspective is expensive, and equal otherwise.
  const isOther = stop !== undefined && thread !== undefined;
  return useMemo(() => {
    if (!isOther) return undefined;
    const theirs = threadOf(models.seenBy(mine === 'app' ? 'server' : 'app', seq), thread.threadId);
    const other = theirs?.threadId === thread.threadId ? theirs : undefined;
    const found = mine === 'app' ? messageDifferences(other, thread) : messageDifferences(thread, other);
    const { missing, extra, different } = found;
    return missing.size + extra.size + different.size === 0 ? undefined : found;
  }, [isOther, thread, mine, seq]);
}

/** Newest event up to the cursor at which the client stops. */
function useStop(): number | undefined {
  const { cursor, findings } = useSession();
  const seq = cursor.seq.value;
  let stop: number | undefined;
  for (const finding of findings.listed.value) {
    if (finding.clientStops && finding.seq <= seq && finding.seq > (stop ?? -1)) stop = finding.seq;
  }
  return stop;
}

function ViewDifference({ found }: { found: MessageDifferences }) {
  const stop = useStop();
  const text = TEXTS.messages.perspective.differ(found.missing.size, found.extra.size, found.different.size);
  return (
    <p class="bar bar-warning" role="status">
      <span title={text}>{text}</span>{' '}
      <SeqLink seq={stop}>{TEXTS.messages.perspective.stoppedAt(stop ?? 0)}</SeqLink>
    </p>
  );
}

function differenceAt(
  found: MessageDifferences | undefined,
  id: string,
  isAppView: boolean,
): string | undefined {
  if (found === undefined) return undefined;
  if (found.missing.has(id)) return TEXTS.messages.perspective.missing;
  if (found.extra.has(id)) return TEXTS.messages.perspective.extra;
  if (found.different.has(id))
    return isAppView ? TEXTS.messages.perspective.differentInApp : TEXTS.messages.perspective.differentSent;
  return undefined;
}

export function MessagesView() {
  const { models } = useSession();
  const thread = useThread();
  const effect = useSnapshotEffect(thread);
  const found = useViewDifference(thread);
  return (
    <div class="state messages">
      <Bar thread={thread} />
      {found !== undefined && <ViewDifference found={found} />}
      {thread !== undefined && <HistoryNote thread={thread} />}
      {thread !== undefined && <SentNote thread={thread} />}
      {thread === undefined ? (
        <p class="nothing">{TEXTS.messages.noMessages}</p>
      ) : (
        <Conversation
          key={thread.threadId}
          thread={thread}
          effect={effect}
          differenceOf={(id) => differenceAt(found, id, models.perspective.value === 'app')}
        />
      )}
    </div>
  );
}

function Bar({ thread }: { thread: Thread | undefined }) {
  const workspace = useWorkspace();
  const { settings } = workspace;
  return (
    <div class="view-bar">
      <label>
        <input
          type="checkbox"
          checked={settings.values.value.isMarkdown}
          onChange={(event) => settings.change({ isMarkdown: event.currentTarget.checked })}
        />{' '}
        {TEXTS.messages.markdown}
      </label>
      <MenuButton
        label={TEXTS.messages.copy}
        isDisabled={thread === undefined || thread.messages.length === 0}
        items={() => itemsOf(conversationEntries, { workspace, thread })}
      >
        {TEXTS.messages.copyShort}
      </MenuButton>
      <ThreadPicker />
      <PerspectivePicker />
    </div>
  );
}
