// The body of an answer whose events are edited on their way to the page. It is read at the pace of the page, and the
// bytes between edited events are those of the source.
import {
  createEventNames,
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
  readonly source: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly format: EventFormat;
  /** Rules in force, in order: the first that matches an event edits it. */
  readonly rules: () => readonly EventRule[];
  readonly networkError: () => unknown;
  readonly after: (ms: number, work: () => void) => void;
  /** Called at each edit, before the page gets its result. */
  readonly onEdit: (rule: EventRule, note: string) => void;
  readonly onEnd: () => void;
}

export interface EditedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends a delay. */
  readonly goOn: () => void;
  readonly fail: (error: unknown) => void;
}

const DONE: Readonly<Record<EventRule['edit']['kind'], string>> = {
  drop: 'dropped',
  delay: 'delayed',
  repeat: 'sent twice',
  halve: 'cut in half',
  replace: 'replaced',
  insert: 'an event was inserted',
  end: 'the answer was ended here',
  break: 'the connection was broken here',
  'run-error': 'replaced by RUN_ERROR, and the answer ended',
};

/** Type of an event as a log may hold it. */
const safeType = ({ type }: NamedEvent): string => (/^[\w.:-]{1,64}$/.test(type) ? type : 'an event');

export function createEditedBody(parts: EditedBodyParts): EditedBody {
  const { source, format, rules, networkError, after, onEdit, onEnd } = parts;
  const { push, end } = createFrameSplitter(format);
  const namesOf = createEventNames();
  const counts = new Map<string, number>();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let controller: ReadableByteStreamController | undefined;
  let goOn = (): void => {};
  let isOver = false;

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
      const rule = name && ruleFor(name);
      if (!rule || frame.text === undefined) {
        untouched.push(frame.bytes);
        continue;
      }
      yield joinBytes(untouched);
      untouched = [];
      const { texts, delayMs, end: how } = editEvent(rule.edit, frame.text);
      if (delayMs > 0) await wait(delayMs);
      if (isOver) return true;
      onEdit(rule, `${safeType(name)}: ${DONE[rule.edit.kind]} by rule ${rule.position}`);
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
    source.cancel(reason).catch(() => undefined);
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
  return { stream, goOn: () => goOn(), fail };
}
