// `lens push`: sends traces of runs to an OpenTelemetry collector.
import { setTimeout as pause } from 'node:timers/promises';

import { traceRequest, tracesOf } from '@/lib/core/files/otlp-json';
import { isJsonObject, parseJson } from '@/lib/core/json/json';
import { reasonOf } from '@/lib/core/json/reason';
import { type Arguments, type Command, countOf, HEADER, headersOf, urlOf } from '@/lib/package/cli/command';
import { CliError, causeOf } from '@/lib/package/cli/errors';
import { findFiles } from '@/lib/package/cli/find-files';
import { openFile } from '@/lib/package/cli/open-file';
import { sharedSource, shareOptions } from '@/lib/package/cli/shared-source';

/** Status codes of retryable responses (https://opentelemetry.io/docs/specs/otlp/#failures-1). */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The first pause, which doubles each time, ± 25 %. */
const PAUSE_MS = 500;
/** The longest pause that a server may request. */
const PAUSE_MAX_MS = 30_000;
const TRY_MS = 30_000;
/** Maximum length of a response, and of its part in a sentence, characters. */
const READ_MAX = 64 * 1024;
const ANSWER_MAX = 300;

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  /** Timeout of one try; half a minute by default. */
  readonly tryMs?: number;
  /** Replaced in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

interface CollectorResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A response, or the reason for its absence. `isFinal` if a retry cannot help. */
type TryResult = CollectorResponse | { readonly reason: string; readonly isFinal: boolean };

async function responseText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  // Leaving the loop cancels an endless response.
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > READ_MAX) break;
  }
  return text;
}

/** Codes of permanent errors: forbidden address, no HTTP, no TLS, untrusted certificate. */
const PERMANENT = /^(ERR_|HPE_)|CERT|^UNABLE_TO_/;

/** Reads an error of fetch, whose cause is the reason. */
function failureOf(error: unknown): TryResult {
  const cause = causeOf(error);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // OpenSSL's messages name its source files.
  const reason = code.startsWith('ERR_SSL') ? `there is no TLS (${code})` : reasonOf(cause);
  return { reason, isFinal: code === '' || PERMANENT.test(code) };
}

async function tryOnce(url: string, body: string, options: SendOptions): Promise<TryResult> {
  const { headers, tryMs = TRY_MS } = options;
  const signal = AbortSignal.timeout(tryMs);
  try {
    // A redirected request would become a GET without its body.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await responseText(response) };
  } catch (error) {
    if (!signal.aborted) return failureOf(error);
    return { reason: `no complete response within ${tryMs / 1000} s`, isFinal: false };
  }
}

function retryAfterMs(tried: TryResult): number | undefined {
  const header = 'status' in tried ? tried.headers.get('retry-after') : null;
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function backoffMs(times: number): number {
  return Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** times * (0.75 + Math.random() / 2));
}

/** The reason in a response, as the end of a sentence. */
function responseReason({ status, headers, text }: CollectorResponse): string {
  const location = headers.get('location');
  const body = text.replace(/\s+/g, ' ').trim().slice(0, ANSWER_MAX);
  if (status >= 300 && status < 400 && location !== null) return `: moved to ${location}`;
  return body === '' ? '' : `: ${body}`;
}

function isAccepted({ status, headers }: CollectorResponse, url: string): boolean {
  if (status < 200 || status >= 300) return false;
  // A collector never answers with a page.
  if (!/^text\/html\b/i.test(headers.get('content-type') ?? '')) return true;
  throw new CliError(`${url} answered with a page (text/html): there is no collector at this address.`, 1);
}

const inSeconds = (ms: number): string => `${Math.ceil(ms / 100) / 10} s`;

/** Yields the beginning of a sentence before each retry. Throws a CliError with exit code 1 if it is not accepted. */
export async function* send(url: string, body: string, options: SendOptions): AsyncGenerator<string, string> {
  const { retries, wait = pause } = options;
  for (let times = 0; ; times++) {
    const tried = await tryOnce(url, body, options);
    if ('status' in tried && isAccepted(tried, url)) return tried.text;
    const isFinal = 'status' in tried ? !AGAIN.has(tried.status) : tried.isFinal;
    const requestedMs = retryAfterMs(tried);
    const isTooLong = requestedMs !== undefined && requestedMs > PAUSE_MAX_MS;
    const after = times === 0 ? '' : ` after ${times + 1} tries`;
    if (isFinal || isTooLong || times >= retries) {
      if ('reason' in tried) throw new CliError(`${url} cannot be reached${after}: ${tried.reason}.`, 1);
      const later = isTooLong && !isFinal ? ` and requests a pause of ${inSeconds(requestedMs)}` : '';
      throw new CliError(`${url} answered ${tried.status}${after}${later}${responseReason(tried)}.`, 1);
    }
    const ms = requestedMs ?? backoffMs(times);
    const why = 'status' in tried ? `answered ${tried.status}` : tried.reason;
    yield `${why}; retrying in ${inSeconds(ms)}`;
    await wait(ms);
  }
}

