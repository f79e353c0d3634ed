// The repairs that the compatibility boundary of client 1.0 always applies: nulls that old producers send, and
// `binary` content parts. Copies on write; a value that needs no repair is returned as is.
import type { EventTypeName } from '@/lib/core/agui/events';
import { MEDIA, withChanged } from '@/lib/core/agui/spelling';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

/** Receives a warning of the boundary, verbatim. */
export type Warn = (text: string) => void;

const HINT = 'Set SUPPRESS_TRANSFORMATION_WARNINGS=true to silence.';

/** The client's wording for a conversion. */
export function conversionText(what: string, replacement: string): string {
  return `[ag-ui][compat] Converting deprecated ${what} to ${replacement}. The old shape leaves the protocol after its shim window — see the repo-root DEPRECATIONS.md. ${HINT}`;
}

export function asideText(sentence: string): string {
  return `[ag-ui][compat] ${sentence} ${HINT}`;
}

function withoutNull(value: JsonObject, key: string, owner: string, warn: Warn): JsonObject {
  if (value[key] !== null) return value;
  warn(conversionText(`${owner}.${key}: null`, 'an absent field'));
  const { [key]: _null, ...rest } = value;
  return rest;
}

function mediaKind(mimeType: string): string {
  const kind = mimeType.split('/')[0] ?? '';
  return MEDIA.has(kind) ? kind : 'document';
}

function upgradeBinary(part: JsonObject, warn: Warn): JsonObject {
  const { mimeType, data, url, filename } = part;
  if (part['type'] !== 'binary' || typeof mimeType !== 'string') return part;
  const source = data ? { type: 'data', value: data } : url ? { type: 'url', value: url } : undefined;
  if (source === undefined) {
    // The client uses a template literal here: an id of any type is stringified.
    const id = String(part['id'] ?? '');
    warn(
      `[ag-ui][compat] A binary content part carries only an id ('${id}') and cannot be converted to a modern media part; a 1.0 peer will not accept it. Provide data or a url. See the repo-root DEPRECATIONS.md.`,
    );
    return part;
  }
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

function upgradeParts(parts: readonly Json[], warn: Warn): readonly Json[] {
  return parts.flatMap((part) => {
    if (!isJsonObject(part) || part['type'] !== 'binary') return [part];
    const upgraded = upgradeBinary(part, warn);
    const isDoubled = upgraded !== part && parts.some((other) => isTwin(other, upgraded, part['filename']));
    return isDoubled ? [] : [upgraded];
  });
}

function repairNulls(message: JsonObject, warn: Warn): JsonObject {
  return withChanged(message, 'content', (part) => {
    const { type } = part;
    return MEDIA.has(type) ? withoutNull(part, 'metadata', `${String(type)} input content`, warn) : part;
  });
}

function repairBinary(message: JsonObject, warn: Warn): JsonObject {
  const parts = message['content'];
  if (!Array.isArray(parts)) return message;
  const hasBinary = parts.some((part: Json) => isJsonObject(part) && part['type'] === 'binary');
  if (!hasBinary) return message;
  warn(conversionText('binary input content', 'the modern media content parts'));
  return { ...message, content: upgradeParts(parts, warn) };
}

// Nulls first, then binary parts: the order of the client's warnings.
function repairInput(input: JsonObject, warn: Warn): JsonObject {
  let repaired = withoutNull(input, 'forwardedProps', 'RunAgentInput', warn);
  repaired = withChanged(repaired, 'tools', (tool) => withoutNull(tool, 'parameters', 'Tool', warn));
  repaired = withChanged(repaired, 'resume', (entry) => withoutNull(entry, 'payload', 'ResumeEntry', warn));
  repaired = withChanged(repaired, 'messages', (message) => repairNulls(message, warn));
  return withChanged(repaired, 'messages', (message) => repairBinary(message, warn));
}

export function repairEvent(event: JsonObject, type: EventTypeName, warn: Warn): JsonObject {
  const base = withoutNull(event, 'rawEvent', type, warn);
  switch (type) {
    case 'RUN_FINISHED':
      return withoutNull(withoutNull(base, 'result', type, warn), 'outcome', type, warn);
    case 'SUBAGENT_FINISHED':
      return withoutNull(base, 'result', type, warn);
    case 'TOOL_CALL_START':
    case 'TOOL_CALL_CHUNK':
      return withoutNull(base, 'parentMessageId', type, warn);
    case 'MESSAGES_SNAPSHOT':
      return withChanged(base, 'messages', (message) => repairBinary(repairNulls(message, warn), warn));
    case 'RUN_STARTED': {
      const { input } = base;
      return isJsonObject(input) ? { ...base, input: repairInput(input, warn) } : base;
    }
    default:
      return base;
  }
}
