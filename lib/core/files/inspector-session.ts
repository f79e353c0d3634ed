// Sessions of agui-inspector: exchanges, and the frames of their responses as on the wire.

import { remadeBatch, remadeChunk, short, timeAt } from '@/lib/core/files/converted-records';
import { cutShort } from '@/lib/core/files/damaged';
import { factsOf } from '@/lib/core/files/format-facts';
import { parseJsonFile } from '@/lib/core/files/input';
import type { Format } from '@/lib/core/files/types';
import { isJsonObject, type JsonObject, objectsIn, stringIn } from '@/lib/core/json/json';
import { grouped } from '@/lib/core/json/sorted';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';

/** Ends of exchanges; running ones have none. */
const ENDS: Readonly<Record<string, CloseHow>> = {
  completed: 'complete',
  'transport-error': 'network-error',
  'user-stopped': 'aborted',
};

function frameRecord(frame: JsonObject, stream: number, start: number): CapturedRecord {
  const t = start + timeAt(frame, 'offsetMs');
  const envelope = stringIn(frame, 'envelope') ?? '';
  const isText = frame['classification'] !== 'data' || /^(data|event|id|retry|:)/m.test(envelope);
  if (isText && envelope !== '') return { kind: 'chunk', t, stream, text: envelope };
  // Binary frames are stored as parsed values.
  return remadeChunk(stream, t, frame['parsed'] ?? null);
}

function exchangeRecords(
  exchange: JsonObject,
  stream: number,
  { origin, frames }: { readonly origin: number; readonly frames: readonly JsonObject[] },
): readonly CapturedRecord[] {
  const start = Math.max(0, timeAt(exchange, 'startedAt') - origin);
  const requestBody = stringIn(exchange, 'requestBody');
  const responseBody = stringIn(exchange, 'responseBody');
  const { status } = exchange;
  const open: CapturedRecord = {
    kind: 'open',
    t: start,
    stream,
    transport: 'fetch',
    url: short(stringIn(exchange, 'path') ?? ''),
    method: stringIn(exchange, 'method') ?? 'POST',
    headers: { 'content-type': responseBody === undefined ? 'text/event-stream' : 'application/json' },
    ...(typeof status === 'number' && { status }),
    ...(requestBody !== undefined && { requestBody }),
  };
  const body = frames.map((frame) => frameRecord(frame, stream, start));
  const end = Math.max(start + timeAt(exchange, 'elapsedMs'), body.at(-1)?.t ?? 0);
  const rest: CapturedRecord[] =
    responseBody === undefined ? [] : [{ kind: 'chunk', t: end, stream, text: responseBody }];
  const how = ENDS[stringIn(exchange, 'transport') ?? ''];
  const detail = stringIn(exchange, 'transportError');
  const close: CapturedRecord[] =
    how === undefined
      ? []
      : [{ kind: 'close', t: end, stream, how, ...(detail !== undefined && { detail: short(detail) }) }];
  return [open, ...body, ...rest, ...close];
}

export const inspectorSession: Format = {
  ...factsOf('inspector-session'),
  confidence({ start }) {
    return /^\ufeff?\s*\{\s*"version"\s*:\s*\d+\s*,\s*"session"\s*:\s*\{/.test(start) ? 0.95 : 0;
  },
  read(input) {
    const parsed = parseJsonFile(input, 1);
    if ('error' in parsed) return parsed;
    const { value, cut } = parsed;
    const session = isJsonObject(value) ? value['session'] : undefined;
    if (!isJsonObject(session))
      return { error: cut === undefined ? `${input.name} has no session.` : `${cut}.` };
    if (isJsonObject(value) && value['version'] !== 0)
      return {
        error: `${input.name} has the version ${JSON.stringify(value['version'])}, which is not known.`,
      };
    // Preparatory requests do not go to the agent.
    const exchanges = objectsIn(session['exchanges']).filter(({ kind }) => kind !== 'preparation');
    const origin = exchanges.reduce(
      (min, each) => Math.min(min, timeAt(each, 'startedAt')),
      Number.POSITIVE_INFINITY,
    );
    if (!Number.isFinite(origin)) return { error: `${input.name} contains no exchange with an agent.` };
    const byExchange = grouped(objectsIn(session['frames']), ({ exchangeId }) => exchangeId);
    const records = exchanges.flatMap((exchange, index) =>
      exchangeRecords(exchange, index + 1, { origin, frames: byExchange.get(exchange['id']) ?? [] }),
    );
    const navigation = { kind: 'navigation', t: 0, url: '', timeOrigin: origin, top: true } as const;
    const all = [navigation, ...records];
    return { batches: [remadeBatch(cut === undefined ? all : cutShort(all, cut))] };
  },
};
