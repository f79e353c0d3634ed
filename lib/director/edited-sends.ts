// Messages that a page sends over a WebSocket, edited on their way to the server. Those behind one that waits follow it in
// their order.
import { createEventEditor, type EventEditorParts } from './event-editor';
import { readSent } from './sent-data';

export interface EditedSendsParts extends EventEditorParts {
  /** Settles once it is known whether there are rules; undefined if it is. */
  readonly untilKnown: () => Promise<void> | undefined;
  readonly send: (data: unknown) => void;
  /** Ends the connection; the page gets the texts first. */
  readonly end: (texts: readonly string[], how: 'complete' | 'network-error') => void;
  /** Called once no message waits. */
  readonly onIdle: () => void;
}

export interface EditedSends {
  /** Takes what an open socket is to send; false leaves it to the browser. */
  readonly take: (data: unknown) => boolean;
  /** Ends a delay, or a hold. */
  readonly goOn: () => void;
  /** Forgets what waits. */
  readonly stop: () => void;
  readonly isIdle: () => boolean;
}

interface WaitingMessage {
  readonly data: ReturnType<typeof readSent>;
  readonly edit: ReturnType<ReturnType<typeof createEventEditor>['editFor']>;
}

/** Maximum length of the texts behind one that is held, in UTF-16 units. */
const BEHIND_MAX = 16 * 1024 * 1024;

export function createEditedSends(parts: EditedSendsParts): EditedSends {
  const { untilKnown, send, end, onIdle } = parts;
  const editor = createEventEditor(parts);
  const queue: WaitingMessage[] = [];
  let behind = 0;
  let isBusy = false;

  const deliver = async ({ data, edit: known }: WaitingMessage): Promise<void> => {
    const edit = typeof data === 'string' ? (known ?? editor.editFor(data)) : undefined;
    if (!edit) {
      send(data);
      return;
    }
    const result = await edit();
    if (result?.end) end(result.texts, result.end);
    else for (const text of result?.texts ?? []) send(text);
  };
  const deliverAll = async (): Promise<void> => {
    await untilKnown();
    for (let next = queue.shift(); next; next = queue.shift()) {
      behind -= lengthOf(next);
      await deliver(next);
    }
    isBusy = false;
    onIdle();
  };
  return {
    take(given) {
      const isNew = !isBusy && !untilKnown();
      if (isNew && typeof given !== 'string') return false;
      const data = readSent(given);
      const edit = isNew && typeof data === 'string' ? editor.editFor(data) : undefined;
      if (isNew && !edit) return false;
      const message = { data, edit };
      queue.push(message);
      behind += lengthOf(message);
      if (behind > BEHIND_MAX) editor.goOn('too much waited behind it');
      if (isBusy) return true;
      isBusy = true;
      void deliverAll();
      return true;
    },
    goOn: () => editor.goOn(),
    stop() {
      queue.length = 0;
      behind = 0;
      editor.stop();
    },
    isIdle: () => !isBusy,
  };
}

const lengthOf = ({ data }: WaitingMessage): number => (typeof data === 'string' ? data.length : 0);
