// REGISTRY: the spellings of AG-UI, the protocols translated to it, and those that are only named.
import { a2a } from '@/lib/core/decode/a2a';
import { agui00 } from '@/lib/core/decode/ag-ui-0.0';
import { agui10 } from '@/lib/core/decode/ag-ui-1.0';
import { agUiDraft } from '@/lib/core/decode/ag-ui-draft';
import { anthropic } from '@/lib/core/decode/anthropic';
import { cloudflareAgents } from '@/lib/core/decode/cloudflare-agents';
import { copilotkitDebug } from '@/lib/core/decode/copilotkit-debug';
import { envelope } from '@/lib/core/decode/envelope';
import { eventArray } from '@/lib/core/decode/event-array';
import { hector } from '@/lib/core/decode/hector';
import { hectorA2a } from '@/lib/core/decode/hector-a2a';
import { langgraphPlatform } from '@/lib/core/decode/langgraph-platform';
import { openai } from '@/lib/core/decode/openai';
import { phoenix } from '@/lib/core/decode/phoenix';
import { snakeCase } from '@/lib/core/decode/snake-case';
import { socketIo } from '@/lib/core/decode/socket-io';
import { tanstack } from '@/lib/core/decode/tanstack';
import type { Decoder, Translator } from '@/lib/core/decode/types';
import { vercelAi } from '@/lib/core/decode/vercel-ai';

/** Every decoder and translator; the one with the highest confidence reads the stream. */
export const decoders = [
  agui10,
  agui00,
  agUiDraft,
  snakeCase,
  tanstack,
  copilotkitDebug,
  phoenix,
  socketIo,
  envelope,
  eventArray,
  cloudflareAgents,
  hector,
  hectorA2a,
  a2a,
  langgraphPlatform,
  vercelAi,
  openai,
  anthropic,
] as const satisfies readonly (Decoder | Translator)[];
