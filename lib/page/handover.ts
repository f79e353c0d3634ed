// The private channel from the page script to the bridge of the same document, in either order of start. The page
// script creates an unused MessagePort and hands it over in an event at document_start, before any script of the
// document runs. Both worlds then have the same event target, which page scripts cannot reach; each batch is one
// event on it. Events are synchronous, so even a flush during unload arrives. The handover is a `load` event at the
// document: only such events do not pass the window, which may be older than the document. A page that embeds this
// one may have listened there since its frame was blank.
import { createList, dispatchEvent as dispatch, forEach, listen, push, unlisten } from './natives';
import { HANDSHAKE, slot } from './slot';

const HANDOVER = 'load';

/** Body of a message without a batch: the page script has sent the last batch before its document closes. */
export const FLUSHED = '';

// Batches kept until the bridge has taken the channel: a document without a bridge must not grow.
const WAITING_MAX = 64;

/** Page side: returns the function that posts a batch, or `FLUSHED`. It returns false once no more are wanted. */
export function offerChannel(
  page: Window & typeof globalThis,
): (body: string, bytes?: Uint8Array) => boolean {
  const { MessageEvent: NativeMessageEvent, document } = page;
  const target = new page.MessageChannel().port1;
  // No prototype: properties that a page adds to Object.prototype would be options, too.
  const post = (to: EventTarget, name: string, init: MessageEventInit): boolean =>
    dispatch(
      to,
      new NativeMessageEvent(name, { __proto__: null, cancelable: true, ...init } as MessageEventInit),
    );
  let posted = 0;
  const send = (body: string, bytes?: Uint8Array): boolean =>
    post(target, 'message', { lastEventId: body, data: bytes, origin: `${++posted}` });
  listen(target, HANDSHAKE, () => post(document, HANDSHAKE, { data: slot }));
  let waiting: (() => boolean)[] | undefined = createList();
  const offer = (): void => {
    // Receives our own offer, too.
    unlisten(document, HANDOVER, offer);
    if (post(document, HANDOVER, { ports: [target] })) {
      listen(document, HANDOVER, offer);
      return;
    }
    const kept = waiting ?? createList();
    waiting = undefined;
    forEach(kept, (each) => each());
  };
  offer();
  return (body, bytes) => {
    if (!waiting) return send(body, bytes);
    return push(waiting, () => send(body, bytes)) < WAITING_MAX;
  };
}

interface ChannelParts {
  /** Takes a batch; returns false when no more are wanted. */
  readonly receive: (body: unknown, bytes: unknown) => boolean;
  /** Messages before the next one did not arrive. */
  readonly missed?: () => void;
  /** The page script has sent the last batch before its document closes. */
  readonly flushed?: () => void;
  readonly taken?: (channel: EventTarget) => void;
}

/** Bridge side: takes the channel once. */
export function takeChannel(
  world: Window & typeof globalThis,
  { receive, missed, flushed, taken }: ChannelParts,
): void {
  const { document } = world;
  let received = 0;
  const accept = (event: Event): void => {
    const target = (event as MessageEvent).ports?.[0];
    if (!target) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    document.removeEventListener(HANDOVER, accept);
    target.addEventListener('message', (message) => {
      const { lastEventId, data, origin } = message as MessageEvent<unknown>;
      const n = Number(origin);
      if (n > received + 1) missed?.();
      if (lastEventId === FLUSHED) flushed?.();
      else if (!receive(lastEventId, data ?? undefined)) message.preventDefault();
      // Not reached if Firefox stops this script: it does so once when it is about to end the process, which may go on.
      received = n;
    });
    taken?.(target);
  };
  document.addEventListener(HANDOVER, accept);
  // A page script that came first is still waiting.
  document.dispatchEvent(new world.Event(HANDOVER));
}
