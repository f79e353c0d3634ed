// Finds the run request in what a page sent: bare, or one level down in an envelope.
import { isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';

/** A run request and the envelope that it came in. */
export interface RunRequest {
  readonly input: JsonObject;
  /** Method of the envelope (CopilotKit's single endpoint, JSON-RPC). */
  readonly method?: string;
}

function isInput(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || typeof value['threadId'] !== 'string') return false;
  return typeof value['runId'] === 'string' || Array.isArray(value['messages']);
}

const INNER = ['body', 'params', 'payload', 'data'] as const;

function findInput(value: Json): RunRequest | undefined {
  if (isInput(value)) return { input: value };
  if (!isJsonObject(value)) return undefined;
  const method = value['method'];
  for (const key of INNER) {
    const inner = value[key];
    if (isInput(inner)) return { input: inner, ...(typeof method === 'string' && { method }) };
  }
  return undefined;
}

/** The run request in a text, or undefined where it holds none. */
export function parseRunRequest(text: string): RunRequest | undefined {
  // Every run request names its thread; most other bodies do not, and need not be parsed.
  if (!text.includes('threadId')) return undefined;
  try {
    return findInput(JSON.parse(text));
  } catch {
    return undefined;
  }
}
