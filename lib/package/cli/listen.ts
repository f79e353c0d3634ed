// Local servers of the commands: on 127.0.0.1 alone.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arguments, Option } from '@/lib/package/cli/command';
import { CliError, systemReason } from '@/lib/package/cli/errors';

export const HOST = '127.0.0.1';

export const PORT: Option = { value: 'N', summary: 'Port on 127.0.0.1 (default: a free one).' };

export function portOf(args: Arguments): number {
  const given = args.options.get('port') ?? '0';
  if (/^\d{1,5}$/.test(given) && Number(given) < 65_536) return Number(given);
  throw new CliError(`--port must be a number from 0 to 65535, not '${given}'.`);
}

/** Starts a server; returns its URL, without a slash at the end. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      const why = isTaken ? 'it is in use. Choose another with --port' : systemReason(error);
      reject(new CliError(`Cannot listen on port ${port}: ${why}.`));
    });
    server.listen(port, HOST, () => resolve());
  });
  // A TCP server has an address object while it listens.
  const { port: own } = server.address() as AddressInfo;
  return `http://${HOST}:${own}`;
}

/** Resolves at the first interrupt (Ctrl+C) or request to end; later ones end the process at once. */
export function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

export function shut(server: Server): void {
  server.close();
  server.closeAllConnections();
}
