// The conversation as the app has it at the cursor.
import type { Message } from '@ag-ui/core';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Json } from '@/lib/agui/json';
import { callOfThread } from '@/lib/model/queries';
import type { MessageEntry, Thread } from '@/lib/model/types';
import { goTo } from '@/lib/session/navigate';
import type { Session } from '@/lib/session/session';
import { useSession } from '../context';
import { ContentParts } from '../parts/content-parts';
import { PerspectivePicker } from '../parts/perspective-picker';
import { ThreadPicker, useThread } from '../parts/thread-picker';
import { TEXTS } from '../texts';
import { cut } from '../ui/json-rows';
import { JsonTree } from '../ui/json-tree';

/** How many messages are shown at first; earlier ones on demand. */
const SHOWN = 60;

/** Messages of the thread at the cursor; other threads are one choice away. */
export function MessagesView() {
  const session = useSession();
  const shown = useSignal(SHOWN);
  const thread = useThread();
  const list = useRef<HTMLOListElement>(null);
  useReading(list, session);
  if (thread === undefined) return <p class="nothing">{TEXTS.noMessages}</p>;
  const skip = Math.max(thread.messages.length - shown.value, 0);
  return (
    <div class="messages pad">
      <div class="pickers">
        <ThreadPicker />
        <PerspectivePicker />
      </div>
      {thread.messages.length === 0 && <p class="nothing">{TEXTS.noMessages}</p>}
      {skip > 0 && (
        <button type="button" class="link" onClick={() => (shown.value += SHOWN)}>
          {skip.toLocaleString()} earlier messages
        </button>
      )}
      <ol class="conversation" ref={list}>
        {slice(thread, skip).map((entry) => (
          <MessageItem key={entry.message.id} entry={entry} touched={entry.lastSeq === session.seq.value} />
        ))}
      </ol>
    </div>
  );
}

/** Keeps in view what the cursor is about: the end while it is live, else the message that its event touched. */
function useReading(list: RefObject<HTMLElement | null>, session: Session): void {
  const seq = session.seq.value;
  const isLive = session.cursor.value === 'live';
  // Whether the end was in view when it was last looked at: who has scrolled up is left alone.
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const box = list.current?.closest('.view');
    if (box === null || box === undefined) return;
    const onScroll = () => {
      atEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - 40;
    };
    box.addEventListener('scroll', onScroll);
    return () => box.removeEventListener('scroll', onScroll);
  }, [list.current]);
  useLayoutEffect(() => {
    const box = list.current?.closest('.view');
    if (box === null || box === undefined) return;
    const touched = list.current?.querySelector('.touched');
    if (isLive && atEnd.current) box.scrollTop = box.scrollHeight;
    else if (!isLive && touched) reveal(box, touched);
  }, [seq, isLive]);
}

// Not scrollIntoView: that also moves the panes around the box.
function reveal(box: Element, element: Element): void {
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  // Of a message that is taller than the box the end is shown: that is where text arrives.
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
}

function slice(thread: Thread, from: number): MessageEntry[] {
  const entries: MessageEntry[] = [];
  for (let i = from; i < thread.messages.length; i++) {
    const entry = thread.messages.at(i);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function MessageItem({ entry, touched }: { entry: MessageEntry; touched: boolean }) {
  const session = useSession();
  const { message } = entry;
  const name = 'name' in message && typeof message.name === 'string' ? ` ${message.name}` : '';
  return (
    <li class={`message role-${message.role} ${touched ? 'touched' : ''}`}>
      <header>
        <span class="role">
          {message.role}
          {name}
        </span>
        {entry.subagentRunId !== undefined && <span class="tag">subagent {entry.subagentRunId}</span>}
        {entry.open && <span class="tag open">streaming</span>}
        <button
          type="button"
          class="link id"
          title={`Message ${message.id}, from ${entry.via}. Go to its last event.`}
          onClick={() => goTo(session, entry.lastSeq)}
        >
          {cut(message.id, 24)}
        </button>
      </header>
      <Body message={message} />
    </li>
  );
}

function Body({ message }: { message: Message }) {
  switch (message.role) {
    case 'activity':
      return (
        <>
          <p class="dim">{message.activityType}</p>
          <JsonTree label={`Activity ${message.id}`} value={message.content as Json} depth={1} />
        </>
      );
    case 'assistant':
      return (
        <>
          {message.content !== undefined && message.content !== '' && (
            <p class="content">{message.content}</p>
          )}
          {message.toolCalls?.map((call) => (
            <InlineCall key={call.id} id={call.id} name={call.function.name} args={call.function.arguments} />
          ))}
        </>
      );
    case 'tool':
      return (
        <>
          <p class="dim">
            answer to {message.toolCallId}
            {message.error !== undefined && <span class="sign-error"> · {message.error}</span>}
          </p>
          <ContentParts content={message.content as Json} />
        </>
      );
    case 'reasoning':
      return (
        <>
          <p class="content">{message.content}</p>
          {message.encryptedValue !== undefined && (
            <p class="dim">encrypted value, {message.encryptedValue.length} characters</p>
          )}
        </>
      );
    default:
      return <ContentParts content={message.content as Json} />;
  }
}

function InlineCall({ id, name, args }: { id: string; name: string; args: string }) {
  const session = useSession();
  const thread = useThread();
  const call = thread === undefined ? undefined : callOfThread(session.model.value, thread, id);
  return (
    <button
      type="button"
      class="inline-call"
      title={`Tool call ${id}. Go to its last event.`}
      onClick={() => call !== undefined && goTo(session, call.resultSeq ?? call.endSeq ?? call.startSeq)}
    >
      <span class="call-name">ƒ {name}</span>
      <code>{cut(args, 400)}</code>
      {call !== undefined && <span class={`tag call-${call.status}`}>{call.status}</span>}
    </button>
  );
}
