// Messages of the page on a WebSocket, edited before they are sent. Messages after a waiting one follow it in order.
import { counted } from '../core/json/format';
import type { SentData } from '../page/slot';
import { createEventEditor, type EventEditorParts } from './event-editor';

type SendMessage = (data: SentData) => unknown;

interface EditedSendsParts extends EventEditorParts {
  readonly untilKnown: () => Promise<void> | undefined;
  /** Called before a message waits. */
  readonly onWait: () => void;
  readonly onBinary: () => void;
  /** Ends the connection; the page gets the texts first. */
  readonly end: (texts: readonly string[], how: 'complete' | 'network-error') => void;
  readonly onIdle: () => void;
}

export interface EditedSends {
  /** Takes a message of the page; false leaves it to the browser. */
  readonly take: (data: SentData, send: SendMessage) => boolean;
  readonly goOn: () => void;
  /** Sends all waiting messages unchanged, when the page closes the connection. */
  readonly flush: () => void;
  /** Called when the connection is closed. */
  readonly stop: () => void;
  readonly isIdle: () => boolean;
}

interface WaitingMessage {
  readonly data: SentData;
  readonly send: SendMessage;
  readonly edit: ReturnType<ReturnType<typeof createEventEditor>['editFor']>;
}

/** Maximum size of the messages after a held one, in bytes or UTF-16 units. */
const BEHIND_MAX = 16 * 1024 * 1024;

function messageSize({ data }: WaitingMessage): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : data.size;
}

export function createEditedSends(parts: EditedSendsParts): EditedSends {
  const { rules, untilKnown, onWait, onBinary, end, onIdle, note } = parts;
  const editor = createEventEditor(parts);
  /** The first message is being edited. */
  const queue: WaitingMessage[] = [];
  let behind = 0;
  let isOver = false;

  const deliver = async ({ data, send, edit: known }: WaitingMessage): Promise<void> => {
    const edit = typeof data === 'string' ? (known ?? editor.editFor(data)) : undefined;
    if (!edit) {
      send(data);
      return;
    }
    const result = await edit();
    if (isOver) return;
    if (result?.end) end(result.texts, result.end);
    else for (const text of result?.texts ?? []) send(text);
  };
  const deliverAll = async (): Promise<void> => {
    await untilKnown();
    for (let [next] = queue; next; [next] = queue) {
      behind -= messageSize(next);
      // After a failure, later messages are still sent.
      await deliver(next).catch(() => undefined);
      queue.shift();
    }
    onIdle();
  };
  const clear = (): readonly WaitingMessage[] => {
    isOver = true;
    editor.stop();
    return queue.splice(0);
  };
  return {
    take(data, send) {
      if (isOver) return false;
      const isNew = queue.length === 0 && !untilKnown();
      if (isNew && typeof data !== 'string') {
        if (rules().length > 0) onBinary();
        return false;
      }
      const edit = isNew && typeof data === 'string' ? editor.editFor(data) : undefined;
      if (isNew && !edit) return false;
      onWait();
      const message = { data, send, edit };
      queue.push(message);
      behind += messageSize(message);
      if (behind > BEHIND_MAX) editor.goOn('too much waited behind it');
      if (queue.length === 1) void deliverAll();
      return true;
    },
    goOn: () => editor.goOn(),
    flush() {
      const left = clear();
      if (left.length > 0)
        note(`${counted(left.length, 'message')} unchanged, because the page closed the connection`);
      for (const { data, send } of left) send(data);
    },
    stop() {
      const left = clear();
      if (left.length > 0)
        note(`${counted(left.length, 'message')}, which did not arrive: the connection was closed`);
    },
    isIdle: () => queue.length === 0,
  };
}
