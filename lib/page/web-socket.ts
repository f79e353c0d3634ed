// WebSocket: messages in both directions. Nothing is written until one of the first messages looks like AG-UI; a
// socket that never does is forgotten, along with its messages.

import {
  apply,
  bytesOf,
  createList,
  createNotes,
  forEach,
  isBlob,
  isBuffer,
  isObject,
  membersOf,
  NativeUint8Array,
  push,
  readBlob,
  shift,
  words,
} from './natives';
import { unitsOf } from './payload';
import { slot as director, type SentData } from './slot';
import { createSniffer, isEvent } from './sniffer';
import type { Emit, Message, PageWindow, Patcher, Tap } from './tap';

interface Socket {
  readonly take: (dir: Message['dir'], value: ReturnType<typeof dataIn>) => void;
  readonly closing: () => void;
}

const OPEN = 1;
const EVENTS = words('open message error close');

/** A message as it is kept: a copy of bytes, a Blob, anything else as text. */
function dataIn(value: unknown): SentData {
  if (isObject(value)) {
    const bytes = bytesOf(value) ?? (isBuffer(value) ? new NativeUint8Array(value) : undefined);
    if (bytes) return new NativeUint8Array(bytes);
    if (isBlob(value)) return value;
  }
  // Runs code of the page for an object that has to be converted, which the browser would do at the same moment.
  return `${value}`;
}

function tapWebSocket(
  page: PageWindow,
  emit: Emit,
  { safely, listenTo, method, observe, observeMade }: Patcher,
): void {
  const { url, protocol, readyState } = membersOf(page.WebSocket);
  const { data: dataOf } = membersOf(page.MessageEvent);
  const { wasClean, code, reason } = membersOf(page.CloseEvent);
  const sockets = createNotes<Socket>();

  const follow = (t: number, made: WebSocket): void => {
    const sniffer = createSniffer();
    let headT: number | undefined;
    let stream = 0;
    let kept: Message[] | undefined = createList();
    let isClosing = false;
    /** Messages in order. A Blob still being read has nothing to run yet, and everything behind it waits. */
    const queue = createList<{ run: (() => void) | undefined }>();

    const drain = (): void => {
      while (queue[0]?.run) (shift(queue) as { run: () => void }).run();
    };
    const enqueue = (run?: () => void) => {
      const slot = { run };
      push(queue, slot);
      drain();
      return slot;
    };
    const forget = (): void => {
      kept = undefined;
      sockets.drop(made);
      stopListening();
    };
    const written = (message: Message): void => {
      if (stream) emit.frame(stream, message);
      if (!kept) return;
      push(kept, message);
      const { data } = message;
      const isOurs = typeof data === 'string' ? sniffer(data) : isEvent(data) || sniffer(unitsOf(data));
      if (isOurs) {
        stream = emit.open(
          {
            t,
            transport: 'web-socket',
            url: url(made),
            method: 'GET',
            headT,
            protocol: protocol(made) || undefined,
          },
          undefined,
          made,
        );
        forEach(kept, (each) => emit.frame(stream, each));
        kept = undefined;
      } else if (isOurs === false) forget();
    };
    const take: Socket['take'] = (dir, value) => {
      const at = emit.now();
      const write = (data: Message['data']) => () => written({ t: at, dir, data });
      if (isBlob(value)) {
        const slot = enqueue();
        readBlob(value, (data) =>
          safely(() => {
            slot.run = write(data);
            drain();
          }),
        );
      } else enqueue(write(value));
    };
    const ended = (event: CloseEvent): void => {
      const how = isClosing ? 'aborted' : wasClean(event) ? 'complete' : 'network-error';
      enqueue(() => {
        if (stream) emit.close(stream, how, reason(event), code(event));
        forget();
      });
    };
    const stopListening = listenTo(made, EVENTS, (event, name) => {
      if (name === 'open') headT = emit.now();
      else if (name === 'close') ended(event as CloseEvent);
      else if (name === 'message') take('in', dataIn(dataOf(event as MessageEvent)));
    });
    sockets.set(made, {
      take,
      closing() {
        isClosing = true;
      },
    });
  };

  observeMade(page, 'WebSocket', emit.now, follow);
  method(page.WebSocket.prototype, 'send', (native, self, args) => {
    const socket = sockets.get(self);
    // A symbol is the browser's to refuse.
    if (!socket || args.length === 0 || typeof args[0] === 'symbol' || readyState(self as WebSocket) !== OPEN)
      return apply(native, self, args);
    // The page may change bytes as soon as `send` returns, so they are copied before. What becomes text does so once.
    const data = dataIn(args[0]);
    const send = (sent: SentData, given: unknown = sent): unknown => {
      const result = apply(native, self, [given]);
      safely(() => socket.take('out', sent));
      return result;
    };
    return director.sent?.(self, data, send)
      ? undefined
      : send(data, typeof data === 'string' ? data : args[0]);
  });
  observe(page.WebSocket.prototype, 'close', sockets.get, (socket) => socket.closing());
}

export const webSocketTap: Tap = { name: 'web-socket', install: tapWebSocket };
