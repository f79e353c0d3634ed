// A list of which only the newest items are in the document, with how many are not.
import type { ComponentChildren } from 'preact';
import type { List } from '@/lib/values/list';
import { TEXTS } from '../texts';

/** As many as somebody would look through. */
const SHOWN = 200;

/** Properties of NewestItems. */
export interface NewestItemsProps<T> {
  readonly items: List<T> | readonly T[];
  item(item: T): ComponentChildren;
}

/** The items; each brings its own element and key. */
export function NewestItems<T>({ items, item }: NewestItemsProps<T>) {
  const { length } = items;
  const shown = Array.from({ length: Math.min(length, SHOWN) }, (_none, index) =>
    items.at(Math.max(0, length - SHOWN) + index),
  );
  return (
    <ul class="plain">
      {length > SHOWN && <li class="dim">{TEXTS.earlierItems(length - SHOWN)}</li>}
      {shown.map((each) => each !== undefined && item(each))}
    </ul>
  );
}
