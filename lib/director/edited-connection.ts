// An EventSource or a WebSocket whose events are edited. The object stays the browser's own: an event that a rule
// matches is stopped before the page gets it, and others are dispatched instead. Events after a waiting one are
// stopped, too, and follow it in order. Messages of the page on a WebSocket are edited before they are sent.
import { sentNote } from '../messages/edit-notes';
import { isObject, parseJson } from '../messages/values';
import { dispatchEvent } from '../page/natives';
import type { RecordWriter } from '../page/slot';
import { createEditedSends, type EditedSends } from './edited-sends';
import { createEventEditor, type EventEditorParts } from './event-editor';

export type ConnectionTap = 'event-source' | 'web-socket';

export interface OwnConnection {
  readonly readState: () => unknown;
  readonly close: (args: readonly unknown[]) => void;
}

/** The browser's own connection. The page may have replaced the class, but not the prototype of the object. */
export function nativeConnection(target: EventTarget): OwnConnection {
  const inherited = (key: string): unknown => Reflect.get(Object.getPrototypeOf(target), key, target);
  return {
    readState: () => inherited('readyState'),
    close(args) {
      const close = inherited('close');
      if (typeof close === 'function') Reflect.apply(close, target, args);
    },
  };
}

interface EditedConnectionParts extends Omit<EventEditorParts, 'note'> {
  readonly page: Pick<Window & typeof globalThis, 'Event' | 'MessageEvent' | 'CloseEvent'>;
  readonly target: EventTarget;
  readonly tap: ConnectionTap;
  /** The native members of the connection. */
  readonly own: OwnConnection;
  readonly sent: Omit<EventEditorParts, 'note'>;
  /** Settles once the rules are known; undefined if they are. */
  readonly untilKnown: () => Promise<void> | undefined;
  readonly writer: () => RecordWriter | undefined;
  readonly onBinary: (isSent: boolean) => void;
  readonly onIdle: () => void;
}

export interface EditedConnection {
  /** Receives an event before the tap and the page; true if the tap must ignore it. */
  readonly take: (event: Event) => boolean;
  /** Receives a message of the page on an open socket; false leaves it to the browser. */
  readonly takeSent: EditedSends['take'];
  readonly goOn: () => void;
  /** False while events wait, or while one of the browser's must still be stopped. */
  readonly isIdle: () => boolean;
}

interface WaitingEvent {
  readonly event: Event;
  readonly text: string | undefined;
  /** State of the connection that the page sees with the event. */
  readonly state: unknown;
  readonly edit: ReturnType<ReturnType<typeof createEventEditor>['editFor']>;
}

/** Maximum length of the messages after a held one, in UTF-16 units. */
const BEHIND_MAX = 16 * 1024 * 1024;

const NOTES_MAX = 100;

/** State of a closed connection. */
export const CLOSED: Readonly<Record<ConnectionTap, number>> = { 'event-source': 2, 'web-socket': 3 };
/** Close codes of a socket that the server closes, and of one that breaks. */
export const END_CODE = 1000;
export const BREAK_CODE = 1006;

function typeIn(text: string): string | undefined {
  const event = parseJson(text);
  const type = isObject(event) ? event['type'] : undefined;
  return typeof type === 'string' && type !== '' ? type : undefined;
}

