// Anthropic's message stream: `{"type":"content_block_delta",…}`, the type also being the SSE event name.
import { byType, foreignProtocol } from '@/lib/core/decode/foreign-protocol';

const TYPE = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping|error)$/;

export const anthropic = foreignProtocol('anthropic', {
  nameOf: byType(TYPE),
  confidence: 0.75,
  isOwn: (name) => !/^(ping|error)$/.test(name),
});
