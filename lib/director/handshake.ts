// Handshake of an armed document. The director offers a channel at the document until the arming script takes it. The
// arming script then asks the page script, over its private channel, to hand over its slot at the document. The
// arming script runs only in armed tabs: nothing else of the extension answers these events.
import { type DirectorReport, parseToDirector, type ToDirector } from '../messages/arming';
import { parseJson } from '../messages/values';
import { type DirectorSlot, HANDSHAKE } from '../page/slot';

/** Event at the document with the channel of a director. */
const OFFER = `${HANDSHAKE}-director`;

type World = Window & typeof globalThis;

/** Messages are texts: objects do not cross the worlds of a page. True if the message was received. */
const send = (world: World, to: EventTarget, name: string, message: unknown): boolean => {
  const event = new world.MessageEvent(name, { lastEventId: JSON.stringify(message), cancelable: true });
  return !to.dispatchEvent(event);
};
const received = (event: Event): unknown =>
  // Sent by the other side. An event without this field contains no JSON.
  parseJson((event as MessageEvent).lastEventId);

/** Director's side: calls `start` with the slot; `start` returns the receiver of messages. */
export function joinHandshake(
  world: World,
  start: (slot: DirectorSlot, post: (report: DirectorReport) => boolean) => (message: ToDirector) => void,
): void {
  const { document } = world;
  const channel = new world.MessageChannel().port1;
  let isTaken = false;
  channel.addEventListener('taken', () => {
    isTaken = true;
  });
  const offer = (): void => {
    document.dispatchEvent(new world.MessageEvent(OFFER, { ports: [channel] }));
  };
  const join = (event: Event): void => {
    // An event of the page script, or of the page.
    const slot = (event as MessageEvent<DirectorSlot | null>).data;
    if (!isTaken || typeof slot !== 'object' || slot === null) return;
    document.removeEventListener(HANDSHAKE, join, true);
    document.removeEventListener(`${OFFER}?`, offer, true);
    event.stopImmediatePropagation();
    const receive = start(slot, (message) => send(world, channel, 'from', message));
    channel.addEventListener('to', (sent) => {
      const message = parseToDirector(received(sent));
      if (message) receive(message);
    });
    send(world, channel, 'from', { kind: 'joined' });
  };
  document.addEventListener(HANDSHAKE, join, true);
  document.addEventListener(`${OFFER}?`, offer, true);
  offer();
}

/** Arming script's side: takes the director's channel, and asks the page script for its slot. */
export function openHandshake(
  world: World,
  captured: EventTarget,
  { joined, receive }: { readonly joined: () => void; readonly receive: (message: unknown) => void },
): (message: ToDirector) => void {
  const { document } = world;
  let channel: EventTarget | undefined;
  let hasJoined = false;
  const take = (event: Event): void => {
    // An event of the director, or of the page.
    const offered = (event as MessageEvent).ports?.[0];
    if (!offered || channel) return;
    event.stopImmediatePropagation();
    channel = offered;
    offered.addEventListener('from', (sent) => {
      sent.preventDefault();
      const message = received(sent);
      if (hasJoined) receive(message);
      else {
        hasJoined = true;
        document.removeEventListener(OFFER, take, true);
        joined();
      }
    });
    offered.dispatchEvent(new world.Event('taken'));
    captured.dispatchEvent(new world.Event(HANDSHAKE));
  };
  document.addEventListener(OFFER, take, true);
  document.dispatchEvent(new world.Event(`${OFFER}?`));
  return (message) => {
    if (channel && hasJoined) send(world, channel, 'to', message);
  };
}
