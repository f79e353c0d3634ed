// A server on a free port for the pages of a bench.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BenchServer {
  readonly url: string;
  close(): void;
}

export async function serve(listener: RequestListener): Promise<BenchServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
