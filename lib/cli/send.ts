// Sends one request until it is taken: what a server cannot take now it may take a little later.
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@/lib/agui/reason';
import { CliError } from '@/lib/cli/cli-error';

/** The answers after which the same request may be sent again (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The first pause; each is twice as long as the one before, give or take a quarter. */
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 30_000;
/** How much of an answer is repeated in a sentence. */
const ANSWER_MAX = 300;

/** How to send. */
export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** How many times it is tried again. */
  readonly retries: number;
  /** Waits; replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

type Tried = { readonly response: Response } | { readonly reason: string };

async function tryOnce(url: string, body: string, headers: SendOptions['headers']): Promise<Tried> {
  try {
    return { response: await fetch(url, { method: 'POST', headers, body }) };
  } catch (error) {
    // What fetch throws wraps what happened.
    return { reason: reasonOf(error instanceof Error ? (error.cause ?? error) : error) };
  }
}

/** How long to wait: as long as the server says, or longer each time. */
function pauseMs(tried: Tried, times: number): number {
  const said = 'response' in tried ? tried.response.headers.get('retry-after') : null;
  const seconds = said === null ? Number.NaN : Number(said);
  const asked = Number.isNaN(seconds) ? Date.parse(said ?? '') - Date.now() : seconds * 1000;
  const own = PAUSE_MS * 2 ** times * (0.75 + Math.random() / 2);
  return Math.min(PAUSE_MAX_MS, Number.isNaN(asked) ? own : Math.max(0, asked));
}

/** The text of the answer; throws a CliError with exit code 1 if it was not taken. */
export async function send(url: string, body: string, options: SendOptions): Promise<string> {
  const { headers, retries, wait = pause } = options;
  for (let times = 0; ; times++) {
    const tried = await tryOnce(url, body, headers);
    if ('response' in tried && tried.response.ok) return tried.response.text();
    const isFinal = 'response' in tried && !AGAIN.has(tried.response.status);
    if (!isFinal && times < retries) {
      await wait(pauseMs(tried, times));
      continue;
    }
    const after = times === 0 ? '' : ` after ${times + 1} tries`;
    if ('reason' in tried) throw new CliError(`${url} cannot be reached${after}: ${tried.reason}.`, 1);
    const said = (await tried.response.text()).replace(/\s+/g, ' ').trim().slice(0, ANSWER_MAX);
    throw new CliError(
      `${url} answered ${tried.response.status}${after}${said === '' ? '' : `: ${said}`}.`,
      1,
    );
  }
}
