// A persistent map from ids to values: a journal of assignments, shared by all versions, each with its own length. A
// version costs nothing. A version that is not the newest continues in a journal of its own on top of the shared
// part.

/** Versions up to this size are searched from the end, without an index. */
const PLAIN_MAX = 8;
/** Entries of the own journal that are copied, at most, when a version continues separately. */
const COPIED_MAX = 512;
/** Most journals on top of each other: a lookup may search all of them. */
const LAYERS_MAX = 8;

interface Journal<V> {
  readonly keys: string[];
  readonly values: V[];
  index: Map<string, number> | undefined;
  /** Position of the previous entry with the same key, -1 for none; undefined while no key was set twice. */
  previous: number[] | undefined;
  readonly below: Version<V> | undefined;
  readonly layers: number;
}

interface Version<V> {
  readonly journal: Journal<V>;
  readonly length: number;
}

/** `undefined` is the empty map. */
export type IdMap<V> = Version<V> | undefined;

function journalOn<V>(below: Version<V> | undefined): Journal<V> {
  const layers = below === undefined ? 1 : below.journal.layers + 1;
  return { keys: [], values: [], index: undefined, previous: undefined, below, layers };
}

/** The newest entry of a key in a version's own journal; -1 for none. */
function entryOf<V>({ journal, length }: Version<V>, key: string): number {
  if (length === 0) return -1;
  if (length <= PLAIN_MAX && journal.index === undefined) return journal.keys.lastIndexOf(key, length - 1);
  const index = indexOf(journal);
  let at = index.get(key) ?? -1;
  // Newer versions may have set it again.
  while (at >= length) at = journal.previous?.[at] ?? -1;
  return at;
}

/** Creates the index of a journal on first use: few maps ever need one. */
function indexOf<V>(journal: Journal<V>): Map<string, number> {
  if (journal.index !== undefined) return journal.index;
  const index = new Map<string, number>();
  journal.index = index;
  for (const [at, key] of journal.keys.entries()) noteEntry(journal, index, key, at);
  return index;
}

export function lookup<V>(map: IdMap<V>, key: string): V | undefined {
  for (let version = map; version !== undefined; version = version.journal.below) {
    const at = entryOf(version, key);
    if (at >= 0) return version.journal.values[at];
  }
  return undefined;
}

function append<V>(journal: Journal<V>, key: string, value: V): void {
  const at = journal.keys.push(key) - 1;
  journal.values.push(value);
  if (journal.index !== undefined) noteEntry(journal, journal.index, key, at);
}

function noteEntry<V>(journal: Journal<V>, index: Map<string, number>, key: string, at: number): void {
  const before = index.get(key);
  if (before !== undefined) journal.previous ??= new Array<number>(at).fill(-1);
  if (journal.previous !== undefined) journal.previous[at] = before ?? -1;
  index.set(key, at);
}

/** A journal for a version to continue in, as another version has extended its own. */
function ownJournal<V>(version: Version<V>): Version<V> {
  const { journal, length } = version;
  if (length > COPIED_MAX && journal.layers < LAYERS_MAX) return { journal: journalOn(version), length: 0 };
  const isFlat = length > COPIED_MAX;
  const own = journalOn(isFlat ? undefined : journal.below);
  if (isFlat) {
    for (const [key, value] of entriesOf(version)) append(own, key, value);
  } else {
    // Every key has a value, which may be undefined.
    for (let at = 0; at < length; at++) append(own, journal.keys[at] ?? '', journal.values[at] as V);
  }
  return { journal: own, length: own.keys.length };
}

export function assigned<V>(map: IdMap<V>, key: string, value: V): Version<V> {
  const version = map ?? { journal: journalOn<V>(undefined), length: 0 };
  const { journal, length } = version;
  if (length < journal.keys.length) {
    // Folding events again sets the same values again.
    if (journal.keys[length] === key && Object.is(journal.values[length], value))
      return { journal, length: length + 1 };
    return assigned(ownJournal(version), key, value);
  }
  append(journal, key, value);
  return { journal, length: length + 1 };
}

/** Keys in the order of their first assignment; lazy, so that taking the first ones is cheap. */
export function* keysOf<V>(map: IdMap<V>): Iterable<string> {
  const layers: Version<V>[] = [];
  for (let version = map; version !== undefined; version = version.journal.below) layers.unshift(version);
  const seen = new Set<string>();
  for (const { journal, length } of layers) {
    for (let at = 0; at < length; at++) {
      const key = journal.keys[at] ?? '';
      if (seen.has(key)) continue;
      seen.add(key);
      yield key;
    }
  }
}

/** The last assigned keys, oldest first, at most `most`; a repeated key is listed again. */
export function newestKeysOf<V>(map: IdMap<V>, most: number): string[] {
  const layers: string[][] = [];
  let left = most;
  for (let version = map; version !== undefined && left > 0; version = version.journal.below) {
    const keys = version.journal.keys.slice(Math.max(0, version.length - left), version.length);
    left -= keys.length;
    layers.unshift(keys);
  }
  return layers.flat();
}

export function* entriesOf<V>(map: IdMap<V>): Iterable<readonly [key: string, value: V]> {
  // Every key has a value, which may be undefined.
  for (const key of keysOf(map)) yield [key, lookup(map, key) as V];
}
