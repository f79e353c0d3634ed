// Run requests for rules: the run before, and whether they continue its conversation.

import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { requestAt } from '@/lib/core/log/stream-facts';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { threadIn } from '@/lib/core/model/queries/lookup';
import { isConnect } from '@/lib/core/model/request';
import type { Model, Run, Thread } from '@/lib/core/model/types';

interface ContinuingRequest {
  readonly input: JsonObject;
  readonly thread: Thread;
  readonly previous: Run | undefined;
}

// Requests beside the conversation: suggestions, and requests of CopilotKit's widgets to MCP servers.
function isOutsideConversation({ envelope, url }: Stream, { forwardedProps }: JsonObject): boolean {
  if (envelope === 'agent/suggest' || /\/suggest\/?(\?|#|$)/.test(url)) return true;
  return isJsonObject(forwardedProps) && forwardedProps['__proxiedMCPRequest'] !== undefined;
}

/** The run request of a boundary, if it continues a conversation. */
export function continuingRequest(boundary: Boundary, model: Model): ContinuingRequest | undefined {
  if (boundary.kind !== 'open' && boundary.kind !== 'request') return undefined;
  const { stream } = boundary;
  const input = requestAt(boundary);
  // Requests sent on a socket have boundaries of their own.
  if (input === undefined || (boundary.kind === 'open' && stream.requestBody === undefined)) return undefined;
  if (isConnect(stream) || isOutsideConversation(stream, input)) return undefined;
  const thread = threadIn(model, stream);
  if (thread === undefined) return undefined;
  // The request itself counts as a run, the newest.
  const before = thread.runs.length < 2 ? undefined : thread.runs.at(thread.runs.length - 2);
  return { input, thread, previous: before === undefined ? undefined : model.runs.at(before) };
}

export function quotedIds(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).map((id) => `'${id}'`);
  const last = ids.length > 3 ? `${ids.length - 3} more` : shown.pop();
  return [shown.join(', '), last].filter(Boolean).join(' and ');
}
