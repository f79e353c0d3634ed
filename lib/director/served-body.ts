// The body of a served response: a stream of bytes that the page reads at its own pace, like one from the network. No
// chunk is delivered before its recorded time.

interface ServedBodyParts {
  readonly chunks: readonly { readonly t: number; readonly bytes: Uint8Array<ArrayBuffer> }[];
  /** Start of the body, milliseconds since the request. */
  readonly startT: number;
  readonly endT: number;
  /** The error at the end, if the body does not complete. */
  readonly broken?: (() => unknown) | undefined;
  readonly isPaused: boolean;
  /** Factor of the recorded speed; 0 for no delays. */
  readonly pace: number;
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  /** Called before the first chunk. */
  readonly onBegin: () => void;
  /** Called at every chunk, and at the end. */
  readonly onChange: () => void;
}

export interface ServedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly play: () => void;
  readonly pause: () => void;
  /** Delivers the next chunk, or the end, at the next read. */
  readonly step: () => void;
  readonly fail: (error: unknown) => void;
  readonly state: () => { readonly isPlaying: boolean; readonly isOver: boolean };
}

export function createServedBody(parts: ServedBodyParts): ServedBody {
  const { endT, pace, now } = parts;
  const chunks = parts.chunks.filter(({ bytes }) => bytes.length > 0);
  let delivered = 0;
  let isOver = false;
  let isPlaying = !parts.isPaused;
  /** Position in the recording, milliseconds since the request. */
  let position = parts.startT;
  let since = now();
  let controller: ReadableByteStreamController | undefined;
  /** Ends the wait of the current read if its time has come. */
  let attempt = (): void => {};

  const advance = (): void => {
    const t = now();
    if (isPlaying) position += (t - since) * pace;
    since = t;
  };
  const dueT = (): number => chunks[delivered]?.t ?? endT;
  const isDue = (): boolean => {
    advance();
    return (isPlaying && pace === 0) || position >= dueT();
  };
  const end = (): void => {
    isOver = true;
    if (parts.broken) controller?.error(parts.broken());
    else {
      controller?.close();
      // A BYOB reader waits for its buffer.
      controller?.byobRequest?.respond(0);
    }
  };
  const deliver = (): void => {
    const chunk = chunks[delivered];
    if (chunk) {
      if (delivered === 0) parts.onBegin();
      delivered++;
      controller?.enqueue(chunk.bytes);
    } else end();
    parts.onChange();
  };
  const stream: ServedBody['stream'] = new ReadableStream(
    {
      type: 'bytes',
      start(given) {
        controller = given;
      },
      pull: () =>
        new Promise<void>((resolve) => {
          let isWaiting = true;
          attempt = () => {
            if (!isWaiting) return;
            const isNow = !isOver && isDue();
            if (isNow) deliver();
            if (isNow || isOver) {
              isWaiting = false;
              resolve();
            } else if (isPlaying) parts.after(Math.max(1, (dueT() - position) / pace), attempt);
          };
          attempt();
        }),
      cancel() {
        isOver = true;
        parts.onChange();
      },
    },
    { highWaterMark: 0 },
  );
  const set = (playing: boolean): void => {
    advance();
    isPlaying = playing;
    attempt();
    parts.onChange();
  };
  return {
    stream,
    play: () => set(true),
    pause: () => set(false),
    step() {
      advance();
      isPlaying = false;
      position = Math.max(position, dueT());
      attempt();
      parts.onChange();
    },
    fail(error) {
      if (isOver) return;
      isOver = true;
      controller?.error(error);
      attempt();
      parts.onChange();
    },
    state: () => ({ isPlaying, isOver }),
  };
}
