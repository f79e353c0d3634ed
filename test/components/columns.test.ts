// Choice and widths of columns.
import { expect, test } from 'vitest';
import { placeColumns } from '../../components/list/columns';

const widthOf = (id: string, events: number, settings = {}): number | undefined =>
  placeColumns(settings, 900, { events }).find(({ column }) => column.id === id)?.width;

test('columns are wide enough for all digits, unless the user makes them narrower', () => {
  const wide = [1, 9_999, 100_000, 1_000_000, 10_000_000].map((events) => widthOf('seq', events) ?? 0);
  expect(wide).toEqual([44, 44, 52, 60, 68]);
  expect(widthOf('seq', 1_000_000, { seq: { width: 30 } })).toBe(30);
  expect(widthOf('size', 1_000_000)).toBe(widthOf('size', 1));
});
