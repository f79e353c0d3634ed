// REGISTRY: the transports of the page that are observed.
import { eventSourceTap } from './event-source';
import { fetchTap } from './fetch';
import type { Tap } from './tap';
import { webSocketTap } from './web-socket';
import { xhrTap } from './xhr';

/** Every tap, in the order of installation. */
export const taps = [fetchTap, xhrTap, eventSourceTap, webSocketTap] as const satisfies readonly Tap[];
