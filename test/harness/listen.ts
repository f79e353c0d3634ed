// HTTP servers on free ports, for tests and benchmarks.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocketServer } from 'ws';

export interface Listening {
  readonly url: string;
  /** Ends all connections too. */
  readonly close: () => Promise<void>;
}

/** Starts a server, with the sockets that it upgrades to; on `localhost`, for every address of the machine. */
export async function listen(
  server: Server,
  sockets?: WebSocketServer,
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<Listening> {
  await new Promise<void>((done) => server.listen(0, host === 'localhost' ? undefined : host, done));
  // A TCP server has an address object while it listens.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets?.clients ?? []) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
