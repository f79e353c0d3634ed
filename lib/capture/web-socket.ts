// WebSocket: messages both ways. Nothing is written until one of the first messages looks like AG-UI;
// a socket that stays unlike it is forgotten, with what was kept of it.

import {
  bytesOf,
  createNotes,
  getterOf,
  lengthOf,
  listen,
  NativeUint8Array,
  uncurry,
  unlisten,
  whenSettled,
} from './natives';
import { createPatcher } from './patch';
import { looksLikeAgUi } from './sniff';
import type { Emit, Message, PageWindow, Tap, Undo } from './tap';

// How much of a socket is looked at before it is forgotten.
const LOOK_MESSAGES = 64;
const LOOK_LENGTH = 64 * 1024;

interface Entry {
  readonly t: number;
  readonly dir: 'in' | 'out';
  /** Absent until a Blob was read; what came after it waits, so that the order stays. */
  data: string | Uint8Array | undefined;
}

interface Socket {
  readonly t: number;
  headT: number | undefined;
  stream: number | undefined;
  looked: number;
  kept: Message[];
  queue: Entry[];
  closedByPage: boolean;
  /** Runs once all messages before it are written. */
  last: (() => void) | undefined;
  readonly forget: Undo;
}

function install(page: PageWindow, emit: Emit): Undo {
  const patch = createPatcher('web-socket', emit);
  const { safely } = patch;
  const proto = page.WebSocket.prototype;
  const sockets = createNotes<Socket>();
  const urlOf = getterOf<WebSocket, string>(proto, 'url');
  const protocolOf = getterOf<WebSocket, string>(proto, 'protocol');
  const stateOf = getterOf<WebSocket, number>(proto, 'readyState');
  const dataOf = getterOf<Event, unknown>(page.MessageEvent.prototype, 'data');
  const cleanOf = getterOf<Event, boolean>(page.CloseEvent.prototype, 'wasClean');
  const codeOf = getterOf<Event, number>(page.CloseEvent.prototype, 'code');
  const reasonOf = getterOf<Event, string>(page.CloseEvent.prototype, 'reason');
  const blobBuffer = uncurry<Blob, [], Promise<ArrayBuffer>>(Blob.prototype.arrayBuffer);
  const tagOf = uncurry<unknown, [], string>(Object.prototype.toString);

  const open = (made: WebSocket, socket: Socket): number =>
    emit.open({
      t: socket.t,
      transport: 'web-socket',
      url: urlOf(made),
      method: 'GET',
      headT: socket.headT,
      protocol: protocolOf(made) || undefined,
    });
  const written = (made: WebSocket, socket: Socket, message: Message): void => {
    if (socket.stream !== undefined) {
      emit.frame(socket.stream, message);
      return;
    }
    const { kept } = socket;
    kept[kept.length] = message;
    const { data } = message;
    socket.looked += typeof data === 'string' ? data.length : lengthOf(data);
    if (looksLikeAgUi(data)) {
      const stream = open(made, socket);
      socket.stream = stream;
      for (let at = 0; at < kept.length; at++) emit.frame(stream, kept[at] as Message);
      socket.kept = [];
    } else if (kept.length >= LOOK_MESSAGES || socket.looked >= LOOK_LENGTH) {
      socket.forget();
    }
  };
  const drain = (made: WebSocket, socket: Socket): void => {
    const { queue } = socket;
    let done = 0;
    for (; done < queue.length; done++) {
      const { t, dir, data } = queue[done] as Entry;
      if (data === undefined) break;
      written(made, socket, { t, dir, data });
    }
    const left: Entry[] = [];
    for (let at = done; at < queue.length; at++) left[left.length] = queue[at] as Entry;
    socket.queue = left;
    if (left.length === 0) socket.last?.();
  };
  /** A copy of what is bytes already; undefined for text, a Blob, and what turns into text. */
  const bytesIn = (value: unknown): Uint8Array | undefined => {
    const view = bytesOf(value);
    if (view) return new NativeUint8Array(view);
    return tagOf(value) === '[object ArrayBuffer]'
      ? new NativeUint8Array(new NativeUint8Array(value as ArrayBuffer))
      : undefined;
  };
  const isBlob = (value: unknown): value is Blob =>
    tagOf(value) === '[object Blob]' || tagOf(value) === '[object File]';
  const heard = (made: WebSocket, socket: Socket, dir: 'in' | 'out', value: unknown): void => {
    const entry: Entry = { t: emit.now(), dir, data: typeof value === 'string' ? value : bytesIn(value) };
    if (entry.data === undefined && !isBlob(value)) entry.data = `${String(value)}`;
    if (entry.data !== undefined && socket.queue.length === 0) {
      written(made, socket, { ...entry, data: entry.data });
      return;
    }
    socket.queue[socket.queue.length] = entry;
    if (entry.data !== undefined) return;
    const settle = (buffer: ArrayBuffer | undefined): void => {
      safely(() => {
        entry.data = buffer ? new NativeUint8Array(buffer) : '';
        drain(made, socket);
      });
    };
    whenSettled(blobBuffer(value as Blob), settle, () => settle(undefined));
  };
  const ended = (socket: Socket, event: Event): void => {
    const code = codeOf(event);
    const reason = reasonOf(event);
    const how = socket.closedByPage ? 'aborted' : cleanOf(event) ? 'complete' : 'network-error';
    socket.last = () => {
      if (socket.stream !== undefined) emit.close(socket.stream, how, reason, code);
      socket.forget();
    };
    if (socket.queue.length === 0) socket.last();
  };

  patch.observeMade(page, 'WebSocket', (object) => {
    const made = object as WebSocket;
    const onOpen = (): void => {
      safely(() => {
        socket.headT = emit.now();
      });
    };
    const onMessage = (event: Event): void => {
      safely(() => heard(made, socket, 'in', dataOf(event)));
    };
    const onClose = (event: Event): void => {
      safely(() => ended(socket, event));
    };
    const socket: Socket = {
      t: emit.now(),
      headT: undefined,
      stream: undefined,
      looked: 0,
      kept: [],
      queue: [],
      closedByPage: false,
      last: undefined,
      forget() {
        socket.kept = [];
        sockets.drop(made);
        unlisten(made, 'open', onOpen);
        unlisten(made, 'message', onMessage);
        unlisten(made, 'close', onClose);
      },
    };
    sockets.set(made, socket);
    listen(made, 'open', onOpen);
    listen(made, 'message', onMessage);
    listen(made, 'close', onClose);
  });
  patch.observe(
    proto,
    'send',
    (self, [value]) => {
      const socket = sockets.get(self);
      // Bytes may be changed by the page as soon as send returned: they are copied before.
      return socket && stateOf(self as WebSocket) === 1
        ? { socket, data: bytesIn(value) ?? value }
        : undefined;
    },
    ({ socket, data }, _, self) => heard(self as WebSocket, socket, 'out', data),
  );
  patch.observe(proto, 'close', sockets.get, (socket) => {
    socket.closedByPage = true;
  });
  return patch.undo;
}

/** Observes WebSockets. */
export const webSocketTap: Tap = { name: 'web-socket', install };
