// The paths of a session that can be kept, as a tree: the type of an event or `request`, then the keys.
import { isJsonArray, isJsonObject, type Json } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';

export interface PathNode {
  readonly path: string;
  readonly name: string;
  readonly children: readonly PathNode[];
  readonly isCut?: true;
}

interface Growing {
  readonly children: Map<string, Growing>;
  isCut?: true;
}

const DEPTH_MAX = 6;
const KEYS_MAX = 60;
/** Maximum number of members of one object that are read for new keys. */
const MEMBERS_MAX = 1_000;
/** Maximum number of places per type, and in total: a longer list is useless. */
const PLACES_OF_TYPE = 300;
const PLACES_MAX = 3_000;
/** Maximum number of values, and of units of their events, that are read. */
const LOOKS_MAX = 200_000;
const UNITS_MAX = 8_000_000;
const EVENTS_MAX = 50;

interface Left {
  readonly all: { places: number; looks: number; units: number };
  places: number;
}

function grow(node: Growing, value: Json, depth: number, left: Left): void {
  if (depth === DEPTH_MAX || --left.all.looks < 0) return;
  if (isJsonArray(value)) {
    for (const item of value.slice(0, KEYS_MAX))
      if (typeof item === 'object') growBelow(node, '*', item, { depth, left });
  } else if (isJsonObject(value)) {
    let members = 0;
    for (const key in value) {
      if (++members > MEMBERS_MAX) {
        node.isCut = true;
        break;
      }
      // A key with a slash cannot be named in a path.
      const inner = key.includes('/') ? undefined : value[key];
      if (inner === undefined) continue;
      if (node.children.has(key) || node.children.size < KEYS_MAX)
        growBelow(node, key, inner, { depth, left });
      else node.isCut = true;
    }
  }
}

function growBelow(
  node: Growing,
  name: string,
  value: Json,
  { depth, left }: { readonly depth: number; readonly left: Left },
): void {
  const { children } = node;
  const known = children.get(name);
  if (known === undefined && (--left.places < 0 || --left.all.places < 0)) {
    node.isCut = true;
    return;
  }
  const made: Growing = known ?? { children: new Map() };
  if (known === undefined) children.set(name, made);
  grow(made, value, depth + 1, left);
}

function finished({ children }: Growing, above: string): readonly PathNode[] {
  return [...children].map(([name, node]) => {
    const path = above === '' ? name : `${above}/${name}`;
    return { path, name, children: finished(node, path), ...(node.isCut && { isCut: true }) };
  });
}

/** The paths of a session; of very many, the first ones. */
export function pathsOf(
  log: Pick<Log, 'length' | 'lengthOf' | 'typeOf' | 'at' | 'streams'>,
): readonly PathNode[] {
  const root: Growing = { children: new Map() };
  const all = { places: PLACES_MAX, looks: LOOKS_MAX, units: UNITS_MAX };
  const types = new Map<string, Left & { events: number }>();
  const look = (type: string, length: number, value: () => Json | undefined): void => {
    const left = types.get(type) ?? { all, places: PLACES_OF_TYPE, events: 0 };
    types.set(type, left);
    if (left.events++ >= EVENTS_MAX || all.looks <= 0 || all.places <= 0) return;
    const isSmall = length <= all.units;
    if (isSmall) all.units -= length;
    // A longer event can only be kept whole.
    const found = isSmall ? value() : null;
    if (found !== undefined) growBelow(root, type, found, { depth: 0, left });
  };
  for (let seq = 0; seq < log.length; seq++) {
    const type = log.typeOf(seq);
    if (type !== '') look(type, log.lengthOf(seq), () => log.at(seq)?.event);
  }
  for (const { input, requestBody = '' } of log.streams)
    if (input !== undefined) look('request', requestBody.length, () => input);
  return finished(root, '');
}
