// REGISTRY: how a line of an old recording becomes a line of the next version. The upgrader at index i takes
// version i + 1 to i + 2; there is none yet, because there is only version 1.
import type { Json } from '@/lib/agui/json';

/** Changes one line (not the header) to the next version. */
export type Upgrader = (line: Json) => Json;

/** Every upgrader, oldest first. */
export const upgraders: readonly Upgrader[] = [];

/** A line of a version as one of the newest version. */
export function upgradeLine(line: Json, version: number): Json {
  return upgraders.slice(version - 1).reduce((value, upgrade) => upgrade(value), line);
}
