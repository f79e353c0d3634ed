// WebSocket: messages in both directions. Nothing is written until one of the first messages looks like AG-UI; a
// socket that never does is forgotten, along with its messages.

import {
  bytesOf,
  createNotes,
  forEach,
  membersOf,
  NativeUint8Array,
  push,
  readBlob,
  shift,
  words,
} from './natives';
import { createPatcher } from './patch';
import { unitsOf } from './payload';
import { createSniffer, isEvent } from './sniffer';
import type { Emit, Message, PageWindow, Tap, Undo } from './tap';

/** A socket being followed. */
interface Socket {
  readonly heard: (dir: Message['dir'], value: unknown) => void;
  /** Called when the page itself closes it. */
  readonly closing: () => void;
}

const OPEN = 1;
const EVENTS = words('open message close');
const { toString: tagOf } = membersOf(Object);

/** A copy of a value that is bytes; undefined for text, a Blob, and anything that will be converted to text. */
function bytesIn(value: unknown): Uint8Array | undefined {
  const view = bytesOf(value) ?? (tagOf(value as object) === '[object ArrayBuffer]' ? value : undefined);
  return view ? new NativeUint8Array(new NativeUint8Array(view as ArrayBuffer)) : undefined;
}

function install(page: PageWindow, emit: Emit): Undo {
  const { safely, listenTo, observe, observeMade, undo } = createPatcher('web-socket', emit);
  const { url, protocol, readyState } = membersOf(page.WebSocket);
  const { data: dataOf } = membersOf(page.MessageEvent);
  const { wasClean, code, reason } = membersOf(page.CloseEvent);
  const sockets = createNotes<Socket>();

  const follow = (made: WebSocket): void => {
    const t = emit.now();
    const sniffer = createSniffer();
    let headT: number | undefined;
    let stream = 0;
    let kept: Message[] | undefined = [];
    let isClosing = false;
    /** Messages in order. A Blob still being read has nothing to run yet, and everything behind it waits. */
    const queue: { run: (() => void) | undefined }[] = [];

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
        stream = emit.open({
          t,
          transport: 'web-socket',
          url: url(made),
          method: 'GET',
          headT,
          protocol: protocol(made) || undefined,
        });
        forEach(kept, (each) => emit.frame(stream, each));
        kept = undefined;
      } else if (isOurs === false) forget();
    };
    const heard: Socket['heard'] = (dir, value) => {
      const at = emit.now();
      const write = (data: Message['data']) => () => written({ t: at, dir, data });
      const tag = tagOf(value as object);
      if (tag === '[object Blob]' || tag === '[object File]') {
        const slot = enqueue();
        readBlob(value as Blob, (data) =>
          safely(() => {
            slot.run = write(data);
            drain();
          }),
        );
      } else enqueue(write(typeof value === 'string' ? value : (bytesIn(value) ?? `${value}`)));
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
      else heard('in', dataOf(event as MessageEvent));
    });
    sockets.set(made, {
      heard,
      closing() {
        isClosing = true;
      },
    });
  };

  observeMade(page, 'WebSocket', (made) => follow(made as WebSocket));
  observe(
    page.WebSocket.prototype,
    'send',
    (self, args) => {
      const socket = sockets.get(self);
      // The page may change bytes as soon as `send` returns, so they are copied before.
      const data = socket && readyState(self as WebSocket) === OPEN && (bytesIn(args[0]) ?? args[0]);
      return socket && data !== false ? () => socket.heard('out', data) : undefined;
    },
    (heard) => heard(),
  );
  observe(page.WebSocket.prototype, 'close', sockets.get, (socket) => socket.closing());
  return undo;
}

/** Observes WebSockets. */
export const webSocketTap: Tap = { name: 'web-socket', install };
