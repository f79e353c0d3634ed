// A scenario: a page with a real package, the answers of its server, and the steps of a user.
import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import type { JsonObject } from '@/lib/core/json/json';

/** One request of a page, and the way to answer it. */
export interface Exchange {
  /** Number of requests with a thread, or joins of a run, in the scenario, including this one. */
  readonly turn: number;
  /** Rest after the scenario's own path. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  /** The run that is asked for; of an envelope, that inside of it. */
  readonly threadId: string;
  readonly runId: string;
  /** Resolves when the client has gone. */
  readonly gone: Promise<void>;
  /** Begins an answer. */
  open(contentType?: string, status?: number): void;
  /** Writes text; resolves once a client has had time to read it by itself. */
  write(text: string): Promise<void>;
  /** Server-sent events, each written by itself. */
  send(...events: readonly object[]): Promise<void>;
  /** Breaks the connection, once the page has had time to read what was sent. */
  cut(): Promise<void>;
  /** Sends the answer of a package's own server part. */
  answer(make: (request: Request) => Response | Promise<Response>): Promise<void>;
}

/** User actions: the name of an action of the page, with its arguments. */
export type Step =
  | { readonly act: string; readonly words?: readonly string[] }
  /** Does not wait until the action has ended. */
  | { readonly begin: string; readonly words?: readonly string[] }
  /** Until the page shows a text. */
  | { readonly until: string }
  | { readonly reload: true }
  /** Another tab comes to the front, and this one again. */
  | { readonly hide: boolean };

export interface Scenario {
  /** The page: a file of `pages` or `packages`. */
  readonly page: string;
  readonly name: string;
  /** `mode` in the page's address. */
  readonly mode?: string;
  readonly steps: readonly Step[];
  /** The consumer that is to be found. */
  readonly consumer: string;
  /** Why the app's view differs from the page; undefined where both are to be equal. */
  readonly differs?: string;
  answer?(exchange: Exchange): Promise<void> | void;
  socket?(socket: WebSocket, request: Request, turn: number): void;
}

/** Sends a message and waits for the answer. */
export const say = (words: string): Step => ({ act: 'say', words: [words] });
