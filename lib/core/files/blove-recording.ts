// Recordings of blove/ag-ui-chrome-extension, also named .agui.jsonl: a header, and a line for each request, event and
// keepalive. They contain no bytes of the wire, and no ends of connections.

import { remadeBatch, remadeChunk, short, timeAt } from '@/lib/core/files/converted-records';
import { factsOf } from '@/lib/core/files/format-facts';
import { textOf } from '@/lib/core/files/input';
import type { Format } from '@/lib/core/files/types';
import { nestsTooDeep } from '@/lib/core/json/depth';
import { isJsonObject, type JsonObject, parseJson, stringIn } from '@/lib/core/json/json';
import type { CapturedRecord } from '@/lib/messages/records';

/** Content type for all its transports: `binary` bodies are stored decoded. */
const TYPE = 'text/event-stream';
const ENDS: ReadonlySet<unknown> = new Set(['RUN_FINISHED', 'RUN_ERROR']);

function parsedLine(line: string): JsonObject | undefined {
  const value = nestsTooDeep(line) ? undefined : parseJson(line);
  return isJsonObject(value) ? value : undefined;
}

class Connections {
  readonly records: CapturedRecord[] = [];
  readonly #streams = new Map<string, number>();
  readonly #ends = new Map<number, CapturedRecord>();

  take(line: JsonObject, number: number): void {
    const t = timeAt(line, 'tMs');
    const id = stringIn(line, 'connId') ?? '';
    if (line['kind'] === 'request') this.#open(id, t, line);
    else if (line['kind'] === 'event') this.#event(this.#streamOf(id, t), t, line);
    else if (line['kind'] === 'keepalive')
      this.#comment(this.#streamOf(id, t), t, stringIn(line, 'comment') ?? '');
    else if (line['kind'] !== 'header') this.refuse(t, `Line ${number} is of an unknown kind.`);
  }

  refuse(t: number, detail: string): void {
    this.records.push({ kind: 'gap', t, reason: 'refused', detail });
  }

  /** Streams with the end of a run have ended; the ends of others are unknown. */
  end(): readonly CapturedRecord[] {
    return [...this.records, ...this.#ends.values()];
  }

  #open(id: string, t: number, line: JsonObject): number {
    const stream = this.#streams.size + 1;
    this.#streams.set(id, stream);
    const { input } = line;
    this.records.push({
      kind: 'open',
      t,
      stream,
      transport: 'fetch',
      url: short(stringIn(line, 'url') ?? ''),
      method: stringIn(line, 'method') ?? 'POST',
      status: 200,
      headers: { 'content-type': TYPE },
      ...(isJsonObject(input) && { requestBody: JSON.stringify(input) }),
    });
    return stream;
  }

  #streamOf(id: string, t: number): number {
    return this.#streams.get(id) ?? this.#open(id, t, {});
  }

  #event(stream: number, t: number, line: JsonObject): void {
    const { event = null } = line;
    this.records.push(remadeChunk(stream, t, event, stringIn(line, 'sseEvent')));
    if (isJsonObject(event) && ENDS.has(event['type']))
      this.#ends.set(stream, { kind: 'close', t, stream, how: 'complete' });
    else this.#ends.delete(stream);
  }

  #comment(stream: number, t: number, comment: string): void {
    const text = `: ${comment.replace(/[\r\n]+/g, ' ')}\n\n`;
    this.records.push({ kind: 'chunk', t, stream, text });
  }
}

export const bloveRecording: Format = {
  ...factsOf('blove-recording'),
  confidence({ start }) {
    const first = start.split('\n', 1)[0] ?? '';
    return /"kind"\s*:\s*"header"/.test(first) && /"schemaVersion"\s*:/.test(first) ? 0.97 : 0;
  },
  read(input) {
    const [first = '', ...lines] = textOf(input)
      .replace(/^\ufeff/, '')
      .split('\n');
    const header = parsedLine(first);
    if (header?.['kind'] !== 'header')
      return { error: `Line 1 of ${input.name} is not the header of a recording.` };
    if (header['schemaVersion'] !== 1)
      return {
        error: `${input.name} has the schema version ${JSON.stringify(header['schemaVersion'])}, which is not known.`,
      };
    const connections = new Connections();
    for (const [index, text] of lines.entries()) {
      if (text.trim() === '') continue;
      const line = parsedLine(text);
      if (line === undefined) connections.refuse(0, `Line ${index + 2} is not a JSON object.`);
      else connections.take(line, index + 2);
    }
    const captured = Date.parse(stringIn(header, 'capturedAt') ?? '');
    const navigation = {
      kind: 'navigation',
      t: 0,
      url: short(stringIn(header, 'url') ?? ''),
      timeOrigin: Number.isNaN(captured) || captured < 0 ? 0 : captured,
      top: true,
    } as const;
    return { batches: [remadeBatch([navigation, ...connections.end()])] };
  },
};
