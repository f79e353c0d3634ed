// Fixtures of aimock (@copilotkit/aimock), a mock agent: a match, the events, and one delay for all of them. The real
// delays and the request are in fields that aimock ignores.

import { remadeBatch, remadeChunk, timeAt } from '@/lib/core/files/converted-records';
import { cutShort } from '@/lib/core/files/damaged';
import { factsOf } from '@/lib/core/files/format-facts';
import { parseJsonFile } from '@/lib/core/files/input';
import type { Format } from '@/lib/core/files/types';
import { isJsonObject, type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import type { Log } from '@/lib/core/log/log';
import { seqsByStream } from '@/lib/core/log/seqs-by-stream';
import type { Stream } from '@/lib/core/log/types';
import type { CapturedRecord } from '@/lib/messages/records';

interface Fixture {
  /** Index in the recording. */
  readonly stream: number;
  readonly match: JsonObject;
  readonly events: readonly JsonObject[];
  /** Mean delay before each event, milliseconds. */
  readonly delayMs: number;
  readonly delaysMs: readonly number[];
  readonly request?: JsonObject;
}

function matchOf({ input }: Stream): JsonObject {
  const messages = input?.['messages'];
  const list = objectsIn(messages);
  const last = list.at(-1);
  if (last?.['role'] === 'tool' && typeof last['toolCallId'] === 'string')
    return { toolCallId: last['toolCallId'] };
  const asked = list.findLast((message) => message['role'] === 'user' && wordsOf(message) !== '');
  // An empty match: it matches every request.
  return asked === undefined ? {} : { message: wordsOf(asked) };
}

/** The text of a message, joined like in aimock. */
function wordsOf({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part) => (isJsonObject(part) && part['type'] === 'text' ? part['text'] : ''));
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .join(' ')
    .trim();
}

function fixtureOf(log: Log, stream: Stream, seqs: readonly number[]): Fixture {
  let before = stream.startMs;
  const delaysMs = seqs.map((seq) => {
    const at = log.timeMsOf(seq);
    const delay = Math.max(0, Math.round((at - before) * 10) / 10);
    before = at;
    return delay;
  });
  const total = delaysMs.reduce((sum, delay) => sum + delay, 0);
  return {
    stream: stream.index,
    match: matchOf(stream),
    events: seqs.map((seq) => log.at(seq)?.event ?? {}),
    delayMs: Math.round(total / Math.max(1, seqs.length)),
    delaysMs,
    ...(stream.input !== undefined && { request: stream.input }),
  };
}

function specificity({ match }: Fixture): number {
  if (match['toolCallId'] !== undefined) return Number.MAX_SAFE_INTEGER;
  return typeof match['message'] === 'string' ? match['message'].length + 1 : 0;
}

/** The fixtures of a file, or of a server's configuration. */
function fixturesIn(value: Json): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  const config = isJsonObject(value['agui']) ? value['agui'] : value;
  const { fixtures } = config;
  const list = objectsIn(fixtures);
  return list.toSorted((a, b) => timeAt(a, 'stream') - timeAt(b, 'stream'));
}

function streamRecords(fixture: JsonObject, events: readonly Json[], stream: number, from: number) {
  const delay = timeAt(fixture, 'delayMs');
  const { delaysMs: delays, request } = fixture;
  const records: CapturedRecord[] = [
    {
      kind: 'open',
      t: from,
      stream,
      transport: isJsonObject(request) ? 'fetch' : 'file',
      url: '',
      method: isJsonObject(request) ? 'POST' : '',
      headers: { 'content-type': 'text/event-stream' },
      ...(isJsonObject(request) && { status: 200, requestBody: JSON.stringify(request) }),
    },
  ];
  let t = from;
  for (const [index, event] of events.entries()) {
    const own: Json | undefined = Array.isArray(delays) ? delays[index] : undefined;
    t = Math.min(1e13, Math.round((t + (typeof own === 'number' && own >= 0 ? own : delay)) * 10) / 10);
    records.push(remadeChunk(stream, t, event));
  }
  records.push({ kind: 'close', t, stream, how: 'complete' });
  return { records, end: t };
}

export const aimockFixture: Format = {
  ...factsOf('aimock-fixture'),
  confidence({ start }) {
    if (!/^\ufeff?\s*\{/.test(start) || !/"fixtures"\s*:\s*\[/.test(start)) return 0;
    // Only this distinguishes them from fixtures of models.
    return /"events"\s*:\s*\[/.test(start) || /"agui"\s*:\s*\{/.test(start) ? 0.9 : 0.55;
  },
  read(input) {
    const parsed = parseJsonFile(input, 2);
    if ('error' in parsed) return parsed;
    const { value, cut } = parsed;
    const all: CapturedRecord[] = [{ kind: 'navigation', t: 0, url: '', timeOrigin: 0, top: true }];
    let streams = 0;
    let from = 0;
    for (const fixture of fixturesIn(value)) {
      const { events } = fixture;
      if (!Array.isArray(events)) continue;
      const { records, end } = streamRecords(fixture, events, ++streams, from);
      for (const record of records) all.push(record);
      from = end;
    }
    if (streams === 0 && cut !== undefined) return { error: `${cut}.` };
    if (streams === 0) return { error: `${input.name} contains no fixture with AG-UI events.` };
    return { batches: [remadeBatch(cut === undefined ? all : cutShort(all, cut))] };
  },
  write({ log }) {
    const whole = log();
    const isEvent = (seq: number) => whole.typeOf(seq) !== '' && whole.at(seq)?.event !== undefined;
    const seqs = seqsByStream(whole);
    const fixtures = whole.streams.flatMap((stream) => {
      const own = (seqs[stream.index] ?? []).filter(isEvent);
      return own.length === 0 ? [] : [fixtureOf(whole, stream, own)];
    });
    // aimock takes the first match, so the most specific fixture comes first.
    const sorted = fixtures.toSorted((a, b) => specificity(b) - specificity(a));
    if (sorted.length === 0) return { refused: 'There is no event in this session.' };
    return [`${JSON.stringify({ fixtures: sorted }, null, 2)}\n`];
  },
};
