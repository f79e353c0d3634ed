// Which thread the views show: the one at the cursor, or the one that the user chose.
import type { Model, Thread } from '@/lib/model/types';
import { useSession } from '../context';
import { TEXTS } from '../texts';

/** The thread that the views are about: the chosen one while it exists, else the newest event's. */
export function useThread(): Thread | undefined {
  const { models, choices } = useSession();
  return threadOf(models.current.value, choices.thread.value);
}

/** The thread of an id, else the thread of the newest event. */
export function threadOf(model: Model, chosen: string | undefined): Thread | undefined {
  if (chosen !== undefined) {
    for (const thread of model.threads) if (thread.threadId === chosen) return thread;
  }
  return model.threads.at(model.current);
}

/** A choice of threads; nothing where there is only one. */
export function ThreadPicker() {
  const { models, choices } = useSession();
  const { threads } = models.current.value;
  const thread = useThread();
  if (threads.length < 2 || thread === undefined) return null;
  return (
    <label class="thread-picker">
      {TEXTS.threadPicker}{' '}
      <select
        value={choices.thread.value ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          choices.thread.value = value === '' ? undefined : value;
        }}
      >
        <option value="">{TEXTS.threadAtCursor(thread.threadId)}</option>
        {[...threads].map(({ threadId }) => (
          <option key={threadId} value={threadId}>
            {threadId}
          </option>
        ))}
      </select>
    </label>
  );
}
