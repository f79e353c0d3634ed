// REGISTRY: the ways of spelling AG-UI.
import { agui00 } from '@/lib/decode/ag-ui-0.0';
import { agui10 } from '@/lib/decode/ag-ui-1.0';
import { copilotkitDebug } from '@/lib/decode/copilotkit-debug';
import { envelope } from '@/lib/decode/envelope';
import { phoenix } from '@/lib/decode/phoenix';
import { tanstack } from '@/lib/decode/tanstack';
import type { Decoder } from '@/lib/decode/types';

/** Every decoder; the one with the highest confidence reads the stream. */
export const decoders = [
  agui10,
  agui00,
  tanstack,
  copilotkitDebug,
  phoenix,
  envelope,
] as const satisfies readonly Decoder[];
