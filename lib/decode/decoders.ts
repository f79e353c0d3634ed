// REGISTRY: the spellings of AG-UI, the protocols translated to it, and those that are only named.
import { a2a } from '@/lib/decode/a2a';
import { agui00 } from '@/lib/decode/ag-ui-0.0';
import { agui10 } from '@/lib/decode/ag-ui-1.0';
import { agUiDraft } from '@/lib/decode/ag-ui-draft';
import { anthropic } from '@/lib/decode/anthropic';
import { cloudflareAgents } from '@/lib/decode/cloudflare-agents';
import { copilotkitDebug } from '@/lib/decode/copilotkit-debug';
import { envelope } from '@/lib/decode/envelope';
import { eventArray } from '@/lib/decode/event-array';
import { hector } from '@/lib/decode/hector';
import { hectorA2a } from '@/lib/decode/hector-a2a';
import { langgraphPlatform } from '@/lib/decode/langgraph-platform';
import { openai } from '@/lib/decode/openai';
import { phoenix } from '@/lib/decode/phoenix';
import { snakeCase } from '@/lib/decode/snake-case';
import { socketIo } from '@/lib/decode/socket-io';
import { tanstack } from '@/lib/decode/tanstack';
import type { Decoder, Translator } from '@/lib/decode/types';
import { vercelAi } from '@/lib/decode/vercel-ai';

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
