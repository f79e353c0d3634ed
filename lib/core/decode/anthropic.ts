// Anthropic's message stream: `{"type":"content_block_delta",…}`, the type also being the SSE event name.
import { byType, lookAlike } from '@/lib/core/decode/look-alike';

const TYPE = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|ping|error)$/;

export const anthropic = lookAlike('anthropic', {
  nameOf: byType(TYPE),
  confidence: 0.75,
  isOwn: (name) => !/^(ping|error)$/.test(name),
});
