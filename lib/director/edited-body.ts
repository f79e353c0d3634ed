// The body of an answer whose events are edited on their way to the page. It is read at the pace of the page, and the
// bytes between edited events are those of the source.
import { HELD_TEXT_MAX, type HeldCommand, type HeldEvent } from '../messages/arming';
import { delayedBy, editedNote, forwardedNote, heldNote } from '../messages/edit-notes';
import {
  createEventNames,
  type EventEdit,
  type EventMatch,
  editEvent,
  fitsType,
  type NamedEvent,
} from '../messages/event-edits';
import type { ActionOf } from '../messages/page-rules';
import {
  createFrameSplitter,
  type EventFormat,
  frameOf,
  joinBytes,
  type SplitFrame,
  withText,
} from './frame-splitter';

/** A rule that edits events. */
export interface EventRule {
  readonly id: string;
  /** Position of the rule in the list, from 1. */
  readonly position: number;
  readonly event: EventMatch;
  readonly edit: ActionOf<'change'>['edit'];
}

export interface EditedBodyParts {
  readonly source: ReadableStreamDefaultReader<BodyChunk>;
  readonly format: EventFormat;
  /** Rules in force, in order: the first that matches an event edits it. */
  readonly rules: () => readonly EventRule[];
  readonly networkError: () => unknown;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  /** Called at each edit. */
  readonly onEdit: (rule: EventRule) => void;
  /** Writes into the record of the answer, before the page gets the result. */
  readonly note: (text: string) => void;
  /** Called when an event is held, with what ends that; false lets it go on at once. */
  readonly onHold: (event: Omit<HeldEvent, 'id'>, resume: (command: HeldCommand) => void) => boolean;
  readonly onResume: () => void;
  readonly onEnd: () => void;
}

export interface EditedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends a delay, or a hold. */
  readonly goOn: () => void;
  readonly fail: (error: unknown) => void;
}

const DONE: Readonly<Record<Exclude<EventEdit['kind'], 'delay'>, string>> = {
  drop: 'dropped',
  hold: 'held',
  repeat: 'sent twice',
  halve: 'cut in half',
  replace: 'replaced',
  insert: 'an event was inserted before it',
  end: 'the answer was ended here',
  break: 'the connection was broken here',
  'run-error': 'replaced by RUN_ERROR, and the answer ended',
};

/** The result of an edit, as a log has it. */
function didText(edit: EventEdit, waitedMs = 0): string {
  if (edit.kind === 'delay') return delayedBy(waitedMs);
  return edit.kind === 'insert' && edit.isAfter ? 'an event was inserted after it' : DONE[edit.kind];
}

/** Type of an event as a log may hold it. */
const safeType = ({ type }: NamedEvent): string => (/^[\w.:-]{1,64}$/.test(type) ? type : 'an event');

/** Maximum number of bytes that are read ahead while an event is held. */
const AHEAD_MAX = 16 * 1024 * 1024;

type BodyChunk = Uint8Array<ArrayBuffer>;

/** A source that is read on while its reader waits, because gateways time out. */
function createSource(reader: ReadableStreamDefaultReader<BodyChunk>) {
  const queue: (() => ReadableStreamReadResult<BodyChunk>)[] = [];
  let size = 0;
  let isEnded = false;
  let pending: Promise<void> | undefined;
  const add = (result: () => ReadableStreamReadResult<BodyChunk>): void => {
    pending = undefined;
    queue.push(result);
  };
  const fill = (): Promise<void> => {
    pending ??= reader.read().then(
      (result) => {
        isEnded = result.done;
        size += result.value?.length ?? 0;
        add(() => result);
      },
      (error: unknown) => {
        isEnded = true;
        add(() => {
          throw error;
        });
      },
    );
    return pending;
  };
  return {
    async read(): Promise<ReadableStreamReadResult<BodyChunk>> {
      while (queue.length === 0) await fill();
      const result = queue.shift()?.() ?? { done: true, value: undefined };
      size -= result.value?.length ?? 0;
      return result;
    },
    async readAhead(isWanted: () => boolean): Promise<void> {
      while (isWanted() && !isEnded && size < AHEAD_MAX) await fill();
    },
  };
}

