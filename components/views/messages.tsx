// The Messages view: the conversation at the cursor.
import type { Thread } from '@/lib/core/model/types';
import { useSession, useWorkspace } from '../app/context';
import { conversationEntries } from '../menus/message-menu';
import { Conversation } from '../messages/conversation';
import { HistoryNote, SentNote, useSnapshotEffect } from '../messages/conversation-notes';
import { differenceAt, useViewDifference, ViewDifference } from '../messages/view-difference';
import { PerspectivePicker } from '../parts/perspective-picker';
import { ThreadPicker, useThread } from '../parts/thread-picker';
import { TEXTS } from '../texts';
import { itemsOf, MenuButton } from '../ui/menu';

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
