import { expect, test, vi } from 'vitest';
import { FLUSHED, offerChannel, takeChannel } from '@/lib/page/handover';
import { FakeMessageEvent, fakeWindow } from './fakes';

for (const order of ['page first', 'bridge first']) {
  test(`${order}: batches arrive at once, in order, and only in our script`, () => {
    const shared = fakeWindow();
    const got: unknown[] = [];
    const received: string[] = [];
    let isWanted = true;
    const take = () =>
      takeChannel(shared, {
        receive: (body, bytes) => {
          got.push(bytes === undefined ? body : [body, bytes]);
          return isWanted;
        },
      });
    if (order === 'bridge first') take();
    const post = offerChannel(shared);
    expect(post('one')).toBe(true);
    if (order === 'page first') take();
    // From here on a script of the page may listen.
    for (const name of ['load', 'message'])
      for (const target of [shared, shared.document])
        target.addEventListener(name, (event) => received.push(event.constructor.name), true);
    const bytes = new Uint8Array([1, 2]);
    expect(post('two', bytes)).toBe(true);
    shared.document.dispatchEvent(new Event('load'));
    const forged = new MessageChannel().port1;
    shared.document.dispatchEvent(new FakeMessageEvent('load', { ports: [forged], cancelable: true }));
    forged.dispatchEvent(new FakeMessageEvent('message', { lastEventId: 'forged' }));
    expect(got).toEqual(['one', ['two', bytes]]);
    expect(received).toEqual(['Event', 'FakeMessageEvent']);
    isWanted = false;
    expect(post('three')).toBe(false);
    forged.close();
  });
}

test('a batch at which the browser stopped the bridge is missed at the next message', () => {
  const shared = fakeWindow();
  const got: unknown[] = [];
  let isStopped = false;
  const post = offerChannel(shared);
  post('one');
  takeChannel(shared, {
    receive: (body) => {
      if (isStopped) throw new Error('stopped');
      return got.push(body) > 0;
    },
    missed: () => got.push('missed'),
    flushed: () => got.push('flushed'),
  });
  post(FLUSHED);
  post('two');
  post(FLUSHED);
  // Node throws the error of a listener again, in a tick of its own.
  const thrown = vi.spyOn(process, 'nextTick').mockImplementation(() => {});
  isStopped = true;
  post('three');
  isStopped = false;
  expect(thrown).toHaveBeenCalledOnce();
  thrown.mockRestore();
  post('four');
  post(FLUSHED);
  expect(got).toEqual(['one', 'flushed', 'two', 'flushed', 'missed', 'four', 'flushed']);
});

test('a page without a bridge gives up after some batches', () => {
  const post = offerChannel(fakeWindow());
  const answers = Array.from({ length: 64 }, () => post('x'));
  expect(answers.at(0)).toBe(true);
  expect(answers.at(-1)).toBe(false);
});
