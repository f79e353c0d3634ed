// Batches that are read again from where they are kept.
import { expect, test } from 'vitest';
import { readAgain, sourceFrom } from '@/lib/panel/source';

const batch = (id: number) => ({ doc: 'd', frameId: 0, n: id, id, body: '[]' });

test('batches that were discarded after they were read are missing, and reported', async () => {
  const stored = [{ ...batch(2), made: 'discarded' as const }, batch(3), batch(4)];
  const source = sourceFrom(async () => stored);
  const ids = (batches: readonly { readonly id?: number }[]) => batches.map(({ id }) => id);
  const again = await readAgain(source, () => ({ count: 3, id: 3 }));
  expect(again).toMatchObject({ isShorter: true });
  expect('batches' in again && ids(again.batches)).toEqual([2, 3]);
  // The panel was opened after that: its log begins with the gap.
  expect(await readAgain(source, () => ({ count: 2, id: 3 }))).not.toHaveProperty('isShorter');
});
