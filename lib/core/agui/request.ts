// Finds the run request in the body of a request, bare or one level down in an envelope, and its last question.

import { textOfContent } from '@/lib/core/agui/content-part';
import { ENVELOPE_KEYS } from '@/lib/core/agui/request-facts';
import { respellInput, toCamelCase, toSnakeCase } from '@/lib/core/agui/spelling';
import { nestsTooDeep } from '@/lib/core/json/depth';
import { isJsonObject, type Json, type JsonObject, objectsIn, parseJson } from '@/lib/core/json/json';

export interface RunRequest {
  /** In the spelling of 1.0. */
  readonly input: JsonObject;
  /** Method of the envelope (CopilotKit's single endpoint, JSON-RPC). */
  readonly method?: string;
}

function isInput(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value['threadId'] !== 'string') return false;
  return typeof value['runId'] === 'string' || Array.isArray(value['messages']);
}

// Other bodies may have a `thread_id`, too, so more keys are required than in camelCase.
function isSnakeInput(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value['thread_id'] !== 'string') return false;
  return typeof value['run_id'] === 'string' && Array.isArray(value['messages']);
}

function parseInput(value: unknown): JsonObject | undefined {
  if (isInput(value)) return respellInput(value);
  return isSnakeInput(value) ? respellInput(toCamelCase(value).value) : undefined;
}

function findInput(value: Json | undefined): RunRequest | undefined {
  const input = parseInput(value);
  if (input !== undefined) return { input };
  if (!isJsonObject(value)) return undefined;
  const method = value['method'];
  for (const key of ENVELOPE_KEYS) {
    const inner = parseInput(value[key]);
    if (inner !== undefined) return { input: inner, ...(typeof method === 'string' && { method }) };
  }
  return undefined;
}

export function parseRunRequest(text: string): RunRequest | undefined {
  // Every run request names its thread. Most other bodies do not, and are not parsed.
  if (!text.includes('threadId') && !text.includes('thread_id')) return undefined;
  return nestsTooDeep(text) ? undefined : findInput(parseJson(text));
}

export interface RequestBody {
  /** As sent, but with keys in camelCase. */
  readonly input: JsonObject;
  /** Replaces the run request in the body, in the spelling of the body. */
  readonly withInput: (input: Json) => Json;
}

function replaceable(value: unknown): RequestBody | undefined {
  if (isInput(value)) return { input: value, withInput: (input) => input };
  return isSnakeInput(value) ? { input: toCamelCase(value).value, withInput: toSnakeCase } : undefined;
}

export function parseRequestBody(text: string): RequestBody | undefined {
  const body = nestsTooDeep(text) ? undefined : parseJson(text);
  if (!isJsonObject(body)) return undefined;
  const bare = replaceable(body);
  if (bare !== undefined) return bare;
  for (const key of ENVELOPE_KEYS) {
    const inner = replaceable(body[key]);
    if (inner !== undefined)
      return { ...inner, withInput: (input) => ({ ...body, [key]: inner.withInput(input) }) };
  }
  return undefined;
}

/** Ids of the tool calls in a message. */
export function callIdsOf({ toolCalls }: JsonObject): readonly string[] {
  return objectsIn(toolCalls).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** Ids of messages, and of the tool calls in them. */
export function messageIds(messages: Json | undefined): readonly string[] {
  const ids = objectsIn(messages).flatMap((message) => [message['id'], ...callIdsOf(message)]);
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
}

/** Text of the last message of the user, media described in brackets; '' for none. */
export function lastQuestion(input: JsonObject | undefined): string {
  const asked = objectsIn(input?.['messages']).findLast(({ role }) => role === 'user');
  return asked === undefined ? '' : textOfContent(asked['content']);
}
