// Says what the taps cannot see: workers and streamed sockets of the page, by kind and address, each once.
import { absolute, create, forEach, membersOf } from './natives';
import type { Emit, PageWindow, Patcher } from './tap';

const IN_WORKERS = 'streams in workers are not captured; run the client in the page to see them';
const ADVICE = {
  Worker: IN_WORKERS,
  SharedWorker: IN_WORKERS,
  WebSocketStream: 'it is not captured; use WebSocket to see it',
} as const;

// A page may make workers without end.
const SAID_MAX = 32;

/** Installs the observation of what cannot be captured. */
export function sayUnseen(page: PageWindow, emit: Emit, { observeMade }: Patcher): void {
  const { baseURI } = membersOf(page.Node);
  const said: Record<string, true> = create(null);
  let count = 0;
  forEach(['Worker', 'SharedWorker', 'WebSocketStream'] as const, (kind) =>
    observeMade(
      page,
      kind,
      (args) => `${kind} ${absolute(args[0], baseURI(page.document))}`,
      (what) => {
        if (said[what] || count >= SAID_MAX) return;
        count++;
        said[what] = true;
        emit.gap('unseen', { detail: `${what}: ${ADVICE[kind]}` });
      },
    ),
  );
}
