// Searches the items of a list in turns, each once per query. Knows no domain.
import { type FoundPlaces, HITS_MAX, patternOf } from './find-text';

interface ItemsToSearch<T extends object> {
  readonly items: Iterable<T>;
  /** A value that changes with the texts of an item, whose identity may stay the same. */
  versionOf(item: T, index: number): unknown;
  /** Names of the places in an item that contain the words. */
  placesOf(item: T, index: number): readonly string[];
}

type ItemSearch<T extends object> = (
  list: ItemsToSearch<T>,
  words: string,
  isTimeUp: () => boolean,
) => FoundPlaces;

interface FoundItem {
  readonly version: unknown;
  readonly index: number;
  readonly places: readonly string[];
}

export function createItemSearch<T extends object>(): ItemSearch<T> {
  let last = '';
  let known = new WeakMap<T, FoundItem>();
  return ({ items, versionOf, placesOf }, words, isTimeUp) => {
    if (words !== last) known = new WeakMap();
    last = words;
    const places: string[] = [];
    let index = -1;
    for (const item of items) {
      index++;
      const version = versionOf(item, index);
      let found = known.get(item);
      if (found === undefined || found.version !== version || found.index !== index) {
        if (isTimeUp()) return { places, isComplete: false };
        found = { version, index, places: placesOf(item, index) };
        known.set(item, found);
      }
      for (const place of found.places) places.push(place);
      if (places.length >= HITS_MAX) break;
    }
    return { places, isComplete: true };
  };
}

/** One place for an item of which any text contains the words. Stops at the first such text. */
export function wholePlace(name: string, texts: Iterable<string>, words: string): readonly string[] {
  const pattern = patternOf(words);
  for (const text of texts) if (text.search(pattern) >= 0) return [name];
  return [];
}
