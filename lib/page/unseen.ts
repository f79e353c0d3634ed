// Reports what the taps cannot see: workers of the page, and sockets of other kinds, by kind and address, each once.
import { absolute, create, forEach, keys, membersOf } from './natives';
import type { Emit, PageWindow, Patcher } from './tap';

const IN_WORKERS = 'streams in workers are not captured; run the client in the page to see them';
const ADVICE = {
  Worker: IN_WORKERS,
  SharedWorker: IN_WORKERS,
  WebSocketStream: 'it is not captured; use WebSocket to see it',
  WebTransport: 'it is not captured',
} as const;

// A page may make workers without end.
const REPORTED_MAX = 32;

export function reportUncaptured(page: PageWindow, emit: Emit, { observeMade }: Patcher): void {
  const { baseURI } = membersOf(page.Node);
  const reported: Record<string, true> = create(null);
  let count = 0;
  forEach(keys(ADVICE) as (keyof typeof ADVICE)[], (kind) =>
    observeMade(
      page,
      kind,
      (args) => `${kind} ${absolute(args[0], baseURI(page.document))}`,
      (what) => {
        if (reported[what] || count >= REPORTED_MAX) return;
        count++;
        reported[what] = true;
        emit.gap('unseen', { detail: `${what}: ${ADVICE[kind]}` });
      },
    ),
  );
}
