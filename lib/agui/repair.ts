// The always-on repairs of the stock client's compatibility boundary (PROTOCOL: nulls that old producers send,
// `binary` content parts). Copy on write; what needs no repair is returned as it is.
import type { EventTypeName } from '@/lib/agui/events';
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';

function withoutNull(value: JsonObject, key: string): JsonObject {
  if (value[key] !== null) return value;
  const { [key]: _null, ...rest } = value;
  return rest;
}

function mapField(value: JsonObject, key: string, change: (entry: Json) => Json): JsonObject {
  const entries = value[key];
  if (!Array.isArray(entries)) return value;
  const changed = entries.map(change);
  return changed.some((entry, index) => entry !== entries[index]) ? { ...value, [key]: changed } : value;
}

const objectOr =
  (change: (value: JsonObject) => Json) =>
  (entry: Json): Json =>
    isJsonObject(entry) ? change(entry) : entry;

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'document']);

function mediaKind(mimeType: string): string {
  const kind = mimeType.split('/')[0] ?? '';
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}

function upgradeBinary(part: JsonObject): JsonObject {
  const { mimeType, data, url, filename } = part;
  if (part['type'] !== 'binary' || typeof mimeType !== 'string') return part;
  const source = data ? { type: 'data', value: data } : url ? { type: 'url', value: url } : undefined;
  if (source === undefined) return part;
  const upgraded = { type: mediaKind(mimeType), source: { ...source, mimeType } };
  return filename ? { ...upgraded, metadata: { filename } } : upgraded;
}

function isTwin(part: Json, upgraded: JsonObject, filename: Json | undefined): boolean {
  if (!isJsonObject(part) || part['type'] !== upgraded['type']) return false;
  const a = part['source'];
  const b = upgraded['source'];
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  if (a['type'] !== b['type'] || a['value'] !== b['value'] || a['mimeType'] !== b['mimeType']) return false;
  return !filename || (isJsonObject(part['metadata']) && part['metadata']['filename'] === filename);
}

function upgradeParts(parts: readonly Json[]): readonly Json[] {
  return parts.flatMap((part) => {
    if (!isJsonObject(part) || part['type'] !== 'binary') return [part];
    const upgraded = upgradeBinary(part);
    const isDoubled = upgraded !== part && parts.some((other) => isTwin(other, upgraded, part['filename']));
    return isDoubled ? [] : [upgraded];
  });
}

function repairMessage(message: JsonObject): JsonObject {
  const cleaned = mapField(
    message,
    'content',
    objectOr((part) => (MEDIA.has(part['type']) ? withoutNull(part, 'metadata') : part)),
  );
  const parts = cleaned['content'];
  if (!Array.isArray(parts)) return cleaned;
  const hasBinary = parts.some((part: Json) => isJsonObject(part) && part['type'] === 'binary');
  return hasBinary ? { ...cleaned, content: upgradeParts(parts) } : cleaned;
}

function repairInput(input: JsonObject): JsonObject {
  let repaired = withoutNull(input, 'forwardedProps');
  repaired = mapField(
    repaired,
    'tools',
    objectOr((tool) => withoutNull(tool, 'parameters')),
  );
  repaired = mapField(
    repaired,
    'resume',
    objectOr((entry) => withoutNull(entry, 'payload')),
  );
  return mapField(repaired, 'messages', objectOr(repairMessage));
}

/** The event as the compatibility boundary hands it on. */
export function repairEvent(event: JsonObject, type: EventTypeName): JsonObject {
  const base = withoutNull(event, 'rawEvent');
  switch (type) {
    case 'RUN_FINISHED':
      return withoutNull(withoutNull(base, 'result'), 'outcome');
    case 'SUBAGENT_FINISHED':
      return withoutNull(base, 'result');
    case 'TOOL_CALL_START':
    case 'TOOL_CALL_CHUNK':
      return withoutNull(base, 'parentMessageId');
    case 'MESSAGES_SNAPSHOT':
      return mapField(base, 'messages', objectOr(repairMessage));
    case 'RUN_STARTED':
      return isJsonObject(base['input']) ? { ...base, input: repairInput(base['input']) } : base;
    default:
      return base;
  }
}
