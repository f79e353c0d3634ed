// REGISTRY: how to turn a line of an old recording into one of the next version. The upgrader at index i converts
// version i + 1 to i + 2. There is none, because there is only version 1.
import type { Json } from '@/lib/core/json/json';

/** Converts one line (not the header) to the next version. */
type Upgrader = (line: Json) => Json;

/** Every upgrader, oldest first. */
const upgraders: readonly Upgrader[] = [];

/** Upgrades a line of an old version to the newest version. */
export function upgradeLine(line: Json, version: number): Json {
  return upgraders.slice(version - 1).reduce((value, upgrade) => upgrade(value), line);
}
