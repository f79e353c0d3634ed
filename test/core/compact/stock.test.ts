// Small logs whose compaction by the stock client is easy to get wrong: it must be the very same, mistakes and all.
import { compactEvents } from '@ag-ui/client';
import type { BaseEvent } from '@ag-ui/core';
import { expect, test } from 'vitest';
import { compactStock } from '@/lib/core/compact/stock';
import type { JsonObject } from '@/lib/core/json/json';
import { silently } from '../../support/silently';
import { events } from '../../support/stream-text';

async function expectStock(log: readonly JsonObject[]): Promise<void> {
  const theirs = await silently(() => compactEvents(structuredClone(log) as unknown as BaseEvent[]));
  expect(JSON.stringify(compactStock(log))).toBe(JSON.stringify(theirs));
}

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

test.each(['messages', 'calls'])(
  'interleaved events are moved behind the first of the open %s, however these end',
  async (kind) => {
    const began = (id: string): string =>
      kind === 'messages'
        ? `TEXT_MESSAGE_START {"messageId":"${id}"}`
        : `TOOL_CALL_START {"toolCallId":"${id}","toolCallName":"f"}`;
    const ended = (id: string): string =>
      kind === 'messages' ? `TEXT_MESSAGE_END {"messageId":"${id}"}` : `TOOL_CALL_END {"toolCallId":"${id}"}`;
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const order of orders(ids)) {
      const between = order.map((id) => `${ended(id)} · custom after-${id}`);
      await expectStock(
        events(`run · ${ids.map(began).join(' · ')} · custom all · ${between.join(' · ')} · end`),
      );
    }
  },
);

test('interleaved events stay with the entity that was mentioned first, in any order of starts', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const mentions = ids.map((id) => `say ${id} "x"`).join(' · ');
  for (const order of orders(ids)) {
    const begun = order
      .map((id) => `TEXT_MESSAGE_START {"messageId":"${id}"} · custom with-${id}`)
      .join(' · ');
    const ended = ids.map((id) => `TEXT_MESSAGE_END {"messageId":"${id}"} · custom after-${id}`).join(' · ');
    await expectStock(events(`run · ${mentions} · ${begun} · ${ended} · end`));
  }
});

test.each([
  'run · state {"a":1} · patch /a = 2 · patch /gone = 1 · patch [{"op":"add","path":"/b","value":{"c":1}}] · end',
  'run · patch /a = 2 · state {"a":1} · end',
  'run · patch /a = 2 · patch /a = 3 · end',
  'run · state {"a":1} · end · state {"a":2} · state {"a":3} · run s · patch /a = 4 · error "x"',
  'run · state {"a":1} · STATE_DELTA {} · end',
  'run · state null · end',
])('state events become their result: %s', async (text) => {
  await expectStock(events(text));
});

test('a log that ends in the middle loses nothing', async () => {
  await expectStock(events('run · say m "a" "b" · custom n · state {"a":1} · patch /a = 2'));
});
