// REGISTRY: every transport of the page that is observed.
import { eventSourceTap } from './event-source';
import { fetchTap } from './fetch';
import type { Tap } from './tap';
import { webSocketTap } from './web-socket';
import { xhrTap } from './xhr';

/** All taps, in the order in which they are installed. */
export const taps = [fetchTap, xhrTap, eventSourceTap, webSocketTap] as const satisfies readonly Tap[];
