// `lens push`: traces of recorded runs, to a collector of OpenTelemetry.

import { traceRequest, tracesOf } from '@/lib/core/files/otlp-json';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import type { Arguments } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import type { Command, Outcome } from '@/lib/package/cli/command';
import { findFiles } from '@/lib/package/cli/find-files';
import { openFile } from '@/lib/package/cli/open-file';
import { send } from '@/lib/package/cli/send';
import { SHARE_OPTIONS, sharedSource } from '@/lib/package/cli/shared-source';

const BATCH = 500;
const RETRIES = 5;

/** Where traces are taken: an address without a path is that of the collector. */
function endpointOf(args: Arguments): string {
  const given = args.options.get('otlp') ?? '';
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw new CliError(
      `--otlp must be the URL of a collector, such as http://localhost:4318, not '${given}'.`,
    );
  }
  if (!/^https?:$/.test(url.protocol))
    throw new CliError(`--otlp must begin with http: or https:, not ${url.protocol}`);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
}

function countOf(args: Arguments, name: string, byDefault: number, least: number): number {
  const given = args.options.get(name);
  if (given === undefined) return byDefault;
  if (/^\d{1,6}$/.test(given) && Number(given) >= least) return Number(given);
  throw new CliError(`--${name} must be a number from ${least} on, not '${given}'.`);
}

function headersOf(args: Arguments): Record<string, string> {
  const lines = args.options.get('header')?.split('\n') ?? [];
  const given = lines.map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new CliError(`--header must be a name, a colon and a value, not '${line}'.`);
    return [name.toLowerCase(), value] as const;
  });
  return { 'content-type': 'application/json', ...Object.fromEntries(given) };
}

/** Spans of whole runs, as many as fit; a run with more is cut, for a collector puts traces together again. */
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

/** What a collector says beside that it took a request: spans that it did not take, or a warning. */
interface Remark {
  readonly rejected: number;
  readonly words: string;
}

function remarkIn(answer: string): Remark {
  let value: Json;
  try {
    value = JSON.parse(answer);
  } catch {
    // Some answer with protobuf, or with nothing.
    return { rejected: 0, words: '' };
  }
  const partial = isJsonObject(value) ? value['partialSuccess'] : undefined;
  if (!isJsonObject(partial)) return { rejected: 0, words: '' };
  const said = partial['errorMessage'];
  const words = typeof said === 'string' ? said.replace(/\s+/g, ' ').trim() : '';
  return { rejected: Number(partial['rejectedSpans'] ?? 0) || 0, words };
}

async function* pushed(args: Arguments, requests: readonly string[], spans: number): AsyncIterable<string> {
  const url = endpointOf(args);
  const options = { headers: headersOf(args), retries: countOf(args, 'retries', RETRIES, 0) };
  const refused: string[] = [];
  for (const [at, body] of requests.entries()) {
    const about = `request ${at + 1} of ${requests.length}`;
    const sending = send(url, body, options);
    let step = await sending.next();
    for (; step.done !== true; step = await sending.next())
      yield args.paint('faint', `${about}: ${step.value}\n`);
    const { rejected, words } = remarkIn(step.value);
    if (rejected > 0)
      refused.push(`Request ${at + 1}: ${rejected} spans were rejected: ${words || 'no reason given'}`);
    // It may take everything and still have something to say.
    const remark = rejected > 0 || words === '' ? '' : `; the collector says: ${words}`;
    yield args.paint('faint', `${about} taken${remark}\n`);
  }
  if (refused.length > 0) throw new CliError(refused.join('\n'), 1);
  yield `${spans} spans sent to ${url}\n`;
}

function run(args: Arguments): Outcome {
  endpointOf(args);
  headersOf(args);
  const runs = findFiles(args.positionals).flatMap((file) => {
    return tracesOf(sharedSource(openFile(file, args), args).log());
  });
  if (runs.length === 0) throw new CliError('There is no run to be sent.', 1);
  const batches = [...batchesOf(runs, countOf(args, 'batch', BATCH, 1))];
  const requests = batches.map((spans) => JSON.stringify(traceRequest(spans)));
  if (args.flags.has('dry-run')) return { output: requests.map((request) => `${request}\n`), exitCode: 0 };
  const spans = runs.reduce((sum, each) => sum + each.length, 0);
  return { output: [], exitCode: 0, work: pushed(args, requests, spans) };
}

/** Sends traces. */
export const pushCommand: Command = {
  name: 'push',
  summary: 'Sends the runs as traces to a collector of OpenTelemetry (OTLP over HTTP, JSON).',
  files: ['file'],
  takesMany: true,
  options: {
    otlp: { value: 'URL', summary: 'The collector; /v1/traces is added where the URL has no path.' },
    header: {
      value: 'NAME:VALUE',
      summary: 'A header of each request; may be given several times.',
      isMany: true,
    },
    batch: { value: 'N', summary: `How many spans one request holds at most (default: ${BATCH}).` },
    retries: {
      value: 'N',
      summary: `How many times a request is sent again that could not be taken, each time later (default: ${RETRIES}).`,
    },
    ...SHARE_OPTIONS,
  },
  flags: { 'dry-run': 'Prints the requests, one a line, and sends nothing.' },
  examples: [
    ['run.agui.jsonl --otlp http://localhost:4318', 'To a collector on this machine.'],
    [
      "'runs/*.agui.jsonl' --otlp https://otlp.example.com --header 'authorization: Bearer TOKEN' --redact tools",
      'Many files, without what was said.',
    ],
    ['run.agui.jsonl --otlp http://localhost:4318 --dry-run', 'What would be sent.'],
  ],
  exitCodes: '0 sent, 1 there is no run or the collector did not take it, 2 a file could not be read.',
  run,
};
