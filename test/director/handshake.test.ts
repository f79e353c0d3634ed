import { expect, test } from 'vitest';
import { linkDirector } from '@/lib/director/arming-link';
import { joinHandshake, openHandshake } from '@/lib/director/handshake';
import { NO_CHANGES } from '@/lib/messages/arming';
import { offerChannel, takeChannel } from '@/lib/page/handover';
import { slot } from '@/lib/page/slot';
import { FakeMessageEvent, fakeWindow } from '../page/fakes';

const RULES = { kind: 'rules', rules: [] } as const;

/** A document with a page script and a bridge. */
function captured() {
  const shared = fakeWindow();
  let channel: EventTarget | undefined;
  takeChannel(shared, { receive: () => true, taken: (target) => void (channel = target) });
  offerChannel(shared);
  if (!channel) throw new Error('The bridge has no channel.');
  return { shared, channel };
}

test.each(['director first', 'arming script first'])(
  '%s: the slot is handed over, and messages go both ways',
  (order) => {
    const { shared, channel } = captured();
    const got: unknown[] = [];
    const reports: unknown[] = [];
    let joined = 0;
    const join = () =>
      joinHandshake(shared, (given, post) => {
        expect(given).toBe(slot);
        expect(post(NO_CHANGES)).toBe(true);
        return (message) => got.push(message);
      });
    if (order === 'director first') join();
    const send = openHandshake(shared, channel, {
      joined: () => joined++,
      receive: (message) => reports.push(message),
    });
    if (order !== 'director first') join();
    send(RULES);
    expect([joined, got]).toEqual([1, [RULES]]);
  },
);

test('a page cannot get the slot of a document that is not armed, nor is it answered', () => {
  const { shared } = captured();
  const handed: unknown[] = [];
  shared.document.addEventListener('ag-ui-lens', (event) => handed.push((event as MessageEvent).data));
  const forged = new MessageChannel().port1;
  forged.addEventListener('taken', () => handed.push('taken'));
  for (const name of ['ag-ui-lens', 'ag-ui-lens-director', 'ag-ui-lens-director?'])
    shared.document.dispatchEvent(new FakeMessageEvent(name, { ports: [forged], cancelable: true }));
  expect(handed.filter((data) => data !== null)).toEqual([]);
  expect(slot.fetch).toBeUndefined();
  forged.close();
});

test('a second director does not join with the channel of the first', () => {
  const { shared, channel } = captured();
  const starts: string[] = [];
  const join = (name: string) =>
    joinHandshake(shared, () => {
      starts.push(name);
      return () => {};
    });
  join('one');
  join('two');
  openHandshake(shared, channel, { joined: () => {}, receive: () => {} });
  expect(starts).toEqual(['one']);
});

test.each(['with', 'without'])(
  'the link connects again, and ends with the extension, %s a close of its port',
  (how) => {
    const sent: unknown[] = [];
    const posted: unknown[] = [];
    const closes: (() => void)[] = [];
    let listener = (_: unknown): void => {};
    let isGone = false;
    let ended = 0;
    let later = (): void => {};
    let report = (_: unknown): void => {};
    linkDirector({
      doc: 'd',
      connect: () =>
        isGone
          ? undefined
          : {
              post: (message) => posted.push(message),
              onMessage: (on) => void (listener = on),
              onClose: (on) => closes.push(on),
              close: () => {},
            },
      openHandshake: (receive) => {
        report = receive;
        return (message) => sent.push(message);
      },
      isGone: () => isGone,
      after: (_, work) => void (later = work),
      ended: () => ended++,
    });
    listener(RULES);
    report({ ...NO_CHANGES, affected: { r: 1 } });
    closes[0]?.();
    expect([sent, posted.length, ended]).toEqual([[RULES], 2, 0]);
    expect(posted[1]).toEqual({ doc: 'd', ...NO_CHANGES, affected: { r: 1 } });
    later();
    isGone = true;
    if (how === 'with') closes[1]?.();
    later();
    expect([sent.at(-1), ended]).toEqual([{ kind: 'off' }, 1]);
  },
);
