// A test for Playwright that serves the recorded responses to the page, in their order and with their real delays. A
// route of Playwright responds at once, so it redirects the requests to a server within the test. The package's
// fixture records what the page reads: the runs must end well, with the recorded messages and state.

import { promptIn } from '@/lib/core/agui/request-facts';
import { chosenDialect } from '@/lib/core/files/annotations';
import { asCode, canHaveBody, isHeaderValue } from '@/lib/core/files/as-code';
import { bodiesOf } from '@/lib/core/files/bodies';
import { factsOf } from '@/lib/core/files/format-facts';
import { HEAD, matchingText, TAIL } from '@/lib/core/files/playwright-text';
import { readLog } from '@/lib/core/files/read-log';
import { streamBatches } from '@/lib/core/files/scope';
import type { FileBatch, Format, WriteSource } from '@/lib/core/files/types';
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { ChooseDialect } from '@/lib/core/log/record-reader';
import type { Stream } from '@/lib/core/log/types';
import { modelFold } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry, RunStatus } from '@/lib/core/model/types';
import type { ChunkRecord } from '@/lib/messages/records';

/** The texts of a message: those of its parts, if it has parts. */
function textIn(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content;
  if (!isJsonArray(content)) return undefined;
  return content.map((part) => (isJsonObject(part) ? (part['text'] ?? '') : '')).join(' ');
}

/** The result of `askedIn` for a recorded request. */
function askedOf({ requestBody, requestBodyLength }: Stream): JsonObject {
  const sent = requestBodyLength === undefined ? parseJson(requestBody ?? '') : undefined;
  const whole = isJsonObject(sent) ? sent : {};
  const input = [whole, ...Object.values(whole)].find(
    (each) => isJsonObject(each) && isJsonArray(each['messages']),
  );
  const { messages, threadId } = isJsonObject(input) ? input : {};
  const asked = (isJsonArray(messages) ? messages : []).findLast(
    (message) => isJsonObject(message) && message['role'] === 'user',
  );
  const text = textIn(isJsonObject(asked) ? asked['content'] : undefined);
  return { ...(text !== undefined && { text }), ...(typeof threadId === 'string' && { threadId }) };
}

/** Headers about the encoding on the wire; the stored bytes are decoded. */
const OF_WIRE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'server', 'via']);

/** The URL as the test parses it. */
const ADDRESS = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#[\]<>^|\\%@:]+)(?::\d{1,5})?(?:[/?#]|$)/i;

function isServable({ transport, url, method, status }: Stream): boolean {
  const isHttp = (transport === 'fetch' || transport === 'xhr') && ADDRESS.test(url);
  return isHttp && method !== '' && status !== undefined && canHaveBody(status);
}

function responseOf(
  log: Log,
  stream: Stream,
  chunks: readonly ChunkRecord[],
  firstSeq: number | undefined,
  brings: readonly string[],
): JsonObject {
  const { method, url, status = 200, headers = {}, close, startMs } = stream;
  const firstMs = firstSeq === undefined ? startMs : log.timeMsOf(firstSeq);
  let before = chunks[0]?.t ?? 0;
  const reads = chunks.map(({ t, text, b64 }, index): JsonObject => {
    const after = index === 0 ? firstMs - startMs : t - before;
    before = t;
    const afterMs = Math.max(0, Math.round(after));
    return text === undefined ? { afterMs, base64: b64 ?? '' } : { afterMs, text };
  });
  const kept = Object.entries(headers).filter(([name, value]) => !OF_WIRE.has(name) && isHeaderValue(value));
  const asked = askedOf(stream);
  const isCut = close?.how !== 'complete';
  const cut = isCut ? { isCut, brings: [...brings] } : { isCut };
  return { method, url, asked, status, headers: Object.fromEntries(kept), reads, ...cut };
}

