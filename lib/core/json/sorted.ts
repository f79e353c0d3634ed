// Searches in ascending lists, and groups lists by key.

/** Binary search: the first index at which `holds` is true, assuming that it stays true; `length` for none. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Groups items by key. Groups and items keep their order. */
export function grouped<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Number of entries of an ascending list that are at most `most`. */
export function countUpTo(
  list: { readonly length: number; at(index: number): number | undefined },
  most: number,
): number {
  return firstIndex(list.length, (index) => (list.at(index) ?? 0) > most);
}
