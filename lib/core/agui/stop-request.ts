// CopilotKit's request to stop a run, by path or by the single endpoint.
import { nestsTooDeep } from '@/lib/core/json/depth';
import { isJsonObject, type JsonObject, parseJson, stringIn } from '@/lib/core/json/json';

/** The run to stop; older clients name only the thread. */
export interface StopRequest {
  readonly threadId?: string;
  readonly runId?: string;
}

const PATH = /\/agent\/[^/?#]+\/stop\/([^/?#]+)\/?([?#]|$)/;

function parseBody(body: string): JsonObject {
  const value = nestsTooDeep(body) ? undefined : parseJson(body);
  return isJsonObject(value) ? value : {};
}

export function decodedSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parseStopRequest(url: string, body = ''): StopRequest | undefined {
  const path = PATH.exec(url)?.[1];
  if (path === undefined && !body.includes('"agent/stop"')) return undefined;
  const sent = parseBody(body);
  if (path === undefined && sent['method'] !== 'agent/stop') return undefined;
  const threadId = path === undefined ? stringIn(sent['params'], 'threadId') : decodedSegment(path);
  const runId = stringIn(path === undefined ? sent['body'] : sent, 'runId');
  return { ...(threadId !== undefined && { threadId }), ...(runId !== undefined && { runId }) };
}
