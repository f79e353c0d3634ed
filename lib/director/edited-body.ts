// The body of a response whose events are edited. It is read at the pace of the page, and the bytes between edited
// events are those of the source.
import { type EventFormat, frameOf } from '../core/agui/event-frame';
import { encodedEvent, PREFIX_BYTES } from '../core/agui/proto-message';
import { joinBytes, lengthPrefixed } from '../messages/base64';
import type { EditedEvent } from '../messages/event-edits';
import { createEventEditor, type EventEditorParts } from './event-editor';
import { createFrameSplitter, type SplitFrame, withText } from './frame-splitter';

interface EditedBodyParts extends EventEditorParts {
  readonly source: ReadableStreamDefaultReader<BodyChunk>;
  readonly format: EventFormat;
  readonly networkError: () => unknown;
  readonly onEnd: () => void;
}

export interface EditedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly goOn: () => void;
  readonly fail: (error: unknown) => void;
}

/** Maximum number of bytes that are read ahead while an event is held. */
const AHEAD_MAX = 16 * 1024 * 1024;

type BodyChunk = Uint8Array<ArrayBuffer>;

/** A source that can be read ahead while its reader waits, because gateways time out. */
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
  const { source: reader, format, networkError, onEnd } = parts;
  const source = createSource(reader);
  const { push, end } = createFrameSplitter(format);
  const editor = createEventEditor({
    ...parts,
    onHold(event, resume) {
      void source.readAhead(editor.mayReadAhead);
      return parts.onHold(event, resume);
    },
  });
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let controller: ReadableByteStreamController | undefined;
  let isOver = false;

  /**
   * The message of a frame with an edited event: half of it if halved, or the text if it cannot be encoded. Clients
   * can decode neither.
   */
  const messageOf = ({ bytes }: SplitFrame, text: string, isHalved: boolean): Uint8Array =>
    isHalved
      ? bytes.slice(PREFIX_BYTES, PREFIX_BYTES + Math.ceil((bytes.length - PREFIX_BYTES) / 2))
      : (encodedEvent(text) ?? encoder.encode(text));
  /** The bytes of a frame with an edited event; the first text replaces its own. */
  const bytesOf = (frame: SplitFrame, { texts, isHalved = false }: EditedEvent): Uint8Array[] =>
    texts.map((each) => {
      const { bytes, text } = frame;
      if (each === text) return bytes;
      if (format === 'proto') return lengthPrefixed(messageOf(frame, each, isHalved));
      const isOwn = format === 'sse' && texts.length === 1;
      return encoder.encode(isOwn ? withText(decoder.decode(bytes), each) : frameOf(format, each));
    });
  async function* edited(frames: readonly SplitFrame[]): AsyncGenerator<Uint8Array<ArrayBuffer>, boolean> {
    let untouched: Uint8Array[] = [];
    for (const frame of frames) {
      const edit = frame.text === undefined ? undefined : editor.editFor(frame.text);
      if (!edit) {
        untouched.push(frame.bytes);
        continue;
      }
      yield joinBytes(untouched);
      untouched = [];
      const result = await edit();
      if (!result) return true;
      yield joinBytes(bytesOf(frame, result));
      const { end: how } = result;
      if (how === 'network-error') throw networkError();
      if (how === 'complete') return true;
    }
    yield joinBytes(untouched);
    return false;
  }
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
    // A BYOB reader waits for its buffer.
    controller?.byobRequest?.respond(0);
  };
  const stop = (reason: unknown): void => {
    isOver = true;
    onEnd();
    editor.stop();
    // The page sees only the end of its own body.
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
  return { stream, goOn: () => editor.goOn(), fail };
}
