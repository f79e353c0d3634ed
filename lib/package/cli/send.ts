// Sends one request until it is taken: what a server cannot take now it may take a little later.
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@/lib/core/json/reason';
import { CliError } from '@/lib/package/cli/cli-error';

/** The answers after which the same request may be sent again (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The first pause; each is twice as long as the one before, give or take a quarter. */
const PAUSE_MS = 500;
/** The longest pause that a server may ask for. */
const PAUSE_MAX_MS = 30_000;
/** How long one try may take, with its answer. */
const TRY_MS = 30_000;
/** How much of an answer is read, and how much of it is repeated in a sentence; bytes and characters. */
const READ_MAX = 64 * 1024;
const ANSWER_MAX = 300;

/** How to send. */
export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** How many times it is tried again. */
  readonly retries: number;
  /** How long one try may take, milliseconds; half a minute by default. */
  readonly tryMs?: number;
  /** Waits; replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What came of a try: an answer, or why there is none, and whether there never will be one. */
type Tried = Answer | { readonly reason: string; readonly isFinal: boolean };

async function textOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  // What goes on without an end is cancelled where the loop is left.
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > READ_MAX) break;
  }
  return text;
}

/** What is wrong for good: an address that may not be asked, no HTTP there, no TLS, no certificate to be trusted. */
const FOR_GOOD = /^(ERR_|HPE_)|CERT|^UNABLE_TO_/;

/** Why there is no answer, from what fetch throws, which wraps what happened. */
function failureOf(error: unknown): Tried {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // The words of OpenSSL name its own sources.
  const reason = code.startsWith('ERR_SSL') ? `there is no TLS (${code})` : reasonOf(cause);
  return { reason, isFinal: code === '' || FOR_GOOD.test(code) };
}

async function tryOnce(url: string, body: string, options: SendOptions): Promise<Tried> {
  const { headers, tryMs = TRY_MS } = options;
  const signal = AbortSignal.timeout(tryMs);
  try {
    // A request that follows to another address would arrive there as a question, without what it holds.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await textOf(response) };
  } catch (error) {
    if (!signal.aborted) return failureOf(error);
    return { reason: `there is no whole answer within ${tryMs / 1000} s`, isFinal: false };
  }
}

/** How long a server asks to wait, milliseconds; undefined if it does not say. */
function askedMs(tried: Tried): number | undefined {
  const said = 'status' in tried ? tried.headers.get('retry-after') : null;
  if (said === null) return undefined;
  const seconds = Number(said);
  const ms = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function ownMs(times: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** times * (0.75 + Math.random() / 2));
}

/** What a server says that did not take the request, the end of a sentence. */
function saidIn({ status, headers, text }: Answer): string {
  const to = headers.get('location');
  const said = text.replace(/\s+/g, ' ').trim().slice(0, ANSWER_MAX);
  if (status >= 300 && status < 400 && to !== null) return `: it has moved to ${to}`;
  return said === '' ? '' : `: ${said}`;
}

function isTaken({ status, headers }: Answer, url: string): boolean {
  if (status < 200 || status >= 300) return false;
  // Anything may listen on a port: a page is no answer of a collector.
  if (!/^text\/html\b/i.test(headers.get('content-type') ?? '')) return true;
  throw new CliError(`${url} answered with a page (text/html): there is no collector at this address.`, 1);
}

const inSeconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`;

/**
 * Sends a request. Yields a sentence for each try that is made again, without its end; returns the text of the answer.
 * Throws a CliError with exit code 1 if it was not taken.
 */
export async function* send(url: string, body: string, options: SendOptions): AsyncGenerator<string, string> {
  const { retries, wait = pause } = options;
  for (let times = 0; ; times++) {
    const tried = await tryOnce(url, body, options);
    if ('status' in tried && isTaken(tried, url)) return tried.text;
    const isFinal = 'status' in tried ? !AGAIN.has(tried.status) : tried.isFinal;
    const asked = askedMs(tried);
    const isTooLong = asked !== undefined && asked > PAUSE_MAX_MS;
    const after = times === 0 ? '' : ` after ${times + 1} tries`;
    if (isFinal || isTooLong || times >= retries) {
      if ('reason' in tried) throw new CliError(`${url} cannot be reached${after}: ${tried.reason}.`, 1);
      const later = isTooLong && !isFinal ? `, and asks to wait ${inSeconds(asked)}` : '';
      throw new CliError(`${url} answered ${tried.status}${after}${later}${saidIn(tried)}.`, 1);
    }
    const ms = asked ?? ownMs(times);
    const why = 'status' in tried ? `answered ${tried.status}` : tried.reason;
    yield `${why}; tried again in ${inSeconds(ms)}`;
    await wait(ms);
  }
}
