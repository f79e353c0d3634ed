// A Vitest test for one finding: it fails while the rule fires. It contains the recorded response, and can send the
// same request to an agent to replace the response.
import { chosenReaders } from '@/lib/core/consumers/consumers';
import { chosenDialect, type StoredAnnotations } from '@/lib/core/files/annotations';
import { asCode, isHeaderValue } from '@/lib/core/files/as-code';
import { readLog } from '@/lib/core/files/read-log';
import { RECORDING_FORMAT, RECORDING_VERSION, type RecordingLine } from '@/lib/core/files/recording-spec';
import { streamBatches } from '@/lib/core/files/scope';
import type { FileBatch, TestedFinding, WriteResult, WriteSource } from '@/lib/core/files/types';
import { createLintFold } from '@/lib/core/lint/lint';
import { ruleTextOf } from '@/lib/core/lint/selection';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { Stream } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';

const HEAD = `import { check } from 'ag-ui-lens';
import { expect, test } from 'vitest';

interface RecordedBatch {
  doc: string;
  frame: number;
  n: number;
  records: { kind: string; t: number; stream?: number; [key: string]: unknown }[];
}

`;

const ASK = `
/** The recording with a new response of the agent in place of the recorded one. */
async function sendAgain(url: string): Promise<RecordedBatch[]> {
  const send = fetch;
  const { doc, stream, method, headers, body } = request;
  const now = () => Number(process.hrtime.bigint()) / 1e6;
  const from = now();
  const received: RecordedBatch['records'] = [];
  let open = {};
  const end = (how: string, detail?: string) =>
    received.push({ kind: 'close', t: now() - from, stream, how, detail });
  try {
    const response = await send(url, { method, headers, body });
    const type = response.headers.get('content-type') ?? '';
    open = { status: response.status, headers: { 'content-type': type } };
    for await (const bytes of response.body ?? []) {
      const b64 = Buffer.from(bytes).toString('base64');
      received.push({ kind: 'chunk', t: now() - from, stream, b64 });
    }
    end('complete');
  } catch (error) {
    end('network-error', String(error));
  }
  return recorded.map((batch) => {
    if (batch.doc !== doc) return batch;
    const records = batch.records.flatMap((record) => {
      if (record.stream !== stream) return [record];
      if (record.kind !== 'open') return [];
      const { status, headers, headT, hasUnknownReads, ...sent } = record;
      return [{ ...sent, ...open }, ...received.map((each) => ({ ...each, t: record.t + each.t }))];
    });
    return { ...batch, records };
  });
}

const url = process.env['AGENT_URL'];
const batches = url === undefined ? recorded : await sendAgain(url);
`;

const AS_RECORDED = `
const batches = recorded;
`;

const TAIL = `
test(name, () => {
  const lines = [header, ...batches].map((line) => JSON.stringify(line));
  const { findings } = check(lines.join('\\n'), { name: 'recorded.agui.jsonl' });
  expect(findings.filter((finding) => finding.rule === rule && finding.stream === stream)).toEqual([]);
});
`;

/** The part of the session in which the rule fires. */
interface SessionPart {
  readonly batches: readonly FileBatch[];
  /** Index of the finding's stream in the log of the part. */
  readonly stream: number;
}

/** Candidate streams that a finding may depend on, fewest first: its own, those of its thread, all. */
function* keysFor(log: Log, { key, index }: Stream): Iterable<ReadonlySet<string> | undefined> {
  yield new Set([key]);
  const runs = [...createHistory(modelFold, log).head().runs];
  const threads = new Set(
    runs.filter(({ streams }) => streams.some((each) => each.index === index)).map((run) => run.threadId),
  );
  const beside = runs.filter(({ threadId }) => threads.has(threadId)).flatMap(({ streams }) => streams);
  yield new Set([key, ...beside.map((stream) => stream.key)]);
  yield undefined;
}

/** Index of the stream if the rule fires on it in these batches. */
function firesIn(
  batches: readonly FileBatch[],
  { rule, key }: { readonly rule: string; readonly key: string | undefined },
  annotations: StoredAnnotations,
): number | undefined {
  const log = readLog(batches, { dialect: (stream) => chosenDialect(annotations, stream.key) });
  const fold = createLintFold(chosenReaders(annotations.consumers ?? {}));
  const { findings } = createHistory(fold, log).head();
  return findings.find((each) => each.rule === rule && log.streams[each.stream]?.key === key)?.stream;
}

function partFor(
  { log, batches, annotations = {} }: WriteSource,
  { rule, stream }: TestedFinding,
): SessionPart | undefined {
  const whole = log();
  const found = whole.streams[stream];
  const all = [...batches()];
  for (const keys of found === undefined ? [undefined] : keysFor(whole, found)) {
    const part = keys === undefined ? all : [...streamBatches(all, keys)];
    const at = firesIn(part, { rule, key: found?.key }, annotations);
    if (at !== undefined) return { batches: part, stream: at };
  }
  return undefined;
}

/** The request as code; undefined for one that was not over HTTP or not stored whole. */
function requestOf({ key, doc, transport, method, accept, ...stream }: Stream): string | undefined {
  const { requestBody: body, requestBodyLength } = stream;
  if ((transport !== 'fetch' && transport !== 'xhr') || requestBodyLength !== undefined) return undefined;
  if (body === undefined && method !== 'GET') return undefined;
  const accepts = accept !== undefined && isHeaderValue(accept) ? accept : 'text/event-stream';
  const headers = { accept: accepts, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const number = Number(key.slice(doc.length + 1));
  return asCode({ doc, stream: number, method, headers, ...(body !== undefined && { body }) });
}

function* fileOf(rule: string, part: SessionPart, { annotations = {} }: WriteSource): Iterable<string> {
  const { summary, impact, fix } = ruleTextOf(rule);
  const { rulesOff: _off, notes: _notes, ...read } = annotations;
  const stream = readLog(part.batches).streams[part.stream];
  const request = stream === undefined ? undefined : requestOf(stream);
  yield `// Fails while ${rule} fires, as in the recording by AG-UI Lens. ${summary}\n// ${impact}\n// How to fix: ${fix}\n`;
  if (request !== undefined) {
    yield '// Checks the recorded response. To check an agent instead, set AGENT_URL to its URL: the request is sent to it.\n';
  }
  yield `${HEAD}const rule = ${asCode(rule)};\nconst name = ${asCode(`${rule} does not fire`)};\n`;
  yield `/** Index of the checked stream in the recording. */\nconst stream: number = ${part.stream};\n`;
  const header = { format: RECORDING_FORMAT, version: RECORDING_VERSION, ...read };
  yield `const header = ${asCode(header)};\n`;
  if (request !== undefined)
    yield `/** Add headers that the agent requires, such as authorization. */\nconst request = ${request};\n`;
  yield '\nconst recorded: RecordedBatch[] = [\n';
  for (const { frameId: frame, ...batch } of part.batches) {
    const line: RecordingLine = { ...batch, frame };
    yield `  ${asCode(JSON.parse(JSON.stringify(line))).replaceAll('\n', '\n  ')},\n`;
  }
  yield `];\n${request === undefined ? AS_RECORDED : ASK}${TAIL}`;
}

export function ruleTest(source: WriteSource, finding: TestedFinding): WriteResult {
  const part = partFor(source, finding);
  if (part === undefined)
    return {
      refused: `${finding.rule} is not found any more in what is stored of this session. Choose another finding.`,
    };
  return fileOf(finding.rule, part, source);
}
