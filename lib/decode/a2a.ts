// A2A: named and shown, not judged. JSON-RPC wrapped or not, with `kind` or with a oneof key.
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import { parseFrame } from '@/lib/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/decode/types';
import { named } from '@/lib/decode/voice';

/** What an A2A frame is about, and its body. */
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

// Words that no other protocol's `message` or `task` would have.
function isOfA2a(body: JsonObject): boolean {
  const isPlaced = typeof body['contextId'] === 'string' || typeof body['taskId'] === 'string';
  return isPlaced || isJsonObject(body['status']) || Array.isArray(body['parts']);
}

/** Opens an A2A frame; undefined where the value is none. */
export function openA2a(value: unknown): A2aFrame | undefined {
  if (!isJsonObject(value) || typeof value['type'] === 'string') return undefined;
  const result = value['jsonrpc'] === '2.0' ? value['result'] : value;
  if (!isJsonObject(result)) return undefined;
  const kind = result['kind'];
  if (KINDS.has(kind) && isOfA2a(result)) return { kind: kind as A2aFrame['kind'], body: result };
  for (const [key, name] of Object.entries(KEYS)) {
    const body = result[key];
    if (isJsonObject(body) && isOfA2a(body)) return { kind: name, body };
  }
  return undefined;
}

function partsIn(holder: Json | undefined): readonly JsonObject[] {
  const parts = isJsonObject(holder) ? holder['parts'] : undefined;
  return Array.isArray(parts) ? parts.filter(isJsonObject) : [];
}

/** The parts of a frame, wherever it keeps them. */
export function partsOf({ kind, body }: A2aFrame): readonly JsonObject[] {
  if (kind === 'message') return partsIn(body);
  if (kind === 'artifact-update') return partsIn(body['artifact']);
  const status = body['status'];
  return isJsonObject(status) ? partsIn(status['message'] ?? status['update']) : [];
}

/** A value of a part's AG-UI metadata, with or without the prefix of the first version. */
export function aguiMetadata(part: JsonObject, key: string): Json | undefined {
  const metadata = part['metadata'];
  return isJsonObject(metadata) ? (metadata[`agui_${key}`] ?? metadata[key]) : undefined;
}

/** True where parts say which AG-UI events they are. */
export function hasAguiParts(found: A2aFrame): boolean {
  return partsOf(found).some((part) => typeof aguiMetadata(part, 'event_type') === 'string');
}

function decode(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if (!('value' in parsed)) return named(frame.event ?? '');
  const found = openA2a(parsed.value);
  const event = isJsonObject(parsed.value) && { event: parsed.value };
  if (found === undefined) return { type: frame.event ?? '', ...event, problems: [], isForeign: true };
  return { type: found.kind, ...event, problems: [], ...(hasAguiParts(found) && { isForeign: true }) };
}

function confidence(head: readonly unknown[]): number {
  return head.some((value) => openA2a(value) !== undefined) ? 0.88 : 0;
}

/** A2A without AG-UI metadata. */
export const a2a: Decoder = { dialect: 'a2a', judged: false, confidence, create: () => decode };
