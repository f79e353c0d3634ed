// Recognizes events that a runtime between agent and page has added to the stream.
import { isJsonObject, type JsonObject, parseJson } from '@/lib/core/json/json';

interface RuntimeMade {
  readonly runtime: string;
  readonly why: string;
}

const COPILOTKIT = 'CopilotKit runtime';

function parseStatus(text: unknown): unknown {
  const isStatus = typeof text === 'string' && text.length <= 1_000 && text.startsWith('{"status":');
  return isStatus ? parseJson(text) : undefined;
}

function placeholder({ messageId, toolCallId, content }: JsonObject): RuntimeMade | undefined {
  if (typeof toolCallId !== 'string' || messageId !== `${toolCallId}-result`) return undefined;
  const answer = parseStatus(content);
  if (!isJsonObject(answer)) return undefined;
  const { status, reason } = answer;
  if (status === 'stopped' && reason === 'stop_requested')
    return { runtime: COPILOTKIT, why: 'The run was stopped before the call got a result.' };
  if (status === 'error' && reason === 'missing_terminal_event')
    return { runtime: COPILOTKIT, why: 'The agent ended mid-run, before this call got a result.' };
  return undefined;
}

/** CopilotKit ends the runs of agents that stop without a terminal event, and answers the calls they leave open. */
export function runtimeMade(type: string, event: JsonObject): RuntimeMade | undefined {
  switch (type) {
    case 'RUN_ERROR':
      if (event['code'] !== 'INCOMPLETE_STREAM') return undefined;
      return { runtime: COPILOTKIT, why: 'The agent ended without RUN_FINISHED or RUN_ERROR.' };
    case 'RUN_FINISHED':
      if (Object.keys(event).length > 1) return undefined;
      return {
        runtime: COPILOTKIT,
        why: 'The run was stopped; the stock client rejects a RUN_FINISHED without ids.',
      };
    case 'TOOL_CALL_RESULT':
      return placeholder(event);
    default:
      return undefined;
  }
}
