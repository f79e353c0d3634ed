// Numbers that JavaScript cannot represent: exports keep their text, or are refused.

import { sse } from '@/lib/core/decode/sse';
import type { Format, WriteResult, WriteSource } from '@/lib/core/files/types';
import { inexactNumber } from '@/lib/core/json/exact-number';
import { type JsonObject, parseJson } from '@/lib/core/json/json';
import type { LoggedEvent } from '@/lib/core/log/types';
import { parseBase64 } from '@/lib/messages/base64';
import type { CapturedRecord } from '@/lib/messages/records';

/** Original texts of events with such numbers. */
const exactTexts = new WeakMap<JsonObject, string>();

/** Stores the text of an event if it contains such a number. */
export function noteExact({ event, raw, binary, stream }: LoggedEvent): void {
  if (binary || event === undefined || exactTexts.has(event) || inexactNumber(raw) === undefined) return;
  const payload = (stream.framing === 'sse' ? sse.reread(raw).data : raw).trim();
  // The text of a respelled event, or of one in an envelope, is not the event.
  if (JSON.stringify(parseJson(payload)) !== JSON.stringify(event)) return;
  exactTexts.set(event, payload.replace(/[\r\n]+/g, ' '));
}

export function exactJson(event: JsonObject): string {
  return exactTexts.get(event) ?? JSON.stringify(event);
}

function recordText(record: CapturedRecord): string {
  if (record.kind === 'open') return record.requestBody ?? '';
  if (record.kind !== 'chunk' && record.kind !== 'frame') return '';
  if (record.text !== undefined) return record.text;
  const text = new TextDecoder().decode(parseBase64(record.b64 ?? '') ?? new Uint8Array(0));
  // Protobuf represents numbers exactly.
  return text.includes('\0') ? '' : text;
}

function firstInexact(source: WriteSource): string | undefined {
  let rest = '';
  for (const { records } of source.batches()) {
    for (const record of records) {
      const lines = (rest + recordText(record)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const found = inexactNumber(line);
        if (found !== undefined) return found.written;
      }
      if (record.kind === 'chunk') continue;
      const found = inexactNumber(rest);
      rest = '';
      if (found !== undefined) return found.written;
    }
  }
  return inexactNumber(rest)?.written;
}

export function refusingInexact(format: Format): Format {
  const { write, label } = format;
  if (write === undefined) return format;
  return {
    ...format,
    write(source): WriteResult {
      const number = firstInexact(source);
      if (number === undefined) return write(source);
      const shown = number.length > 40 ? `${number.slice(0, 40)}…` : number;
      return {
        refused: `${label} cannot keep the number ${shown}, which JavaScript would change. Export a recording, SSE or HAR instead: these keep it.`,
      };
    },
  };
}
