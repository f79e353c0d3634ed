// LangGraph Platform's own stream: the SSE event name is the stream mode.

import { foreignProtocol } from '@/lib/core/decode/foreign-protocol';
import { isJsonObject } from '@/lib/core/json/json';

const MODES =
  /^(metadata|values|updates|messages|messages-tuple|messages\/(partial|complete|metadata)|checkpoints|tasks|debug|events|custom|end|error|feedback)(\|.+)?$/;

// Common words: accepted only if the data matches, too, or after a frame that is certainly LangGraph's.
const COMMON = /^(metadata|messages|tasks|debug|events|custom|end|error|feedback)(\|.+)?$/;

export const langgraphPlatform = foreignProtocol('langgraph-platform', {
  nameOf: (value, event) =>
    event !== undefined && value !== undefined && MODES.test(event) ? event : undefined,
  // The first frame of every stream names the run; of the other words, only the uncommon ones are LangGraph's alone.
  isOwn: (name, value) =>
    name === 'metadata' ? isJsonObject(value) && typeof value['run_id'] === 'string' : !COMMON.test(name),
  confidence: 0.93,
});
