// The UI message stream of Vercel's AI SDK: `{"type":"text-delta","id":"1","delta":"Hi"}`.
import { byType, foreignProtocol } from '@/lib/core/decode/foreign-protocol';

const TYPE =
  /^(start|finish|start-step|finish-step|abort|error|message-metadata|(text|reasoning)-(start|delta|end)|reasoning-file|tool-(input-(start|delta|available|error)|output-(available|error|denied)|approval-request)|source-(url|document)|file|data-.+)$/;

export const vercelAi = foreignProtocol('vercel-ai', {
  nameOf: byType(TYPE),
  confidence: 0.7,
  isOwn: (name) => !/^(finish|abort|error|file)$/.test(name),
});