export function createEditedConnection(parts: EditedConnectionParts): EditedConnection {
  const { page, target, tap, own, untilKnown, writer, onIdle } = parts;
  /** Notes until there is a record: that of a socket begins with its first AG-UI message. */
  const notes: string[] = [];
  const writeNotes = (): void => {
    const record = notes.length > 0 ? writer() : undefined;
    if (record) for (const text of notes.splice(0)) record.note(text);
  };
  const note = (text: string): void => {
    if (notes.push(text) > NOTES_MAX) notes.shift();
    writeNotes();
  };
  const editor = createEventEditor({ ...parts, note });
  /** Events dispatched here; true for those that the tap must ignore. */
  const made = new WeakMap<Event, boolean>();
  const queue: WaitingEvent[] = [];
  let behind = 0;
  let isBusy = false;
  let isDressed = false;
  /** True once the page has closed it. */
  let isClosed = false;
  /** True once an edit has ended it; the browser's own `close` event of a socket is still to come. */
  let isEnded = false;
  let isCloseDue = false;
  /** State that the page sees while events wait. */
  let seen: unknown;

  const giveUp = (): void => {
    const left = isEnded ? [] : queue.filter(({ event }) => event.type === 'close');
    queue.splice(0, queue.length, ...left);
    behind = 0;
    editor.stop();
    sends.stop();
  };
  const dress = (): void => {
    if (isDressed) return;
    isDressed = true;
    const readState = (): unknown => (isEnded ? CLOSED[tap] : isBusy && !isClosed ? seen : own.readState());
    const close = (...args: unknown[]): void => {
      sends.flush();
      own.close(args);
      isClosed = true;
      giveUp();
    };
    Object.defineProperty(target, 'readyState', { get: readState, configurable: true });
    Object.defineProperty(target, 'close', { value: close, configurable: true, writable: true });
  };
  const dispatch = (event: Event, isIgnored = false): void => {
    made.set(event, isIgnored);
    dispatchEvent(target, event);
    writeNotes();
  };
  const withText = (event: MessageEvent, text: unknown): Event => {
    const { type, origin, lastEventId, data } = event;
    // Events named by their types.
    const isNamed = type !== 'message' && typeof data === 'string' && type === typeIn(data);
    const name = isNamed && typeof text === 'string' ? (typeIn(text) ?? type) : type;
    return new page.MessageEvent(name, { data: text, origin, lastEventId });
  };
  const again = (event: Event): Event => {
    if (event instanceof page.MessageEvent) return withText(event, event.data);
    if (!(event instanceof page.CloseEvent)) return new page.Event(event.type);
    const { code, reason, wasClean } = event;
    return new page.CloseEvent(event.type, { code, reason, wasClean });
  };
  /** Closes the connection to the server; the page sees it closed by the server, or broken. */
  const end = (how: 'complete' | 'network-error'): void => {
    const isSocket = tap === 'web-socket';
    const wasClean = how === 'complete';
    const code = wasClean ? END_CODE : BREAK_CODE;
    isEnded = true;
    isCloseDue = isSocket && own.readState() !== CLOSED[tap];
    giveUp();
    writer()?.close(how, isSocket ? code : undefined);
    own.close([]);
    if (!isSocket || !wasClean) dispatch(new page.Event('error'), true);
    if (isSocket) dispatch(new page.CloseEvent('close', { code, reason: '', wasClean }), true);
  };
  const sends = createEditedSends({
    ...parts.sent,
    untilKnown,
    onWait: dress,
    onBinary: () => parts.onBinary(true),
    note: (text) => note(sentNote(text)),
    end(texts, how) {
      for (const text of texts) dispatch(new page.MessageEvent('message', { data: text }));
      end(how);
    },
    onIdle,
  });
  const deliver = async ({ event, text, state, edit: known }: WaitingEvent): Promise<void> => {
    const edit = text === undefined ? undefined : (known ?? editor.editFor(text));
    if (!edit) {
      seen = state;
      dispatch(again(event));
      return;
    }
    const result = await edit();
    // A listener of the page may close it.
    for (const each of result?.texts ?? [])
      if (!isClosed && event instanceof page.MessageEvent) dispatch(withText(event, each));
    if (result?.end && !isClosed) end(result.end);
  };
  const deliverAll = async (): Promise<void> => {
    await untilKnown();
    for (let next = queue.shift(); next; next = queue.shift()) {
      behind = Math.max(0, behind - (next.text?.length ?? 0));
      await deliver(next);
    }
    isBusy = false;
    onIdle();
  };
  function take(event: Event): boolean {
    const isIgnored = made.get(event);
    if (isIgnored !== undefined) return isIgnored;
    writeNotes();
    if (event.type === 'close') sends.stop();
    if (isEnded) {
      event.stopImmediatePropagation();
      if (event.type === 'close') isCloseDue = false;
      onIdle();
      return true;
    }
    if (isClosed) return false;
    const isMessage = event instanceof page.MessageEvent;
    if (!isBusy && !isMessage) return false;
    const text = isMessage && typeof event.data === 'string' ? event.data : undefined;
    const isNew = !isBusy && !untilKnown();
    const edit = isNew && text !== undefined ? editor.editFor(text) : undefined;
    if (isNew && text === undefined) parts.onBinary(false);
    if (isNew && !edit) return false;
    event.stopImmediatePropagation();
    dress();
    const state = own.readState();
    queue.push({ event, text, state, edit });
    behind += text?.length ?? 0;
    if (behind > BEHIND_MAX) editor.goOn('too much waited behind it');
    if (isBusy) return true;
    isBusy = true;
    seen = state;
    void deliverAll();
    return true;
  }
  return {
    take,
    takeSent: (data, send) =>
      sends.take(data, (sent) => {
        send(sent);
        writeNotes();
      }),
    goOn() {
      editor.goOn();
      sends.goOn();
    },
    isIdle: () => !isBusy && !isCloseDue && sends.isIdle(),
  };
}
