// A2A (agent-to-agent): named and shown, without findings. Accepts frames with or without the JSON-RPC envelope,
// tagged by `kind` or by a oneof key.

import { foreignEvent } from '@/lib/core/decode/event-builder';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';

export interface A2aFrame {
  readonly kind: 'task' | 'message' | 'status-update' | 'artifact-update';
  readonly body: JsonObject;
}

const KEYS = {
  task: 'task',
  msg: 'message',
  message: 'message',
  statusUpdate: 'status-update',
  artifactUpdate: 'artifact-update',
} as const;

const KINDS: ReadonlySet<unknown> = new Set(Object.values(KEYS));

function isKind(kind: unknown): kind is A2aFrame['kind'] {
  return KINDS.has(kind);
}

// Properties that another protocol's `message` or `task` would not have.
function hasA2aShape(body: JsonObject): boolean {
  const hasContext = typeof body['contextId'] === 'string' || typeof body['taskId'] === 'string';
  return hasContext || isJsonObject(body['status']) || Array.isArray(body['parts']);
}

/** An object without content, with which some servers end a list of frames. */
export function isEmptyEnd(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** A part that contains an AG-UI event, without a message around it; undefined for other values. */
export function openPart(value: unknown): A2aFrame | undefined {
  if (!isJsonObject(value) || typeof value['type'] === 'string') return undefined;
  const parts = Array.isArray(value['parts']) ? value['parts'].filter(isJsonObject) : [value];
  const body = Array.isArray(value['parts']) ? value : { parts };
  const isOurs = parts.some(
    (part) =>
      typeof aguiMetadata(part, 'event_type') === 'string' &&
      (typeof part['text'] === 'string' || isJsonObject(part['data'])),
  );
  return isOurs ? { kind: 'message', body } : undefined;
}

export function openA2a(value: unknown): A2aFrame | undefined {
  if (!isJsonObject(value) || typeof value['type'] === 'string') return undefined;
  const result = value['jsonrpc'] === '2.0' ? value['result'] : value;
  if (!isJsonObject(result)) return undefined;
  const kind = result['kind'];
  if (isKind(kind) && hasA2aShape(result)) return { kind, body: result };
  for (const [key, name] of Object.entries(KEYS)) {
    const body = result[key];
    if (isJsonObject(body) && hasA2aShape(body)) return { kind: name, body };
  }
  return undefined;
}

function partsIn(holder: Json | undefined): readonly JsonObject[] {
  const parts = isJsonObject(holder) ? holder['parts'] : undefined;
  return objectsIn(parts);
}

export function partsOf({ kind, body }: A2aFrame): readonly JsonObject[] {
  if (kind === 'message') return partsIn(body);
  if (kind === 'artifact-update') return partsIn(body['artifact']);
  const status = body['status'];
  return isJsonObject(status) ? partsIn(status['message'] ?? status['update']) : [];
}

/** A value from a part's AG-UI metadata, with or without the prefix used by its first version. */
export function aguiMetadata(part: JsonObject, key: string): Json | undefined {
  const metadata = part['metadata'];
  return isJsonObject(metadata) ? (metadata[`agui_${key}`] ?? metadata[key]) : undefined;
}

export function hasAguiParts(found: A2aFrame): boolean {
  return partsOf(found).some((part) => typeof aguiMetadata(part, 'event_type') === 'string');
}

function decodeA2a(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if (!('value' in parsed)) return foreignEvent(frame.event ?? '');
  const found = openA2a(parsed.value);
  const event = isJsonObject(parsed.value) && { event: parsed.value };
  if (isEmptyEnd(parsed.value)) return foreignEvent(frame.event ?? 'done', {});
  if (found === undefined) return { type: frame.event ?? '', ...event, problems: [], isForeign: true };
  return { type: found.kind, ...event, problems: [], ...(hasAguiParts(found) && { isForeign: true }) };
}

export const a2a: Decoder = {
  dialect: 'a2a',
  judged: false,
  confidence(head) {
    return head.some((value) => openA2a(value) !== undefined) ? 0.88 : 0;
  },
  create: () => decodeA2a,
};
