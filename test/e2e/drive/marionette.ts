// A small Marionette client: Firefox's own remote protocol, length-prefixed JSON over TCP. No geckodriver needed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';

/** A connection to a Firefox. */
export interface Marionette {
  /** Sends a command; `what` is what its answer holds. */
  send(command: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Runs a function body with the browser's own privileges. */
  chrome<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Runs a function body in the page of the current window. */
  content<T>(body: string, ...args: unknown[]): Promise<T>;
  close(): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

type Answer = readonly [
  kind: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
];

/** Connects to the port that Firefox wrote into its profile. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, Waiting>();
  let id = 0;

  const greeted = new Promise<void>((resolve, reject) => {
    let isGreeted = false;
    socket.once('error', reject);
    readMessages(socket, (text) => {
      // The first message is only the version.
      if (!isGreeted) {
        isGreeted = true;
        resolve();
        return;
      }
      const [, answered, error, result]: Answer = JSON.parse(text);
      const entry = waiting.get(answered);
      waiting.delete(answered);
      if (error) entry?.reject(new Error(`${error.error}: ${error.message}`));
      else entry?.resolve(result);
    });
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection.'));
    waiting.clear();
  });
  await greeted;

  const send = (command: string, parameters: Record<string, unknown> = {}) =>
    new Promise<unknown>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('Firefox is gone.'));
      id += 1;
      waiting.set(id, { resolve, reject });
      const text = Buffer.from(JSON.stringify([0, id, command, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    });

  // Context and script must not be torn apart by another caller, so that calls wait for each other.
  let queue: Promise<unknown> = Promise.resolve();
  const run = <T>(context: string, script: string, args: unknown[]): Promise<T> => {
    const job = async () => {
      await send('Marionette:SetContext', { value: context });
      return payloadOf<T>(await send('WebDriver:ExecuteScript', { script, args, newSandbox: true }));
    };
    const result = queue.then(job, job);
    queue = result.catch(() => undefined);
    return result;
  };
  return {
    send,
    chrome: (body, ...args) => run('chrome', body, args),
    content: (body, ...args) => run('content', body, args),
    close: () => void socket.destroy(),
  };
}

/** The `value` of an answer, as the caller knows it to be. */
export function payloadOf<T>(answer: unknown): T {
  return (answer as { value: T }).value;
}

/** Writes a screenshot that Firefox answered with. */
export function writeImage(path: string, base64: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(base64, 'base64'));
}

function readMessages(socket: Socket, onMessage: (text: string) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (let colon = rest.indexOf(':'); colon >= 0; colon = rest.indexOf(':')) {
      const start = colon + 1;
      const end = start + Number(rest.subarray(0, colon).toString());
      if (rest.length < end) return;
      const text = rest.subarray(start, end).toString();
      rest = rest.subarray(end);
      onMessage(text);
    }
  });
}
