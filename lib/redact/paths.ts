// The paths of a session that can be chosen to be kept, as a tree: the type of an event or `request`, then the keys.
import { isJsonArray, isJsonObject, type Json } from '@/lib/agui/json';
import type { Log } from '@/lib/log/log';

/** A place in the events of one type, and what is below it. */
export interface PathNode {
  readonly path: string;
  readonly name: string;
  readonly children: readonly PathNode[];
}

interface Growing {
  readonly children: Map<string, Growing>;
}

const DEPTH_MAX = 6;
const KEYS_MAX = 60;
/** So many events of one type are looked at. */
const EVENTS_MAX = 50;

function grow(node: Growing, value: Json, depth: number): void {
  if (depth === DEPTH_MAX) return;
  if (isJsonArray(value)) {
    for (const item of value.slice(0, KEYS_MAX))
      if (typeof item === 'object') grow(childOf(node, '*'), item, depth + 1);
  } else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      // A key with a slash cannot be named in a path.
      if (!key.includes('/') && node.children.size < KEYS_MAX) grow(childOf(node, key), inner, depth + 1);
    }
  }
}

function childOf({ children }: Growing, name: string): Growing {
  const known = children.get(name);
  if (known !== undefined) return known;
  const made: Growing = { children: new Map() };
  children.set(name, made);
  return made;
}

function finished({ children }: Growing, above: string): readonly PathNode[] {
  return [...children].map(([name, node]) => {
    const path = above === '' ? name : `${above}/${name}`;
    return { path, name, children: finished(node, path) };
  });
}

/** The paths of a session. */
export function pathsOf(log: Log): readonly PathNode[] {
  const root: Growing = { children: new Map() };
  const counts = new Map<string, number>();
  for (let seq = 0; seq < log.length; seq++) {
    const type = log.typeOf(seq);
    const count = counts.get(type) ?? 0;
    counts.set(type, count + 1);
    const event = type === '' || count >= EVENTS_MAX ? undefined : log.at(seq)?.event;
    if (event !== undefined) grow(childOf(root, type), event, 1);
  }
  for (const { input } of log.streams) if (input !== undefined) grow(childOf(root, 'request'), input, 1);
  return finished(root, '');
}