export function createEditedBody(parts: EditedBodyParts): EditedBody {
  const { source: reader, format, rules, networkError, now, after, onEdit, onEnd, note } = parts;
  const source = createSource(reader);
  const { push, end } = createFrameSplitter(format);
  const namesOf = createEventNames();
  const counts = new Map<string, number>();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let controller: ReadableByteStreamController | undefined;
  let goOn = (): void => {};
  let isOver = false;
  let isHolding = false;
  /** The rule whose hold goes from event to event. */
  let stepping: EventRule | undefined;

  /** The first rule for an event; counts the event for every rule that looked at it. */
  const ruleFor = ({ type, tool }: NamedEvent): EventRule | undefined =>
    rules().find(({ id, event }) => {
      if (!fitsType(event.type, type) || (event.tool !== undefined && event.tool !== tool)) return false;
      const nth = (counts.get(id) ?? 0) + 1;
      counts.set(id, nth);
      return event.nth === undefined || event.nth === nth;
    });
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
      after(ms, resolve);
    });
  /** Waits for the command for an event, and returns what it does with it. */
  const hold = async (text: string, name: NamedEvent, rule: EventRule): Promise<EventEdit> => {
    const type = safeType(name);
    const since = now();
    note(heldNote(type, rule.position));
    isHolding = true;
    void source.readAhead(() => isHolding);
    const command = await new Promise<HeldCommand | undefined>((resolve) => {
      goOn = () => resolve(undefined);
      const isShort = text.length <= HELD_TEXT_MAX;
      if (!parts.onHold({ rule: rule.id, type, ...(isShort && { text }) }, resolve)) goOn();
    });
    isHolding = false;
    goOn = () => {};
    parts.onResume();
    stepping = command?.kind === 'next' ? { ...rule, edit: { kind: 'hold' } } : undefined;
    const edit = command && command.kind !== 'next' && command.kind !== 'forward' ? command : undefined;
    const did = edit ? didText(edit) : 'went on';
    const why = command ? '' : ', because the rules were switched off';
    if (!isOver) note(forwardedNote(type, did, now() - since, why));
    return edit ?? { kind: 'hold' };
  };
  /** The bytes of a frame whose event was edited; the first text takes the place of its own. */
  const bytesOf = ({ bytes, text }: SplitFrame, texts: readonly string[]): Uint8Array[] =>
    texts.map((each) => {
      if (each === text) return bytes;
      const isOwn = format === 'sse' && texts.length === 1;
      return encoder.encode(isOwn ? withText(decoder.decode(bytes), each) : frameOf(format, each));
    });
  async function* edited(frames: readonly SplitFrame[]): AsyncGenerator<Uint8Array<ArrayBuffer>, boolean> {
    let untouched: Uint8Array[] = [];
    for (const frame of frames) {
      const name = frame.text === undefined ? undefined : namesOf(frame.text);
      const rule = name && (ruleFor(name) ?? stepping);
      if (!rule || frame.text === undefined) {
        untouched.push(frame.bytes);
        continue;
      }
      yield joinBytes(untouched);
      untouched = [];
      onEdit(rule);
      const isHold = rule.edit.kind === 'hold';
      const edit = isHold ? await hold(frame.text, name, rule) : rule.edit;
      const { texts, delayMs, end: how } = editEvent(edit, frame.text);
      const since = now();
      if (delayMs > 0) await wait(delayMs);
      if (isOver) return true;
      if (!isHold) note(editedNote(safeType(name), didText(edit, now() - since), rule.position));
      yield joinBytes(bytesOf(frame, texts));
      if (how === 'network-error') throw networkError();
      if (how === 'complete') return true;
    }
    yield joinBytes(untouched);
    return false;
  }
  /** The whole answer. */
  async function* output(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    for (;;) {
      const { done, value } = await source.read();
      const isEnded = yield* edited(done ? end() : push(value));
      if (done || isEnded) return;
    }
  }
  const pieces = output();
  const close = (): void => {
    controller?.close();
    // A reader that brought its own buffer waits for it.
    controller?.byobRequest?.respond(0);
  };
  const stop = (reason: unknown): void => {
    isOver = true;
    onEnd();
    goOn();
    // The page sees the end of its own body only.
    reader.cancel(reason).catch(() => undefined);
  };
  const fail = (error: unknown): void => {
    if (isOver) return;
    controller?.error(error);
    stop(error);
  };
  const stream: EditedBody['stream'] = new ReadableStream(
    {
      type: 'bytes',
      start(given) {
        controller = given;
      },
      async pull() {
        try {
          for (;;) {
            const { done, value } = await pieces.next();
            if (isOver) return;
            if (done) {
              stop(undefined);
              close();
              return;
            }
            if (value.length === 0) continue;
            controller?.enqueue(value);
            return;
          }
        } catch (error) {
          fail(error);
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return {
    stream,
    goOn() {
      stepping = undefined;
      goOn();
    },
    fail,
  };
}
