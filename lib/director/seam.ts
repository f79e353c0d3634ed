// The handshake of an armed document. The director offers a channel at the document until the arming script takes it; the
// arming script then asks the page script, over its private channel, to hand out its slot at the document. The arming
// script runs only in armed tabs, so that nothing else of the extension answers to these events.
import { type DirectorReport, parseToDirector, type ToDirector } from '../messages/arming';
import { parseJson } from '../messages/values';
import { type DirectorSlot, SEAM } from '../page/slot';

/** Event at the document that offers the channel of a director. */
const OFFER = `${SEAM}-director`;

type World = Window & typeof globalThis;

/** Messages are texts: objects do not cross from one world of a page to another. True if it was received. */
const send = (world: World, to: EventTarget, name: string, message: unknown): boolean => {
  const event = new world.MessageEvent(name, { lastEventId: JSON.stringify(message), cancelable: true });
  return !to.dispatchEvent(event);
};
const received = (event: Event): unknown =>
  // Sent by the other side; an event of a page without that field contains no JSON.
  parseJson((event as MessageEvent).lastEventId);

/** Director side: calls `start` once the slot is handed over; it returns the receiver of messages. */
export function joinSeam(
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
    // The page script's event, or one of a page.
    const slot = (event as MessageEvent<DirectorSlot | null>).data;
    if (!isTaken || typeof slot !== 'object' || slot === null) return;
    document.removeEventListener(SEAM, join, true);
    document.removeEventListener(`${OFFER}?`, offer, true);
    event.stopImmediatePropagation();
    const receive = start(slot, (message) => send(world, channel, 'from', message));
    channel.addEventListener('to', (sent) => {
      const message = parseToDirector(received(sent));
      if (message) receive(message);
    });
    send(world, channel, 'from', { kind: 'joined' });
  };
  document.addEventListener(SEAM, join, true);
  document.addEventListener(`${OFFER}?`, offer, true);
  offer();
}

/** Arming script's side: takes the director's channel, and asks the page script for its slot. */
export function openSeam(
  world: World,
  captured: EventTarget,
  { joined, receive }: { readonly joined: () => void; readonly receive: (message: unknown) => void },
): (message: ToDirector) => void {
  const { document } = world;
  let channel: EventTarget | undefined;
  let hasJoined = false;
  const take = (event: Event): void => {
    // The director's event, or one of a page.
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
    captured.dispatchEvent(new world.Event(SEAM));
  };
  document.addEventListener(OFFER, take, true);
  document.dispatchEvent(new world.Event(`${OFFER}?`));
  return (message) => {
    if (channel && hasJoined) send(world, channel, 'to', message);
  };
}
