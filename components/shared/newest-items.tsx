// The newest items of a list, with the number of others.
import type { ComponentChildren } from 'preact';
import type { List } from '@/lib/core/json/list';
import { TEXTS } from '../texts';

const SHOWN = 200;

interface NewestItemsProps<T> {
  readonly title: string;
  readonly items: List<T> | readonly T[];
  item(item: T): ComponentChildren;
}

export function newestOf<T>(items: List<T> | readonly T[], count: number): readonly T[] {
  const first = Math.max(0, items.length - count);
  return Array.from({ length: items.length - first }, (_none, index) => items.at(first + index)).filter(
    (item) => item !== undefined,
  );
}

/** Each item renders its own element and key. */
export function NewestItems<T>({ title, items, item }: NewestItemsProps<T>) {
  const { length } = items;
  if (length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {length > SHOWN && <li class="dim">{TEXTS.earlierItems(length - SHOWN)}</li>}
        {newestOf(items, SHOWN).map(item)}
      </ul>
    </>
  );
}