/** The longest part of a text that a page shows unchanged if it renders the text as Markdown. */
function plainPart(content: unknown): string | undefined {
  if (typeof content !== 'string') return undefined;
  const parts = content.split(/[^\p{L}\p{N} ,.'’]+/u).map((part) => part.trim());
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  return longest === '' ? undefined : longest.slice(0, 80);
}

/** On one line: replaces all characters that end a line of code. */
function inLine(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function prompts(streams: readonly Stream[]): readonly string[] {
  const asked = streams.flatMap(({ input }) => {
    const prompt = input && promptIn(input);
    return prompt === undefined ? [] : [prompt];
  });
  return [...new Set(asked)];
}

/** URL of the recorded page; undefined for that of a file, such as a HAR. */
function pageOf(batches: Iterable<FileBatch>, doc: string): string | undefined {
  for (const batch of batches) {
    if (batch.doc !== doc) continue;
    for (const record of batch.records)
      if (record.kind === 'navigation' && record.top)
        return record.url.startsWith('file:') ? undefined : record.url;
  }
  return undefined;
}

interface VisibleText {
  readonly text: string;
  /** Index of the response's stream. */
  readonly stream: number;
}

/** Messages that the responses added to the last thread of the page. */
function shownOf(log: Log, streams: readonly Stream[]): readonly VisibleText[] {
  const streamOf = ({ firstSeq }: MessageEntry): number => log.streamOf(firstSeq)?.index ?? -1;
  const served = new Set(streams.map(({ index }) => index));
  const threads = [...createHistory(modelFold, log).head().threads].map(({ messages }) =>
    [...messages].filter(
      (entry) => entry.message.role === 'assistant' && entry.via !== 'request' && served.has(streamOf(entry)),
    ),
  );
  const newest = (thread: readonly MessageEntry[]): number => thread.at(-1)?.lastSeq ?? -1;
  const last = threads.reduce<readonly MessageEntry[]>(
    (best, thread) => (newest(thread) > newest(best) ? thread : best),
    [],
  );
  return last.flatMap((entry) => {
    const text = plainPart(entry.message.content);
    return text === undefined ? [] : [{ text, stream: streamOf(entry) }];
  });
}

const textsOf = (shown: readonly VisibleText[]): string[] => [...new Set(shown.map(({ text }) => text))];

/** Statuses that are not failures. */
const GOOD_ENDS: ReadonlySet<RunStatus> = new Set(['success', 'interrupted', 'cancelled']);

/** Statuses of the runs of the last thread, with its messages and state, as code. */
function* expectedOf(
  { batches, dialect }: Pick<WriteSource, 'batches'> & { readonly dialect: ChooseDialect },
  streams: readonly Stream[],
): Iterable<string> {
  const keys = new Set(streams.map(({ key }) => key));
  const { runs, threads, current } = createHistory(
    modelFold,
    readLog([...streamBatches(batches(), keys)], { dialect }),
  ).head();
  const thread = threads.at(Math.max(0, current));
  const ends = [...(thread?.runs ?? [])].flatMap((index) => runs.at(index)?.status ?? []);
  const recorded = ends.some((end) => !GOOD_ENDS.has(end)) ? ` Recorded: ${ends.join(', ')}.` : '';
  const wanted = ends.map((end) => (GOOD_ENDS.has(end) ? end : 'success'));
  yield `/** How the runs of the last thread end.${recorded} */\nconst ends: string[] = ${JSON.stringify(wanted)};\n\n`;
  const brought = [...(thread?.messages ?? [])].filter(({ via }) => via !== 'request');
  const messages = brought.map(({ message }) => asJson(message));
  yield `/** The messages that the responses add to it. */\nconst messages: object[] = ${asCode(messages)};\n\n`;
  const state =
    thread === undefined || thread.stateSeqs.length === 0 ? undefined : asCode(thread.state ?? null);
  yield `/** Its state, if the responses set it. */\nconst state: unknown = ${state};\n\n`;
}

const REDACTED = `// Redacted: URLs and texts are placeholders. Set the URL of the page (start). Run requests get the responses in order,
// whatever they ask.
`;

const NO_PAGE = '// The URL of the page was not recorded. Set it (start).\n';

function* fileOf(
  { log: made, batches: read, annotations = {} }: WriteSource,
  streams: readonly Stream[],
): Iterable<string> {
  const log = made();
  const batches = read();
  const { isRedacted } = annotations;
  const bodies = bodiesOf(log, batches);
  const firstSeqs = new Map<number, number>();
  for (let seq = log.length - 1; seq >= 0; seq--) firstSeqs.set(log.streamOf(seq)?.index ?? -1, seq);
  const [first] = streams;
  if (first === undefined) return;
  const page = pageOf(batches, first.doc);
  const start = page ?? first.url.replace(/^([a-z]+:\/\/[^/?#]*).*$/s, '$1/');
  yield '// Serves the responses that AG-UI Lens recorded to the page.\n';
  if (isRedacted) yield REDACTED;
  else if (page === undefined) yield NO_PAGE;
  const others = log.streams.length - streams.length;
  if (others > 0) yield `// Not served: ${others} other stream${others === 1 ? '' : 's'}.\n`;
  const count = `${streams.length} recorded response${streams.length === 1 ? '' : 's'}`;
  yield `${HEAD}const name = ${JSON.stringify(`the page with ${count}`)};\n`;
  yield `const start = ${JSON.stringify(start)};\n\n`;
  const texts = shownOf(log, streams);
  const byStream = grouped(texts, ({ stream }) => stream);
  yield '/** Starts the runs, as the user did. */\nasync function ask(_page: Page): Promise<void> {\n';
  if (!isRedacted) for (const prompt of prompts(streams)) yield `  // Recorded prompt: ${inLine(prompt)}\n`;
  yield `}\n\n/** Texts on the page at the end. */\nconst shown: string[] = ${JSON.stringify(textsOf(texts), undefined, 2)};\n\n`;
  yield* expectedOf({ batches: read, dialect: ({ key }) => chosenDialect(annotations, key) }, streams);
  yield `const responses: RecordedResponse[] = [\n`;
  for (const stream of streams) {
    const chunks = (bodies[stream.index] ?? []).filter((part) => part.kind === 'chunk');
    const recorded = responseOf(
      log,
      stream,
      chunks,
      firstSeqs.get(stream.index),
      textsOf(byStream.get(stream.index) ?? []),
    );
    const written = isRedacted ? { ...recorded, asked: {} } : recorded;
    yield `  ${asCode(written).replaceAll('\n', '\n  ')},\n`;
  }
  yield `];\n${matchingText(isRedacted === true)}${TAIL}`;
}

export const playwrightTest: Format = {
  ...factsOf('playwright-test'),
  write(source) {
    const streams = source.log().streams.filter(isServable);
    if (streams.length === 0)
      return {
        refused: 'No stream of this session can be served: none is the response to a request over HTTP.',
      };
    return fileOf(source, streams);
  },
};