const BATCH = 500;
const RETRIES = 5;

/** The URL for traces: a path is added if there is none. */
function endpointOf(args: Arguments): string {
  const url = urlOf(args.options.get('otlp'), '--otlp', 'http://localhost:4318');
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
}

/** Spans of whole runs, up to `size`; larger runs are split, which collectors join again. */
function* batchesOf(runs: readonly (readonly object[])[], size: number): Iterable<readonly object[]> {
  let batch: object[] = [];
  for (const spans of runs) {
    if (batch.length > 0 && batch.length + spans.length > size) {
      yield batch;
      batch = [];
    }
    for (const span of spans) {
      batch.push(span);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

function partialSuccess(response: string): PartialSuccess {
  // Some collectors answer with protobuf, or with nothing.
  const value = parseJson(response);
  const partial = isJsonObject(value) ? value['partialSuccess'] : undefined;
  if (!isJsonObject(partial)) return { rejected: 0, message: '' };
  const { errorMessage } = partial;
  const message = typeof errorMessage === 'string' ? errorMessage.replace(/\s+/g, ' ').trim() : '';
  return { rejected: Number(partial['rejectedSpans'] ?? 0) || 0, message };
}

async function* pushed(args: Arguments, requests: readonly string[], spans: number): AsyncIterable<string> {
  const url = endpointOf(args);
  const options = {
    headers: { 'content-type': 'application/json', ...headersOf(args) },
    retries: countOf(args, 'retries', RETRIES, 0),
  };
  const refused: string[] = [];
  for (const [at, body] of requests.entries()) {
    const about = `request ${at + 1} of ${requests.length}`;
    const sending = send(url, body, options);
    let step = await sending.next();
    for (; step.done !== true; step = await sending.next())
      yield args.paint('faint', `${about}: ${step.value}\n`);
    const { rejected, message } = partialSuccess(step.value);
    if (rejected > 0)
      refused.push(`Request ${at + 1}: ${rejected} spans were rejected: ${message || 'no reason given'}`);
    const warning = rejected > 0 || message === '' ? '' : `; warning: ${message}`;
    yield args.paint('faint', `${about} accepted${warning}\n`);
  }
  if (refused.length > 0) throw new CliError(refused.join('\n'), 1);
  yield `${spans} spans sent to ${url}\n`;
}

export const pushCommand: Command = {
  name: 'push',
  summary: 'Sends the runs as traces to an OpenTelemetry collector (OTLP over HTTP, JSON).',
  files: ['file'],
  takesMany: true,
  options: {
    otlp: { value: 'URL', summary: 'URL of the collector; /v1/traces is added if it has no path.' },
    header: HEADER,
    batch: { value: 'N', summary: `Maximum number of spans per request (default: ${BATCH}).` },
    retries: {
      value: 'N',
      summary: `Maximum number of retries per request (default: ${RETRIES}).`,
    },
    ...shareOptions(),
  },
  flags: { 'dry-run': 'Prints the requests, one a line, and sends nothing.' },
  examples: [
    ['run.agui.jsonl --otlp http://localhost:4318', 'To a collector on this machine.'],
    [
      "'runs/*.agui.jsonl' --otlp https://otlp.example.com --header 'authorization: Bearer TOKEN' --redact tools",
      'Many files, without the texts.',
    ],
    ['run.agui.jsonl --otlp http://localhost:4318 --dry-run', 'Prints the requests.'],
  ],
  exitCodes: '0 sent, 1 no run, or not accepted by the collector, 2 unreadable file.',
  run(args) {
    endpointOf(args);
    headersOf(args);
    const runs = findFiles(args.positionals).flatMap((file) => {
      return tracesOf(sharedSource(openFile(file, args), args).log());
    });
    if (runs.length === 0) throw new CliError('There is no run to send.', 1);
    const batches = [...batchesOf(runs, countOf(args, 'batch', BATCH, 1))];
    const requests = batches.map((spans) => JSON.stringify(traceRequest(spans)));
    if (args.flags.has('dry-run')) return { output: requests.map((request) => `${request}\n`), exitCode: 0 };
    const spans = runs.reduce((sum, each) => sum + each.length, 0);
    return { output: [], exitCode: 0, work: pushed(args, requests, spans) };
  },
};
