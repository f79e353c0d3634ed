// AG-UI 0.0.x: THINKING_*, the META draft, and the looser values that 0.0.x clients accepted (float timestamps, null
// for optional fields, CUSTOM without a value). Events that 1.0 would reject only for these reasons are still read.
import { isThinkingType } from '@/lib/core/agui/events';
import { decodeEvent, decodeFrame } from '@/lib/core/decode/ag-ui-1.0';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

const ANY_VALUE: Readonly<Record<string, string>> = {
  CUSTOM: 'value',
  RAW: 'event',
  STATE_SNAPSHOT: 'snapshot',
};

/** The event without material that 0.0.x tolerated and 1.0 does not. */
function tightened(event: JsonObject, type: string): JsonObject {
  const kept: Record<string, Json> = {};
  const free = ANY_VALUE[type];
  for (const [key, value] of Object.entries(event)) {
    const isLooseTime = key === 'timestamp' && !Number.isSafeInteger(value);
    if (key !== '__proto__' && !isLooseTime && (value !== null || key === free)) kept[key] = value;
  }
  if (free !== undefined && kept[free] === undefined) kept[free] = null;
  return kept;
}

function decodeOld(event: JsonObject): Decoded {
  const type = event['type'];
  if (typeof type !== 'string') return decodeEvent(event);
  if (isThinkingType(type) || type === 'META') return { type, event, problems: [] };
  const strict = decodeEvent(event);
  if (!strict.problems.some((problem) => problem.code === 'shape')) return strict;
  const loose = decodeEvent(tightened(event, type));
  return loose.problems.length === 0 ? { ...loose, original: event } : strict;
}

function decodeAgUi00(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if ('problem' in parsed) return { type: '', problems: [parsed.problem] };
  if (isJsonObject(parsed.value)) return decodeOld(parsed.value);
  return decodeFrame(frame);
}

export const agui00: Decoder = {
  dialect: 'ag-ui-0.0',
  confidence(head) {
    const isOld = head.some((value) => {
      const type = isJsonObject(value) ? value['type'] : undefined;
      return typeof type === 'string' && isThinkingType(type);
    });
    return isOld ? 0.9 : 0;
  },
  create: () => decodeAgUi00,
};
